import type { JobThread } from './job-thread.ts';
import { endsOf } from './worker-ends.ts';

/** Makes a job thread of a worker. The worker may do other work too. */
export function threadOf(worker: Worker, ends = endsOf(worker)): JobThread {
  return {
    post: (order) => worker.postMessage(order),
    onMessage: (listener) => worker.addEventListener('message', ({ data }) => listener(data)),
    ...ends,
  };
}
