import type { JobThread } from './job-thread.ts';
import { threadOf } from './thread-of.ts';

/** The address holds something to read: the run of a link, or a lesson. */
const PACKED = /^#(s=|[a-z]+&t=)/;

let early: JobThread | null = null;

/** Starts the first worker while the program that will use it is still on its way, if the address needs one. */
export function startReadingEarly(hash: string): void {
  if (!PACKED.test(hash)) return;
  early = startThread();
  // Else it would be asked for only when the program is there.
  void import('./read-job.ts');
}

/** The worker that was started early, once, or a new one. */
export function startReadingThread(): JobThread {
  const thread = early ?? startThread();
  early = null;
  return thread;
}

function startThread(): JobThread {
  // Named by URL only, so that nothing of what reads can slip into the page's bundle.
  return threadOf(new Worker(new URL('../reading/reading.worker.ts', import.meta.url), { type: 'module' }));
}
