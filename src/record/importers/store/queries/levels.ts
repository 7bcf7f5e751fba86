import type { EpochMicros } from '../../../../protocol/units.ts';
import { byTime, inGroups, NO_GROUP, type Order } from './order.ts';

/** Number of changes of the level per block. */
const BLOCK = 64;

/** Spans of time: rows with a start, an end and a group, such as deliveries. */
export interface Spans {
  rows: Uint32Array;
  from: Float64Array;
  to: Float64Array;
  /** Null = all rows are one group. */
  groupOf: Uint32Array | null;
  groups: number;
}

/** Highest and lowest value and time-weighted mean in each bin. */
export interface LevelSeries {
  most: Int32Array;
  least: Int32Array;
  mean: Float64Array;
}

/**
 * How many spans are open at each instant, per group and at any resolution. Stores the changes in order of time, and per block their
 * maximum, minimum and area. A span that ends when another begins does not overlap it; an empty span does not count.
 */
export class Levels {
  private readonly starts: Uint32Array;
  /** Time of each change, and the number of open spans after it. */
  private readonly times: Float64Array;
  private readonly levels: Int32Array;
  private readonly blockMost: Int32Array;
  private readonly blockLeast: Int32Array;
  /** Area (spans × microseconds) of the group up to the first change of each block. */
  private readonly areas: Float64Array;

  constructor(spans: Spans) {
    const { from, to, groupOf, groups } = spans;
    const rows = spans.rows.filter((row) => (to[row] ?? 0) > (from[row] ?? 0));
    const begun = inGroups(byTime(rows, from), from, groupOf, groups);
    const ended = inGroups(byTime(rows, to), to, groupOf, groups);
    this.starts = begun.starts.map((start) => start * 2);
    const length = begun.rows.length * 2;
    this.times = new Float64Array(length);
    this.levels = new Int32Array(length);
    for (let group = 0; group + 1 < this.starts.length; group++) this.merge(begun, ended, group);
    const blocks = Math.ceil(length / BLOCK);
    this.blockMost = new Int32Array(blocks);
    this.blockLeast = new Int32Array(blocks);
    this.areas = new Float64Array(blocks);
    this.keep();
  }

  /** The level of one group in `bins` equal parts of a time range. */
  series(group: number, from: EpochMicros, to: EpochMicros, bins: number): LevelSeries {
    const series = {
      most: new Int32Array(bins),
      least: new Int32Array(bins),
      mean: new Float64Array(bins),
    };
    let place = this.place(group, from);
    let area = this.area(group, place, from);
    let begin = from;
    for (let bin = 0; bin < bins; bin++) {
      const end = from + ((to - from) * (bin + 1)) / bins;
      const next = this.place(group, end);
      const level = this.levelBefore(group, place);
      series.most[bin] = this.most(place, next, level);
      series.least[bin] = this.least(place, next, level);
      const upTo = this.area(group, next, end);
      series.mean[bin] = end > begin ? (upTo - area) / (end - begin) : level;
      [place, area, begin] = [next, upTo, end];
    }
    return series;
  }

  /** The number of open spans at an instant, after its changes. */
  at(group: number, time: EpochMicros): number {
    return this.levelBefore(group, this.place(group, time + 1));
  }

  private merge(begun: Order, ended: Order, group: number): void {
    const last = begun.starts[group + 1] ?? 0;
    let one = begun.starts[group] ?? 0;
    let other = one;
    let level = 0;
    for (let at = one * 2; at < last * 2; at++) {
      const start = one < last ? (begun.times[begun.rows[one] ?? 0] ?? 0) : Infinity;
      const end = ended.times[ended.rows[other] ?? 0] ?? 0;
      if (end <= start) other++;
      else one++;
      level += end <= start ? -1 : 1;
      this.times[at] = Math.min(start, end);
      this.levels[at] = level;
    }
  }

  private keep(): void {
    const { times, levels, starts } = this;
    let area = 0;
    let group = 0;
    for (let at = 0; at < times.length; at++) {
      while (at >= (starts[group + 1] ?? Infinity)) group++;
      if (at === (starts[group] ?? 0)) area = 0;
      else area += (levels[at - 1] ?? 0) * ((times[at] ?? 0) - (times[at - 1] ?? 0));
      const block = Math.floor(at / BLOCK);
      const level = levels[at] ?? 0;
      if (at % BLOCK === 0) {
        this.areas[block] = area;
        this.blockMost[block] = level;
        this.blockLeast[block] = level;
      }
      this.blockMost[block] = Math.max(this.blockMost[block] ?? 0, level);
      this.blockLeast[block] = Math.min(this.blockLeast[block] ?? 0, level);
    }
  }

  /** A group's first change at or after a time. */
  private place(group: number, time: EpochMicros): number {
    let low = this.starts[group] ?? 0;
    let high = this.starts[group + 1] ?? low;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.times[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private levelBefore(group: number, place: number): number {
    return place === this.starts[group] ? 0 : (this.levels[place - 1] ?? 0);
  }

  /** Spans × microseconds from the group's first change to a time. `place` is the first change at or after that time. */
  private area(group: number, place: number, time: EpochMicros): number {
    const start = this.starts[group] ?? 0;
    if (place === start) return 0;
    const { times, levels } = this;
    let at = Math.max(start, Math.floor((place - 1) / BLOCK) * BLOCK);
    let area = at === start ? 0 : (this.areas[at / BLOCK] ?? 0);
    for (; at < place; at++)
      area += (levels[at] ?? 0) * ((at + 1 < place ? (times[at + 1] ?? 0) : time) - (times[at] ?? 0));
    return area;
  }

  private most(from: EpochMicros, to: EpochMicros, level: number): number {
    let most = level;
    for (let at = from; at < to; ) {
      const whole = at % BLOCK === 0 && at + BLOCK <= to;
      most = Math.max(most, (whole ? this.blockMost[at / BLOCK] : this.levels[at]) ?? 0);
      at += whole ? BLOCK : 1;
    }
    return most;
  }

  private least(from: EpochMicros, to: EpochMicros, level: number): number {
    let least = level;
    for (let at = from; at < to; ) {
      const whole = at % BLOCK === 0 && at + BLOCK <= to;
      least = Math.min(least, (whole ? this.blockLeast[at / BLOCK] : this.levels[at]) ?? 0);
      at += whole ? BLOCK : 1;
    }
    return least;
  }
}

/** Groups of a table by the row of another table that each of its rows refers to. */
export function groupsThrough(
  length: number,
  ofOther: Uint32Array | null,
  other: Uint32Array,
): Uint32Array | null {
  if (ofOther === null) return null;
  const groups = new Uint32Array(length).fill(NO_GROUP);
  for (let row = 1; row < length; row++) groups[row] = ofOther[other[row] ?? 0] ?? NO_GROUP;
  return groups;
}
