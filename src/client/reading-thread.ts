import type { JobThread } from './job-thread.ts';
import { threadOf } from './thread-of.ts';

/** Addresses that contain data to decode: a run or a lesson. */
const PACKED = /^#(s=|[a-z]+&t=)/;

let early: JobThread | null = null;

/** Starts the first worker while the program is still loading, if the address needs one. */
export function startReadingEarly(hash: string): void {
  if (!PACKED.test(hash)) return;
  early = startThread();
  // Also preload this module, whose download would otherwise start only after the program has loaded.
  void import('./read-job.ts');
}

/** Returns the worker that was started early (once), then a new worker at each call. */
export function startReadingThread(): JobThread {
  const thread = early ?? startThread();
  early = null;
  return thread;
}

function startThread(): JobThread {
  // The worker is named by URL, because an import would put the decoders into the page's bundle.
  return threadOf(new Worker(new URL('../reading/reading.worker.ts', import.meta.url), { type: 'module' }));
}
