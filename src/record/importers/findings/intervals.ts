import type { EpochMicros, Micros } from '../../../protocol/units.ts';

/** Ascending intervals that do not overlap, with their running sum, so that the overlap with any range is cheap. */
export interface Intervals {
  from: Float64Array;
  to: Float64Array;
  /** Sum of the lengths before each interval. */
  sum: Float64Array;
}

export const NO_INTERVALS: Intervals = {
  from: new Float64Array(0),
  to: new Float64Array(0),
  sum: new Float64Array(0),
};

/** Concurrent deliveries as steps: `level[i]` lasts from `at[i]` to `at[i + 1]`. */
export interface Levels {
  at: Float64Array;
  level: Int32Array;
}

/** Builds the steps from intervals. `rows` index `from` and `to`; `begun` are the same rows in order of their starts, if known. */
export function levelsOf(
  rows: ArrayLike<number>,
  from: ArrayLike<EpochMicros>,
  to: ArrayLike<EpochMicros>,
  begun: ArrayLike<number> = rows,
): Levels {
  const starts = new Float64Array(rows.length);
  const ends = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    starts[i] = from[begun[i] ?? 0] ?? 0;
    ends[i] = to[rows[i] ?? 0] ?? 0;
  }
  sortWhereNeeded(starts);
  sortWhereNeeded(ends);
  const at = new Float64Array(rows.length * 2);
  const level = new Int32Array(rows.length * 2);
  let length = 0;
  let now = 0;
  for (let s = 0, e = 0; e < ends.length; ) {
    const time = Math.min(starts[s] ?? Infinity, ends[e] ?? Infinity);
    while (s < starts.length && starts[s] === time) {
      now++;
      s++;
    }
    while (e < ends.length && ends[e] === time) {
      now--;
      e++;
    }
    at[length] = time;
    level[length++] = now;
  }
  return { at: at.subarray(0, length), level: level.subarray(0, length) };
}

/** Sorts only if needed, because the times usually are in order. */
function sortWhereNeeded(times: Float64Array): void {
  for (let i = 1; i < times.length; i++)
    if ((times[i] ?? 0) < (times[i - 1] ?? 0)) {
      times.sort();
      return;
    }
}

/** Index of the last value that is not above `value` in an ascending list; −1 = none. */
export function lastNotAbove(list: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Index of the first value that is not below `value` in an ascending list, or its length. `of` maps the entries of
 * the list to their values.
 */
export function firstNotBelow(
  list: ArrayLike<number>,
  value: number,
  of: (one: number) => number = (one) => one,
): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (of(list[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The level at an instant; 0 before the first change. */
export function levelAt({ at, level }: Levels, time: EpochMicros): number {
  return level[lastNotAbove(at, time)] ?? 0;
}

/**
 * Stretches where the level is at least `least`. Dips of up to `dip` microseconds do not end a stretch: an agent
 * changes from one delivery to the next.
 */
export function stretchesAbove({ at, level }: Levels, least: number, dip: Micros): Intervals {
  const from: EpochMicros[] = [];
  const to: EpochMicros[] = [];
  let open = false;
  for (let i = 0; i < at.length; i++) {
    const high = (level[i] ?? 0) >= least;
    if (high === open) continue;
    const time = at[i] ?? 0;
    if (!high) to.push(time);
    else if (to.length > 0 && time - (to.at(-1) ?? 0) <= dip) to.pop();
    else from.push(time);
    open = high;
  }
  return intervals(from, to);
}

function intervals(from: readonly EpochMicros[], to: readonly EpochMicros[]): Intervals {
  const sum = new Float64Array(from.length);
  for (let i = 1; i < from.length; i++) sum[i] = (sum[i - 1] ?? 0) + (to[i - 1] ?? 0) - (from[i - 1] ?? 0);
  return { from: Float64Array.from(from), to: Float64Array.from(to), sum };
}

/** The parts that two lists of intervals have in common. */
export function inBoth(one: Intervals, other: Intervals): Intervals {
  const from: EpochMicros[] = [];
  const to: EpochMicros[] = [];
  for (let i = 0, j = 0; i < one.from.length && j < other.from.length; ) {
    const begin = Math.max(one.from[i] ?? 0, other.from[j] ?? 0);
    const end = Math.min(one.to[i] ?? 0, other.to[j] ?? 0);
    if (begin < end) {
      from.push(begin);
      to.push(end);
    }
    if ((one.to[i] ?? 0) < (other.to[j] ?? 0)) i++;
    else j++;
  }
  return intervals(from, to);
}

export function overlap(list: Intervals, from: EpochMicros, to: EpochMicros): number {
  return to <= from ? 0 : upTo(list, to) - upTo(list, from);
}

function upTo({ from, to, sum }: Intervals, time: EpochMicros): Micros {
  const i = lastNotAbove(from, time);
  return i < 0 ? 0 : (sum[i] ?? 0) + Math.min(time, to[i] ?? 0) - (from[i] ?? 0);
}
