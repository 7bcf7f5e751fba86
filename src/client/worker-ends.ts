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
  const fail = (reason: string): void => {
    failure = reason;
    for (const listener of listeners) listener(reason);
  };
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    fail(event.message || 'the worker could not be loaded');
  });
  worker.addEventListener('messageerror', () => fail('a message could not be read'));
  return {
    onCrash(listener) {
      listeners.push(listener);
      if (failure !== null) listener(failure);
    },
    terminate: () => worker.terminate(),
  };
}
