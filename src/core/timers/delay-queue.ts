import type { Block } from './pages.ts';

/**
 * The delay queue: armed buckets by expiration, one binary heap for all levels of a wheel.
 *
 * Buckets of different levels may expire at the same instant, and the comparison uses only the expiration. So their order
 * depends on the moves within the array. These copy java.util.PriorityQueue, because the recorded order of expiry depends
 * on them: sift up while STRICTLY smaller than the parent; a poll moves the LAST element to the root and sifts it down to
 * the smaller child, the LEFT child at a tie. A tie break by level or age would be simpler but wrong (timers/README.md §5).
 */
export interface DelayQueue {
  /** Bucket ids in heap order; only the first `length` are valid. */
  ids: Int32Array;
  length: number;
  /** Comparisons of expirations so far, for the cost tables. */
  compares: number;
}

/** Position in `block.floats` of the expiration of bucket `id`. */
const EXPIRATION_STRIDE = 3;
const EXPIRATION = 2;

export function createDelayQueue(): DelayQueue {
  return { ids: new Int32Array(32), length: 0, compares: 0 };
}

export function delayQueueOffer(queue: DelayQueue, block: Block, id: number): void {
  if (queue.length === queue.ids.length) {
    const wider = new Int32Array(queue.ids.length * 2);
    wider.set(queue.ids);
    queue.ids = wider;
  }
  const { ids } = queue;
  const { floats } = block;
  const expiration = floats[id * EXPIRATION_STRIDE + EXPIRATION]!;
  let k = queue.length++;
  while (k > 0) {
    const parent = (k - 1) >>> 1;
    const other = ids[parent]!;
    queue.compares++;
    if (expiration >= floats[other * EXPIRATION_STRIDE + EXPIRATION]!) break;
    ids[k] = other;
    k = parent;
  }
  ids[k] = id;
}

/** Removes the bucket with the smallest expiration; 0 when the queue is empty. */
export function delayQueuePoll(queue: DelayQueue, block: Block): number {
  if (queue.length === 0) return 0;
  const { ids } = queue;
  const { floats } = block;
  const result = ids[0]!;
  const length = --queue.length;
  const last = ids[length]!;
  const expiration = floats[last * EXPIRATION_STRIDE + EXPIRATION]!;
  const half = length >>> 1;
  let k = 0;
  while (k < half) {
    let child = 2 * k + 1;
    let smallest = floats[ids[child]! * EXPIRATION_STRIDE + EXPIRATION]!;
    if (child + 1 < length) {
      const right = floats[ids[child + 1]! * EXPIRATION_STRIDE + EXPIRATION]!;
      queue.compares++;
      if (smallest > right) {
        child++;
        smallest = right;
      }
    }
    queue.compares++;
    if (expiration <= smallest) break;
    ids[k] = ids[child]!;
    k = child;
  }
  if (length > 0) ids[k] = last;
  return result;
}

/** Copies the queue for a keyframe. This is cheap, because the queue is never longer than the number of buckets. */
export function copyDelayQueue(queue: DelayQueue): DelayQueue {
  return { ids: queue.ids.slice(), length: queue.length, compares: queue.compares };
}
