import { hearFailures } from './failures.ts';

export interface WorkerEnds {
  /** Calls `listener` when the worker cannot be loaded or dies, even if that happened before this call. */
  onCrash(listener: (reason: string) => void): void;
  terminate(): void;
}

/** Remembers the failure of a worker, for listeners that are added later. */
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
