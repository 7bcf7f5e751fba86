import type { JobThread } from './job-thread.ts';
import { endsOf } from './worker-ends.ts';

/** Wraps a worker as a job thread. The worker may also have other tasks. */
export function threadOf(worker: Worker, ends = endsOf(worker)): JobThread {
  return {
    post: (order) => worker.postMessage(order),
    onMessage: (listener) => worker.addEventListener('message', ({ data }) => listener(data)),
    ...ends,
  };
}
