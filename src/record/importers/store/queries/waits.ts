import type { Seconds } from '../../../../protocol/units.ts';

/** Bins per decade of seconds, upper edge of the lowest bin, and number of bins: 10 ms to a day, plus one below and one above. */
const PER_DECADE = 10;
const LEAST_SECONDS = 0.01;
export const WAIT_BINS = 72;

/** The bin of a wait in seconds: 0 below 10 ms, then ten per decade, the last above a day. */
export function waitBin(seconds: Seconds): number {
  if (!(seconds >= LEAST_SECONDS)) return 0;
  // 0.01 in 32 bits is slightly smaller than 0.01. The summand puts it in the bin of its printed value.
  const bin = Math.floor(Math.log10(seconds / LEAST_SECONDS) * PER_DECADE + 1e-4) + 1;
  return Math.min(WAIT_BINS - 1, bin);
}

/** Lower edge of a bin in seconds. 0 for the lowest. */
export function waitBinStart(bin: number): Seconds {
  return bin === 0 ? 0 : LEAST_SECONDS * 10 ** ((bin - 1) / PER_DECADE);
}

/**
 * A quantile of waits in seconds from their histogram, interpolated on the logarithm within the bin. The error is at
 * most one bin (26 %), usually half of that. NaN without values.
 *
 * @param q 0 … 1.
 */
export function waitQuantile(counts: Uint32Array, q: number, at = 0): number {
  let total = 0;
  for (let bin = 0; bin < WAIT_BINS; bin++) total += counts[at + bin] ?? 0;
  if (total === 0) return Number.NaN;
  let left = q * total;
  for (let bin = 0; bin < WAIT_BINS; bin++) {
    const count = counts[at + bin] ?? 0;
    if (left > count || count === 0) {
      left -= count;
      continue;
    }
    const share = left / count;
    return bin === 0 ? LEAST_SECONDS * share : waitBinStart(bin) * 10 ** (share / PER_DECADE);
  }
  return waitBinStart(WAIT_BINS - 1);
}
