/** Number formats that the first picture does not need (those are in `format.ts`). */
import { formatCount, pad } from './format.ts';
import { MICROS_PER_MINUTE, MICROS_PER_SECOND, type Micros, type Seconds } from '../protocol/units.ts';

/** Writes an instant as in a log line, in minutes, seconds and microseconds: `0:04.790000`. */
export function formatLogClock(at: Micros): string {
  const minutes = Math.floor(at / MICROS_PER_MINUTE);
  return `${minutes}:${((at - minutes * MICROS_PER_MINUTE) / MICROS_PER_SECOND).toFixed(6).padStart(9, '0')}`;
}

/** Writes an instant in seconds to the microsecond: `4.790000`. */
export function formatExactSeconds(at: Micros): string {
  return (at / MICROS_PER_SECOND).toFixed(6);
}

/** Writes a share with one decimal: `0.125` → `12.5 %`. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Writes a share in whole per cent: `0.125` → `13 %`. */
export function formatWholeShare(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Writes a size in its largest unit: `1.2 GB`, `734 MB`, `1.2 MB`, `3 kB`, `40 B`. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 9.95e6) return `${Math.round(bytes / 1e6)} MB`;
  if (bytes >= 0.95e6) return `${(bytes / 1e6).toFixed(1)} MB`;
  return bytes >= 1e3 ? `${Math.round(bytes / 1e3)} kB` : `${bytes} B`;
}

/** Writes a duration with at most three significant digits: `25 µs`, `1.2 ms`, `10 s`. */
export function formatSpan(us: Micros): string {
  if (us < 1_000) return `${Math.round(us)} µs`;
  if (us < MICROS_PER_SECOND) return `${threeFigures(us / 1_000)} ms`;
  if (us < 120 * MICROS_PER_SECOND) return `${threeFigures(us / MICROS_PER_SECOND)} s`;
  return `${threeFigures(us / MICROS_PER_MINUTE)} min`;
}

/** Writes a duration with trailing zeros, for columns: `131 µs`, `1.51 ms`, `84.4 ms`, `1.30 s`. */
export function formatSpanDigits(us: Micros): string {
  if (us < 1_000) return `${Math.round(us)} µs`;
  if (us < MICROS_PER_SECOND) return `${formatDigits(us / 1_000)} ms`;
  return `${formatDigits(us / MICROS_PER_SECOND)} s`;
}

/** Writes three digits with trailing zeros: `1.30`, `84.4`, `521`, `1 234`. */
export function formatDigits(n: number): string {
  return n >= 99.95 ? formatCount(Math.round(n)) : n.toFixed(n >= 9.995 ? 1 : 2);
}

/** Writes seconds truncated to tenths, without the unit: `36.5`. */
export function formatTenths(at: Micros): string {
  return (Math.floor(at / 100_000) / 10).toFixed(1);
}

function threeFigures(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Writes seconds with at most three decimals: `1.5 s`. */
export function formatShortSeconds(us: Micros): string {
  return `${formatNumber(us / MICROS_PER_SECOND)} s`;
}

/** Writes a duration in its largest units: `4 s`, `4:34`, `1 h 6`. */
export function formatWait(seconds: Seconds): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
  return `${Math.floor(seconds / 3600)} h ${pad(Math.floor((seconds % 3600) / 60))}`;
}

/** Writes a number with at most three decimals and no trailing zeros: `2.7`, `−0.333`. */
export function formatNumber(n: number): string {
  const rounded = Math.round(n * 1000) / 1000;
  return String(Object.is(rounded, -0) ? 0 : rounded).replace('-', '−');
}

/** Writes a number like `formatNumber`, with digit groups joined by a narrow no-break space: `1 234.5`. */
export function formatGrouped(n: number): string {
  return formatNumber(n).replace(/\d+/, (whole) => formatCount(Number(whole)).replaceAll('\u2009', '\u202f'));
}

/** Writes a number like `formatGrouped`, rounded to an integer. */
export function formatWhole(n: number): string {
  return formatGrouped(Math.round(n));
}
