import { hearFailures } from './failures.ts';

/** A worker with what has gone wrong in it so far, for a listener that comes later. */
export interface WorkerThread {
  readonly worker: Worker;
  failure: string | null;
  onFailure: (reason: string) => void;
}

let early: WorkerThread | null = null;

function startThread(): WorkerThread {
  // Named by URL only, so that no module of the simulation can slip into the page's bundle.
  const worker = new Worker(new URL('../worker/simulation.worker.ts', import.meta.url), { type: 'module' });
  const thread: WorkerThread = {
    worker,
    failure: null,
    onFailure(reason) {
      thread.failure ??= reason;
    },
  };
  // The listener of that time, not of now.
  hearFailures(worker, (reason) => thread.onFailure(reason));
  return thread;
}

/** Starts the first worker while the program that will use it is still on its way. */
export function startEarly(): void {
  early = startThread();
}

/** The worker that was started early, once, or a new one. */
export function takeThread(): WorkerThread {
  const thread = early ?? startThread();
  early = null;
  return thread;
}
