import type { Work } from '../../protocol/serve-jobs.ts';
import {
  createDelayQueue,
  delayQueueOffer,
  delayQueuePoll,
  type DelayQueue,
} from '../../core/timers/delay-queue.ts';
import { type Block, createBlock } from '../../core/timers/pages.ts';
import {
  createWheel,
  wheelAddAt,
  wheelAdvance,
  wheelCancel,
  wheelNextExpiration,
  wheelRelease,
  wheelTake,
} from '../../core/timers/wheel.ts';
import type { Wheel } from '../../core/timers/wheel-model.ts';
import type { CostJob, CostPoint, CostStructure, CostTimes } from '../../protocol/timer-cost.ts';

/** Measures with this machine's clock. Returns the number of points sent. */
export const timerCost: Work<'timer-cost'> = (job, { say }) => {
  let points = 0;
  for (const part of measureCost(job, () => performance.now())) {
    if ('point' in part) points += 1;
    say(part);
  }
  return points;
};

const HOUR_MS = 3_600_000;
const OPERATIONS = 100_000;
const CANCELLED_SHARE = 0.9;

/** Milliseconds for each part of a timer's life, and the number of timers that expired. */
interface Parts {
  add: number;
  cancel: number;
  expire: number;
  popped: number;
}

interface Load {
  delays: Float64Array;
  cancelled: Int32Array;
  batches: number;
}

/**
 * Measures timers on a wheel and on a heap, from add to cancel or expiry. Many small sets are measured together, because a
 * browser's clock has a resolution of 0.1 ms. Yields the progress, and a point when all of its runs are done.
 */
export function* measureCost(
  job: CostJob,
  now: () => number,
): Generator<{ share: number } | { point: CostPoint }> {
  const runs = job.pendings.flatMap((pending) =>
    (['wheel', 'heap'] as const).map((structure) => ({ pending, structure })),
  );
  // This warm-up is not measured. Without it the first figures would be those of uncompiled code.
  for (const structure of ['wheel', 'heap'] as const) once(structure, makeLoad(1000), job, now);
  const whole = runs.reduce((sum, { pending }) => sum + weight(pending) * repeatsOf(pending, job), 0);
  let done = 0;
  for (const { pending, structure } of runs) {
    const load = makeLoad(pending);
    const times: CostTimes[] = [];
    const repeats = repeatsOf(pending, job);
    for (let i = 0; i < repeats; i++) {
      times.push(perOperation(once(structure, load, job, now), load));
      done += weight(pending);
      yield { share: done / whole };
    }
    const middle = (name: keyof CostTimes): number =>
      times.map((one) => one[name]).toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
    const point = {
      add: middle('add'),
      cancel: middle('cancel'),
      expire: middle('expire'),
      life: middle('life'),
    };
    yield { point: { structure, pending, repeats, ...point } };
  }
}

/** Returns how often a size is measured. Sizes above 200,000 vary little and take long, so three times are enough. */
function repeatsOf(pending: number, { repeats }: CostJob): number {
  return pending > 200_000 ? Math.min(3, repeats) : repeats;
}

/** Relative duration of a run, for the progress: about proportional to its operations. */
function weight(pending: number): number {
  return Math.max(OPERATIONS, pending);
}

function perOperation({ add, cancel, expire }: Parts, { delays, cancelled, batches }: Load): CostTimes {
  const ns = 1e6 / batches;
  const live = delays.length - cancelled.length;
  return {
    add: (add * ns) / delays.length,
    cancel: (cancel * ns) / cancelled.length,
    expire: (expire * ns) / live,
    life: ((add + cancel + expire) * ns) / delays.length,
  };
}

function once(structure: CostStructure, load: Load, job: CostJob, now: () => number): Parts {
  const parts = structure === 'wheel' ? onWheels(load, job, now) : onHeaps(load, now);
  const live = (load.delays.length - load.cancelled.length) * load.batches;
  if (parts.popped !== live) throw new Error(`${structure}: ${parts.popped} of ${live} timers came out`);
  return parts;
}

function onWheels({ delays, cancelled, batches }: Load, { tick, size }: CostJob, now: () => number): Parts {
  const count = delays.length;
  const wheels = Array.from({ length: batches }, () => createWheel({ tick, size }));
  const ids = new Int32Array(count * batches);
  const t0 = now();
  for (let k = 0; k < batches; k++) {
    const wheel = wheels[k]!;
    for (let i = 0; i < count; i++) ids[k * count + i] = wheelAddAt(wheel, delays[i]!);
  }
  const t1 = now();
  for (let k = 0; k < batches; k++) {
    const wheel = wheels[k]!;
    for (let i = 0; i < cancelled.length; i++) wheelCancel(wheel, ids[k * count + cancelled[i]!]!);
  }
  const t2 = now();
  let popped = 0;
  for (const wheel of wheels) popped += drainWheel(wheel);
  return { add: t1 - t0, cancel: t2 - t1, expire: now() - t2, popped };
}

function drainWheel(wheel: Wheel): number {
  let popped = 0;
  for (;;) {
    for (let id = wheelTake(wheel); id !== 0; id = wheelTake(wheel)) {
      wheelRelease(wheel, id);
      popped++;
    }
    const next = wheelNextExpiration(wheel);
    if (next === null) return popped;
    wheelAdvance(wheel, next);
  }
}

const STRIDE = 6;
const FLOAT_STRIDE = 3;
const DUE = 2;

interface Heap {
  queue: DelayQueue;
  block: Block;
  flagged: Uint8Array;
}

function onHeaps({ delays, cancelled, batches }: Load, now: () => number): Parts {
  const count = delays.length;
  const heaps = Array.from(
    { length: batches },
    (): Heap => ({
      queue: createDelayQueue(),
      block: createBlock(STRIDE, count + 1),
      flagged: new Uint8Array(count + 1),
    }),
  );
  const t0 = now();
  for (const { queue, block } of heaps) {
    const { floats } = block;
    for (let i = 0; i < count; i++) {
      floats[(i + 1) * FLOAT_STRIDE + DUE] = delays[i]!;
      delayQueueOffer(queue, block, i + 1);
    }
  }
  const t1 = now();
  for (const { flagged } of heaps) for (let i = 0; i < cancelled.length; i++) flagged[cancelled[i]! + 1] = 1;
  const t2 = now();
  let popped = 0;
  for (const { queue, block, flagged } of heaps) {
    for (let id = delayQueuePoll(queue, block); id !== 0; id = delayQueuePoll(queue, block))
      if (flagged[id] === 0) popped++;
  }
  return { add: t1 - t0, cancel: t2 - t1, expire: now() - t2, popped };
}

/** Draws the delays and the cancelled timers from a fixed seed. */
function makeLoad(count: number): Load {
  let state = 42;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const delays = Float64Array.from({ length: count }, () => 1 + Math.floor(random() * HOUR_MS));
  const cancelled = shuffled(count, random).slice(0, Math.floor(count * CANCELLED_SHARE));
  return { delays, cancelled, batches: Math.max(1, Math.round(OPERATIONS / count)) };
}

/** Returns the numbers below `count` in random order (Fisher and Yates). */
export function shuffled(count: number, random: () => number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const swap = order[i]!;
    order[i] = order[j]!;
    order[j] = swap;
  }
  return order;
}
