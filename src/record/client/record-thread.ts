import { endsOf, type WorkerEnds } from '../../client/worker-ends.ts';

interface RecordThread {
  worker: Worker;
  ends: WorkerEnds;
}

let early: RecordThread | null = null;

/** The worker is named by URL only, which keeps the code of the reader out of the page's bundle. */
function startThread(): RecordThread {
  const worker = new Worker(new URL('../worker/record.worker.ts', import.meta.url), { type: 'module' });
  return { worker, ends: endsOf(worker) };
}

/** For an address that opens a replay: starts the worker while the code that uses it still loads. */
export function startRecordThreadEarly(): void {
  early ??= startThread();
}

/** Returns the worker that was started early (once), or a new one. */
export function takeRecordThread(): RecordThread {
  const thread = early ?? startThread();
  early = null;
  return thread;
}
