import { MICROS_PER_SECOND, type Micros, type Seconds } from '../protocol/units.ts';
import { groupDigits } from '../scenario/digits.ts';

/** `0:36.58`, or `1:02:36.58` from an hour on: the clock of the run, cut (never rounded up) to hundredths. */
export function formatClock(at: Micros): string {
  const hundredths = Math.floor(at / 10_000);
  const seconds = Math.floor(hundredths / 100);
  const tail = `${pad(seconds % 60)}.${pad(hundredths % 100)}`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${tail}` : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${tail}`;
}

/** `36.58 s`, as beside a decision. */
export function formatSeconds(at: Micros): string {
  const hundredths = Math.floor(at / 10_000);
  return `${Math.floor(hundredths / 100)}.${pad(hundredths % 100)} s`;
}

/** Seconds with at most three decimals: `1.5 s`. */
export function formatShortSeconds(us: Micros): string {
  return `${formatNumber(us / MICROS_PER_SECOND)} s`;
}

/** `1 234 ms`: the clock of a laboratory that counts milliseconds. */
export function formatMillis(at: Micros): string {
  return `${formatCount(Math.floor(at / 1000))} ms`;
}

/** `4.250 ms`: the clock of a run that counts microseconds. */
export function formatFine(at: Micros): string {
  return `${formatCount(Math.floor(at / 1000))}.${String(Math.floor(at % 1000)).padStart(3, '0')} ms`;
}

/** A tick of the time axis: `0:40` where whole seconds do, else `0:00.5`; hours as `1:00:00`. */
export function formatTick(at: Micros, step: Micros): string {
  if (step < 1_000) return `${at / 1_000} ms`;
  if (step < 10_000 || (step < 100_000 && at < MICROS_PER_SECOND)) return formatMillis(at);
  const whole = formatClock(at);
  return step % MICROS_PER_SECOND === 0
    ? whole.slice(0, -3)
    : whole.slice(0, step % 100_000 === 0 ? -1 : undefined);
}

/** A wait in the largest units that say it: `4 s`, `4:34`, `1 h 6`. */
export function formatWait(seconds: Seconds): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
  return `${Math.floor(seconds / 3600)} h ${pad(Math.floor((seconds % 3600) / 60))}`;
}

/** A count, as everywhere on the page: `1 234` with a thin space. */
export function formatCount(n: number): string {
  return groupDigits(n);
}

/** A count with its noun: `1 delivery slot`, `3 entries`. */
export function formatCounted(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}

/** A number with at most three decimals, without trailing zeros: `2.7`, `−0.333`. */
export function formatNumber(n: number): string {
  const rounded = Math.round(n * 1000) / 1000;
  return String(Object.is(rounded, -0) ? 0 : rounded).replace('-', '−');
}

/** The same with groups of three digits that do not break across lines: `1 234.5`, with a narrow no-break space. */
export function formatGrouped(n: number): string {
  return formatNumber(n).replace(/\d+/, (whole) => formatCount(Number(whole)).replaceAll('\u2009', '\u202f'));
}

/** A number rounded to a whole one, in a sentence: `1 234`, with a narrow no-break space. */
export function formatWhole(n: number): string {
  return formatGrouped(Math.round(n));
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
