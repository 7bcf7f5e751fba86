import { hearFailures } from './failures.ts';

/** A worker that remembers a failure until a listener is set. */
export interface WorkerThread {
  readonly worker: Worker;
  failure: string | null;
  onFailure: (reason: string) => void;
}

let early: WorkerThread | null = null;

function startThread(): WorkerThread {
  // The worker is named by URL, because an import would put the simulation into the page's bundle.
  const worker = new Worker(new URL('../worker/simulation.worker.ts', import.meta.url), { type: 'module' });
  const thread: WorkerThread = {
    worker,
    failure: null,
    onFailure(reason) {
      thread.failure ??= reason;
    },
  };
  // `onFailure` may be replaced later, so it is read at each failure.
  hearFailures(worker, (reason) => thread.onFailure(reason));
  return thread;
}

/** Starts the first worker while the program is still loading. */
export function startEarly(): void {
  early = startThread();
}

/** Returns the worker that was started early (once), then a new worker at each call. */
export function takeThread(): WorkerThread {
  const thread = early ?? startThread();
  early = null;
  return thread;
}
