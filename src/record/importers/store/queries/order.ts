import type { EpochMicros } from '../../../../protocol/units.ts';

/** Marks a row that is in no group. */
export const NO_GROUP = 0xffffffff;

/**
 * Rows of a table by group, and within a group by time, so a time range of a group is one contiguous stretch that
 * binary search finds. Rows of equal time keep their log order.
 */
export interface Order {
  rows: Uint32Array;
  /** Time of each row of the table, whole microseconds. */
  times: Float64Array;
  /** Group g is at starts[g] to starts[g + 1]. */
  starts: Uint32Array;
}

/** Rows `1 … length − 1` of a table that pass `keep`. */
export function tableRows(length: number, keep?: (row: number) => boolean): Uint32Array {
  const rows = new Uint32Array(Math.max(0, length - 1));
  let count = 0;
  for (let row = 1; row < length; row++) if (keep === undefined || keep(row)) rows[count++] = row;
  return count === rows.length ? rows : rows.slice(0, count);
}

/** Sorts rows by time. The sort is stable. */
export function byTime(rows: Uint32Array, times: Float64Array): Uint32Array {
  let least = Infinity;
  let most = -Infinity;
  let sorted = true;
  let before = -Infinity;
  for (const row of rows) {
    const time = times[row] ?? 0;
    if (time < before) sorted = false;
    if (time < least) least = time;
    if (time > most) most = time;
    before = time;
  }
  if (sorted) return rows;
  let from = rows;
  let to: Uint32Array = new Uint32Array(rows.length);
  // Radix sort with sixteen bits per pass. A day in microseconds takes three passes.
  for (let unit = 1; unit <= most - least; unit *= 65_536) {
    pass(from, to, times, least, unit);
    [from, to] = [to, from === rows ? new Uint32Array(rows.length) : from];
  }
  return from;
}

function pass(from: Uint32Array, to: Uint32Array, times: Float64Array, least: number, unit: number): void {
  const places = new Uint32Array(65_537);
  for (const row of from) {
    const digit = Math.floor(((times[row] ?? 0) - least) / unit) & 0xffff;
    places[digit + 1] = (places[digit + 1] ?? 0) + 1;
  }
  for (let i = 1; i < places.length; i++) places[i] = (places[i] ?? 0) + (places[i - 1] ?? 0);
  for (const row of from) {
    const digit = Math.floor(((times[row] ?? 0) - least) / unit) & 0xffff;
    const at = places[digit] ?? 0;
    to[at] = row;
    places[digit] = at + 1;
  }
}

/** Distributes rows sorted by time to their groups. `groupOf` is by row; null = all are one group. */
export function inGroups(
  sorted: Uint32Array,
  times: Float64Array,
  groupOf: Uint32Array | null,
  groups: number,
): Order {
  if (groupOf === null) return { rows: sorted, times, starts: Uint32Array.of(0, sorted.length) };
  const starts = new Uint32Array(groups + 1);
  for (const row of sorted) {
    const group = groupOf[row] ?? NO_GROUP;
    if (group < groups) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  }
  for (let group = 1; group <= groups; group++)
    starts[group] = (starts[group] ?? 0) + (starts[group - 1] ?? 0);
  const rows = new Uint32Array(starts[groups] ?? 0);
  const next = starts.slice();
  for (const row of sorted) {
    const group = groupOf[row] ?? NO_GROUP;
    if (group >= groups) continue;
    const at = next[group] ?? 0;
    rows[at] = row;
    next[group] = at + 1;
  }
  return { rows, times, starts };
}

/** First place of a group with a time not before `time`, otherwise the group's end. */
export function placeOf({ rows, times, starts }: Order, group: number, time: EpochMicros): number {
  let low = starts[group] ?? 0;
  let high = starts[group + 1] ?? low;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[rows[middle] ?? 0] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
