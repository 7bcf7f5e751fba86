import type { ExperimentJob, ExperimentMessage } from '../protocol/experiments.ts';
import { endsOf, type WorkerEnds } from './worker-ends.ts';

/** A worker that takes one job at a time. */
export interface ExperimentWorker extends WorkerEnds {
  send(job: ExperimentJob): void;
  onMessage(listener: (message: ExperimentMessage) => void): void;
}

/** Named by URL only, so that no module of the simulation can slip into the page's bundle. */
function startWorker(): ExperimentWorker {
  const worker = new Worker(new URL('../worker/experiment.worker.ts', import.meta.url), { type: 'module' });
  return {
    send: (job) => worker.postMessage(job),
    onMessage(listener) {
      worker.addEventListener('message', ({ data }: MessageEvent<ExperimentMessage>) => listener(data));
    },
    ...endsOf(worker),
  };
}

/**
 * Runs jobs in as many workers as there are cores, in order, each worker taking the next one when it is done. `heard` gets
 * every message; a worker that crashes fails its job and is replaced for the next. `over` is called when the last job has
 * ended. The result cancels: it ends the workers at once, and neither function is called any more.
 */
export function runExperiments(
  jobs: readonly ExperimentJob[],
  heard: (message: ExperimentMessage) => void,
  over: () => void,
  { cores = navigator.hardwareConcurrency, start = startWorker } = {},
): () => void {
  const waiting = [...jobs];
  const busy = new Map<ExperimentWorker, ExperimentJob>();
  let cancelled = false;
  const dismiss = (worker: ExperimentWorker): void => {
    worker.terminate();
    busy.delete(worker);
    if (busy.size === 0 && waiting.length === 0 && !cancelled) over();
  };
  const give = (worker: ExperimentWorker): void => {
    const job = waiting.shift();
    if (job === undefined) return dismiss(worker);
    busy.set(worker, job);
    worker.send(job);
  };
  const hire = (): void => {
    const worker = start();
    worker.onMessage((message) => {
      // The last words of a worker that was dismissed.
      if (!busy.has(worker)) return;
      heard(message);
      if (message.kind !== 'progress' && busy.has(worker)) give(worker);
    });
    worker.onCrash((reason) => {
      const job = busy.get(worker);
      if (job === undefined) return;
      heard({ kind: 'failed', key: job.key, reason });
      if (waiting.length > 0) hire();
      dismiss(worker);
    });
    give(worker);
  };
  const count = Math.max(1, Math.min(cores || 1, waiting.length));
  for (let i = 0; i < count; i++) hire();
  return () => {
    cancelled = true;
    waiting.length = 0;
    for (const worker of busy.keys()) dismiss(worker);
  };
}
