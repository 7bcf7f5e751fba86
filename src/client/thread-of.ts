import type { JobThread } from './job-thread.ts';
import { endsOf } from './worker-ends.ts';

/** A job thread on top of a worker, which may do other work too. */
export function threadOf(worker: Worker, ends = endsOf(worker)): JobThread {
  return {
    post: (order) => worker.postMessage(order),
    onMessage: (listener) => worker.addEventListener('message', ({ data }) => listener(data)),
    ...ends,
  };
}
