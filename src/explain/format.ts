import { MICROS_PER_MINUTE, MICROS_PER_SECOND, type Micros } from '../protocol/units.ts';
import { groupDigits } from '../scenario/digits.ts';

/** Writes an instant or a duration, truncated to hundredths: `36.58 s`, from one minute on `5:03.21`, then `1:02:36.58`. */
export function formatSeconds(at: Micros): string {
  const hundredths = Math.floor(at / 10_000);
  const seconds = Math.floor(hundredths / 100);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds}.${pad(hundredths % 100)} s`;
  const tail = `${pad(seconds % 60)}.${pad(hundredths % 100)}`;
  return minutes < 60 ? `${minutes}:${tail}` : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${tail}`;
}

/** Writes the clock of a run measured in milliseconds: `1 234 ms`. */
export function formatMillis(at: Micros): string {
  return `${formatCount(Math.floor(at / 1000))} ms`;
}

/** Writes the clock of a run measured in microseconds: `4.250 ms`. */
export function formatFine(at: Micros): string {
  return `${formatCount(Math.floor(at / 1000))}.${String(Math.floor(at % 1000)).padStart(3, '0')} ms`;
}

/** Labels a tick as `formatSeconds` writes its instant, as exactly as the step asks: `40 s`, `0.5 s`, `5:00`, `1:00:00`. */
export function formatTick(at: Micros, step: Micros): string {
  if (step < 1_000) return `${at / 1_000} ms`;
  if (step < 10_000 || (step < 100_000 && at < MICROS_PER_SECOND)) return formatMillis(at);
  if (at < MICROS_PER_MINUTE) return `${at / MICROS_PER_SECOND} s`;
  const whole = formatSeconds(at);
  return step % MICROS_PER_SECOND === 0
    ? whole.slice(0, -3)
    : whole.slice(0, step % 100_000 === 0 ? -1 : undefined);
}

/** Writes a count with thin spaces between groups of three digits: `1 234`. */
export function formatCount(n: number): string {
  return groupDigits(n);
}

/** Writes a count with its noun: `1 delivery slot`, `3 entries`. */
export function formatCounted(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}

export function pad(n: number): string {
  return String(n).padStart(2, '0');
}
