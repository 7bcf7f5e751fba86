import type { Seconds } from '../../../../protocol/units.ts';

/** Bins a decade of seconds, the upper edge of the lowest bin, and their number: 10 ms to a day, one below, one above. */
const PER_DECADE = 10;
const LEAST_SECONDS = 0.01;
export const WAIT_BINS = 72;

/** The bin of a wait in seconds: 0 below 10 ms, then ten a decade, the last one above a day. */
export function waitBin(seconds: Seconds): number {
  if (!(seconds >= LEAST_SECONDS)) return 0;
  // What is printed as 0.01 is kept in 32 bits and a little less: it belongs where its printed value does.
  const bin = Math.floor(Math.log10(seconds / LEAST_SECONDS) * PER_DECADE + 1e-4) + 1;
  return Math.min(WAIT_BINS - 1, bin);
}

/** From which wait a bin begins, in seconds; 0 for the lowest. */
export function waitBinStart(bin: number): Seconds {
  return bin === 0 ? 0 : LEAST_SECONDS * 10 ** ((bin - 1) / PER_DECADE);
}

/**
 * A quantile of waits from their counts by bin, in seconds: within its bin in equal parts of the logarithm, so at most one
 * bin (26 %) off, as a rule half of that. NaN without any.
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
