import type { RealMillis } from '../../../src/protocol/units.ts';

/** Yardsticks, which make figures of different machines comparable, and medians. */

/** Nanoseconds of one round of work on a Map and an array of 100,000 numbers. `now` is a clock in milliseconds. */
export function mapAndArrayNs(rounds: number, now: () => number = () => performance.now()): number {
  const map = new Map<number, number>();
  const array = Array.from({ length: 100_000 }, (_, i) => i);
  let sum = 0;
  const start = now();
  for (let i = 0; i < rounds; i++) {
    const k = i & 0xffff;
    map.set(k, i);
    sum += map.get(k) ?? 0;
    if (i & 1) map.delete(k);
    array.push(i);
    sum += array.pop() ?? 0;
  }
  const ms = now() - start;
  if (sum === 0) throw new Error('the yardstick was not run');
  return (ms * 1e6) / rounds;
}

/** Rounds of the yardstick in one yardstick-millisecond: the number that an idle desktop machine does in a millisecond. */
const ROUNDS_A_MS = 20_000;

/**
 * Converts milliseconds on this machine to milliseconds on that desktop machine. `roundNs`: nanoseconds of a round on this
 * machine.
 */
export function yardstickMs(ms: RealMillis, roundNs: number): number {
  return (ms * 1e6) / (roundNs * ROUNDS_A_MS);
}

export function median(runs: number, figure: () => number): number {
  return middleOf(Array.from({ length: runs }, figure));
}

/** Returns the median of the figures; for an even number of figures, the upper of the two in the middle. */
export function middleOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
}
