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

/** A count, as everywhere on the page. */
export function formatCount(n: number): string {
  return groupDigits(n);
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
