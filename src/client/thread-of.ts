import type { JobThread } from './job-thread.ts';
import { endsOf } from './worker-ends.ts';

/** A worker that does jobs, perhaps beside other things. */
export function threadOf(worker: Worker, ends = endsOf(worker)): JobThread {
  return {
    post: (order) => worker.postMessage(order),
    onMessage: (listener) => worker.addEventListener('message', ({ data }) => listener(data)),
    ...ends,
  };
}
