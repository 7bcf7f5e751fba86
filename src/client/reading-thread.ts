import type { ReadingThread } from './reader.ts';

/** The address holds something to read: the run of a link, or a lesson. */
const PACKED = /^#(s=|[a-z]+&t=)/;

let early: ReadingThread | null = null;

/** Starts the first worker while the program that will use it is still on its way, if the address needs one. */
export function startReadingEarly(hash: string): void {
  if (PACKED.test(hash)) early = startThread();
}

/** The worker that was started early, once, or a new one. */
export function startReadingThread(): ReadingThread {
  const thread = early ?? startThread();
  early = null;
  return thread;
}

function startThread(): ReadingThread {
  // Named by URL only, so that nothing of what reads can slip into the page's bundle.
  const worker = new Worker(new URL('../reading/reading.worker.ts', import.meta.url), { type: 'module' });
  let failure = '';
  const thread: ReadingThread = {
    post(job) {
      // It failed before anybody listened.
      if (failure !== '') throw new Error(failure);
      worker.postMessage(job);
    },
    onMessage: () => undefined,
    onFailure: () => undefined,
    terminate: () => worker.terminate(),
  };
  const fail = (reason: string): void => {
    failure = reason;
    thread.onFailure(reason);
  };
  worker.addEventListener('message', ({ data }) => thread.onMessage(data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    fail(event.message || 'the worker could not be loaded');
  });
  worker.addEventListener('messageerror', () => fail('a message could not be read'));
  return thread;
}
