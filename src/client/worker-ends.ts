import { hearFailures } from './failures.ts';

export interface WorkerEnds {
  /** Called when the worker could not be loaded or died, even if that happened before the listener was added. */
  onCrash(listener: (reason: string) => void): void;
  terminate(): void;
}

/** Records the failure of a worker for later listeners. */
export function endsOf(worker: Worker): WorkerEnds {
  const listeners: ((reason: string) => void)[] = [];
  let failure: string | null = null;
  hearFailures(worker, (reason) => {
    failure = reason;
    for (const listener of listeners) listener(reason);
  });
  return {
    onCrash(listener) {
      listeners.push(listener);
      if (failure !== null) listener(failure);
    },
    terminate: () => worker.terminate(),
  };
}
