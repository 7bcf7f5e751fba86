import { wheelDueOf } from '../../src/core/timers/wheel.ts';
import type { Wheel } from '../../src/core/timers/wheel-model.ts';
import { wheelLevelOf, wheelOwnerOf, wheelTasksOf } from '../../src/core/timers/wheel-read.ts';
import type { Millis } from '../../src/protocol/units.ts';
import { firstDifference, type Mismatch } from './types.ts';

/** State of the wheel in the form of recorded vectors, for `wheel-trace/1` and `purgatory-trace/1`. */

/** Members that the headers of both formats have. Times are milliseconds. */
export interface TimerHeader {
  format: string;
  name: string;
  tickMs: Millis;
  wheelSize: number;
  startMs: Millis;
}

/** A wheel with named tasks: the owner that the wheel stores for a task is the index of its name in `names`. */
export interface NamedWheel {
  wheel: Wheel;
  names: string[];
}

/** `[level, bucket, expiration]` of an armed bucket. */
export type BucketKey = [level: number, bucket: number, expiration: number];

export function nameOf(named: NamedWheel, id: number): string {
  return named.names[wheelOwnerOf(named.wheel, id)] ?? '';
}

/** Armed buckets in the order of the heap's array. */
export function heapOf(wheel: Wheel): BucketKey[] {
  return Array.from(wheel.queue.ids.subarray(0, wheel.queue.length), (root) => {
    const level = wheelLevelOf(wheel, root);
    return [level, root - wheel.levelBase[level]!, wheelDueOf(wheel, root)];
  });
}

/** Members `size`, `levels`, `delayQueue` and `counters` of a state. */
export function wheelState(named: NamedWheel): Record<string, unknown> {
  const { wheel } = named;
  const heap = heapOf(wheel);
  const levels = Array.from({ length: wheel.levels }, (_, level) => {
    const armed = heap.filter((key) => key[0] === level);
    const tickMs = wheel.levelTick[level]!;
    return {
      tickMs,
      interval: tickMs * wheel.size,
      currentTime: wheel.levelTime[level]!,
      buckets: Object.fromEntries(
        armed.map(([, bucket, expiration]) => [bucket, { expiration, tasks: tasksOf(named, level, bucket) }]),
      ),
    };
  });
  const delayQueue = heap.toSorted((a, b) => a[2] - b[2] || a[0] - b[0] || a[1] - b[1]);
  return { size: wheel.count, levels, delayQueue, counters: { ...wheel.counters } };
}

function tasksOf(named: NamedWheel, level: number, bucket: number): string[] {
  const root = named.wheel.levelBase[level]! + bucket;
  return wheelTasksOf(named.wheel, root).map((id) => nameOf(named, id));
}

/** Returns only the members of `got` that the vector has, because summary and heap are not recorded at every step. */
function holdOnly(expected: unknown, got: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(got).filter(([key]) => key in (expected as object)));
}

/** Returns the first difference between a trace and what the steps give; null when there is none. */
export function differenceIn<Op>(
  steps: readonly { op: Op; out: Record<string, unknown> }[],
  execute: (op: Op) => Record<string, unknown>,
  { summary, state }: Record<'summary' | 'state', () => Record<string, unknown>>,
): Mismatch | null {
  for (const [i, { op, out }] of steps.entries()) {
    const done = execute(op);
    const got: Record<string, unknown> = { ...done, ...holdOnly(out, summary()) };
    if (out['state'] !== undefined) got['state'] = holdOnly(out['state'], state());
    const difference = firstDifference(out, got, 'out');
    if (difference !== null) return { step: i + 1, ...difference };
  }
  return null;
}
