import FlatQueue from 'flatqueue';
import { Heap } from 'heap-js';
import TinyQueue from 'tinyqueue';
import type { Millis } from '../../../src/protocol/units.ts';
import {
  createWheel,
  wheelAddAt,
  wheelAdvance,
  wheelCancel,
  wheelDueOf,
  wheelNextExpiration,
  wheelRelease,
  wheelTake,
} from '../../../src/core/timers/wheel.ts';
import type { Wheel } from '../../../src/core/timers/wheel-model.ts';

/**
 * The same two workloads for each data structure. Each has its own loops, because a shared interface would slow the calls of
 * all. A queue that cannot remove items marks a cancelled item and skips it later, as its users do.
 */
export interface Contestant {
  name: string;
  /** Adds all timers at instant 0, cancels the given ones, and pops the rest in order. */
  lifecycle(delays: Float64Array, cancelled: Int32Array): LifecycleTimes;
  /**
   * Adds all timers. Then, `rounds` times, pops the earliest timer and adds a timer that is due `delays[k]` later.
   * Returns the milliseconds of the rounds.
   */
  hold(delays: Float64Array, pending: number, rounds: number): number;
}

/** Times in milliseconds. `popped` must be equal for all data structures. */
export interface LifecycleTimes {
  add: number;
  cancel: number;
  expire: number;
  popped: number;
}

export function wheelContestant(tick: number, size: number): Contestant {
  return {
    name: `wheel ${tick} ms × ${size}`,
    lifecycle(delays, cancelled) {
      const w = createWheel({ tick, size });
      const ids = new Int32Array(delays.length);
      const t0 = performance.now();
      for (let i = 0; i < delays.length; i++) ids[i] = wheelAddAt(w, delays[i]!);
      const t1 = performance.now();
      for (let i = 0; i < cancelled.length; i++) wheelCancel(w, ids[cancelled[i]!]!);
      const t2 = performance.now();
      const popped = drainWheel(w);
      return { add: t1 - t0, cancel: t2 - t1, expire: performance.now() - t2, popped };
    },
    hold(delays, pending, rounds) {
      const w = createWheel({ tick, size });
      for (let i = 0; i < pending; i++) wheelAddAt(w, delays[i]!);
      const t0 = performance.now();
      for (let i = 0, k = pending; i < rounds; i++, k++) {
        if (k === delays.length) k = 0;
        const due = popWheel(w);
        wheelAddAt(w, due + delays[k]!);
      }
      return performance.now() - t0;
    },
  };
}

function popWheel(w: Wheel): number {
  let id = wheelTake(w);
  while (id === 0) {
    wheelAdvance(w, wheelNextExpiration(w)!);
    id = wheelTake(w);
  }
  const due = wheelDueOf(w, id);
  wheelRelease(w, id);
  return due;
}

function drainWheel(w: Wheel): number {
  let popped = 0;
  for (let next = wheelNextExpiration(w); next !== null; next = wheelNextExpiration(w)) {
    wheelAdvance(w, next);
    for (let id = wheelTake(w); id !== 0; id = wheelTake(w)) {
      wheelRelease(w, id);
      popped++;
    }
  }
  return popped;
}

interface Item {
  due: Millis;
  cancelled: boolean;
}

interface ObjectHeap {
  push(item: Item): unknown;
  pop(): Item | undefined;
}

const byDue = (a: Item, b: Item): number => a.due - b.due;

/** A cancelled item stays in the heap and is dropped when it is popped. */
function objectHeapContestant(name: string, create: () => ObjectHeap): Contestant {
  return {
    name,
    lifecycle(delays, cancelled) {
      const items: Item[] = [];
      const queue = create();
      const t0 = performance.now();
      for (let i = 0; i < delays.length; i++) {
        const item = { due: delays[i]!, cancelled: false };
        items.push(item);
        queue.push(item);
      }
      const t1 = performance.now();
      for (let i = 0; i < cancelled.length; i++) items[cancelled[i]!]!.cancelled = true;
      const t2 = performance.now();
      let popped = 0;
      for (let item = queue.pop(); item !== undefined; item = queue.pop()) if (!item.cancelled) popped++;
      return { add: t1 - t0, cancel: t2 - t1, expire: performance.now() - t2, popped };
    },
    hold(delays, pending, rounds) {
      const queue = create();
      for (let i = 0; i < pending; i++) queue.push({ due: delays[i]!, cancelled: false });
      const t0 = performance.now();
      for (let i = 0, k = pending; i < rounds; i++, k++) {
        if (k === delays.length) k = 0;
        queue.push({ due: queue.pop()!.due + delays[k]!, cancelled: false });
      }
      return performance.now() - t0;
    },
  };
}

export const tinyqueueContestant = objectHeapContestant('tinyqueue', () => new TinyQueue<Item>([], byDue));

/** flatqueue: a binary heap of numbers, with ids and priorities in separate arrays. */
export const flatqueueContestant: Contestant = {
  name: 'flatqueue',
  lifecycle(delays, cancelled) {
    const flags = new Uint8Array(delays.length);
    const queue = new FlatQueue();
    const t0 = performance.now();
    for (let i = 0; i < delays.length; i++) queue.push(i, delays[i]!);
    const t1 = performance.now();
    for (let i = 0; i < cancelled.length; i++) flags[cancelled[i]!] = 1;
    const t2 = performance.now();
    let popped = 0;
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) if (flags[id] === 0) popped++;
    return { add: t1 - t0, cancel: t2 - t1, expire: performance.now() - t2, popped };
  },
  hold(delays, pending, rounds) {
    const queue = new FlatQueue();
    for (let i = 0; i < pending; i++) queue.push(i, delays[i]!);
    const t0 = performance.now();
    for (let i = 0, k = pending; i < rounds; i++, k++) {
      if (k === delays.length) k = 0;
      const due = queue.peekValue()!;
      queue.push(queue.pop()!, due + delays[k]!);
    }
    return performance.now() - t0;
  },
};

export const heapJsContestant = objectHeapContestant('heap-js', () => new Heap<Item>(byDue));
