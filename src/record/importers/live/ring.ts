import {
  type EpochMicros,
  type EpochSeconds,
  MICROS_PER_SECOND,
  type Seconds,
} from '../../../protocol/units.ts';

/** Number of seconds stored by default: three hours. */
const KEPT = 10_800;

/** One number for each of the last seconds in fixed memory: second s is at index s mod size. */
export class Ring {
  /** The latest second stored; 0 = none. */
  latest = 0;
  private readonly size: number;
  private readonly values: Float32Array;

  /** @param size Number of seconds stored. */
  constructor(size = KEPT) {
    this.size = size;
    this.values = new Float32Array(size);
  }

  /** Advances to a second. New seconds get the value `fill`. */
  reach(second: EpochSeconds, fill = 0): void {
    if (second <= this.latest) return;
    const from = Math.max(this.latest + 1, second - this.size + 1);
    for (let s = from; s <= second; s++) this.values[s % this.size] = fill;
    this.latest = second;
  }

  /** Adds an amount to a second's number. A second that is no longer stored is ignored. */
  add(second: EpochSeconds, amount: number): void {
    this.reach(second);
    if (second > this.latest - this.size)
      this.values[second % this.size] = (this.values[second % this.size] ?? 0) + amount;
  }

  /** Sets a second's number. A second that is no longer stored is ignored. */
  set(second: EpochSeconds, value: number): void {
    this.reach(second);
    if (second > this.latest - this.size) this.values[second % this.size] = value;
  }

  /** Adds a time span (microseconds) to the seconds that it covers, each by its covered part. */
  addStretch(from: EpochMicros, to: EpochMicros): void {
    const first = Math.floor(from / MICROS_PER_SECOND);
    const last = Math.floor(to / MICROS_PER_SECOND);
    for (let s = Math.max(first, last - this.size + 1); s <= last; s++)
      this.add(
        s,
        (Math.min(to, (s + 1) * MICROS_PER_SECOND) - Math.max(from, s * MICROS_PER_SECOND)) /
          MICROS_PER_SECOND,
      );
  }

  /** The value of a second; 0 if not stored. */
  at(second: EpochSeconds): number {
    return second > this.latest || second <= this.latest - this.size
      ? 0
      : (this.values[second % this.size] ?? 0);
  }

  /** The sum over seconds from … to−1. */
  sum(from: EpochSeconds, to: EpochSeconds): number {
    let sum = 0;
    for (let s = Math.max(from, this.latest - this.size + 1); s < Math.min(to, this.latest + 1); s++)
      sum += this.values[s % this.size] ?? 0;
    return sum;
  }

  /** Sums of bins of `each` seconds. */
  bins(from: EpochSeconds, each: Seconds, count: number): number[] {
    return Array.from({ length: count }, (_, i) => this.sum(from + i * each, from + (i + 1) * each));
  }
}
