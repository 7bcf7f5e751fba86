import type { Seconds } from '../../../protocol/units.ts';

/**
 * Half a unit of a delay's last printed digit, in seconds: 0.05 → 0.005, 1.6 → 0.05, 71 → 0.5. Below ten seconds
 * Postfix prints two digits and drops trailing zeros, so `3` stands for 3.0.
 *
 * @param decimals Decimals printed. A finer delay_logging_resolution_limit prints more than the usual ones.
 */
export function halfUnit(seconds: Seconds, decimals: number): number {
  const usual = seconds >= 10 ? 0.5 : seconds >= 1 ? 0.05 : 0.005;
  return decimals === 15 ? 0 : Math.min(usual, 0.5 / 10 ** decimals);
}

/** The printed number from its 32-bit float: 0.11, not 0.10999999940395355. */
export function printed(value: number, decimals: number): number {
  if (decimals === 15) return Number.NaN;
  const unit = 10 ** decimals;
  return Math.round(value * unit) / unit;
}

/** Bit positions of the decimals in `attempts.digits`. */
export const DIGITS = { delay: 0, a: 4, b: 8, c: 12, d: 16 } as const;
