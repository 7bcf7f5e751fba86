import { endsOf, type WorkerEnds } from '../../client/worker-ends.ts';

/** The worker that reads records, and how it ends. */
interface RecordThread {
  worker: Worker;
  ends: WorkerEnds;
}

let early: RecordThread | null = null;

/** Named by URL only, so that nothing of what reads can slip into the page's bundle. */
function startThread(): RecordThread {
  const worker = new Worker(new URL('../worker/record.worker.ts', import.meta.url), { type: 'module' });
  return { worker, ends: endsOf(worker) };
}

/** Starts the first one while the program that will use it is still on its way: for an address that is a replay. */
export function startRecordThreadEarly(): void {
  early ??= startThread();
}

/** The one that was started early, once, or a new one. */
export function takeRecordThread(): RecordThread {
  const thread = early ?? startThread();
  early = null;
  return thread;
}
