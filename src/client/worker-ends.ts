import { hearFailures } from './failures.ts';

/** How a worker ends. */
export interface WorkerEnds {
  /** It could not be loaded, or it died: it will not answer any more. Heard also when that was before there was a listener. */
  onCrash(listener: (reason: string) => void): void;
  terminate(): void;
}

/** The same of a worker that was started. */
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
