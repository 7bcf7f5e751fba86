/** How a worker ends. */
export interface WorkerEnds {
  /** It could not be loaded, or it died: it will not answer any more. */
  onCrash(listener: (reason: string) => void): void;
  terminate(): void;
}

/** The same of a worker that was started. */
export function endsOf(worker: Worker): WorkerEnds {
  return {
    onCrash(listener) {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        listener(event.message || 'the worker could not be loaded');
      });
    },
    terminate: () => worker.terminate(),
  };
}
