import { MICROS_PER_SECOND, type Micros } from '../protocol/units.ts';
import { groupDigits } from '../scenario/digits.ts';

/** Writes the clock of the run, truncated to hundredths: `0:36.58`, from one hour on `1:02:36.58`. */
export function formatClock(at: Micros): string {
  const hundredths = Math.floor(at / 10_000);
  const seconds = Math.floor(hundredths / 100);
  const tail = `${pad(seconds % 60)}.${pad(hundredths % 100)}`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${tail}` : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${tail}`;
}

/** Writes an instant in seconds, truncated to hundredths: `36.58 s`. */
export function formatSeconds(at: Micros): string {
  const hundredths = Math.floor(at / 10_000);
  return `${Math.floor(hundredths / 100)}.${pad(hundredths % 100)} s`;
}

/** Writes the clock of a run measured in milliseconds: `1 234 ms`. */
export function formatMillis(at: Micros): string {
  return `${formatCount(Math.floor(at / 1000))} ms`;
}

/** Writes the clock of a run measured in microseconds: `4.250 ms`. */
export function formatFine(at: Micros): string {
  return `${formatCount(Math.floor(at / 1000))}.${String(Math.floor(at % 1000)).padStart(3, '0')} ms`;
}

/** Labels a tick on the time axis: `0:40` for whole seconds, else `0:00.5`; hours as `1:00:00`. */
export function formatTick(at: Micros, step: Micros): string {
  if (step < 1_000) return `${at / 1_000} ms`;
  if (step < 10_000 || (step < 100_000 && at < MICROS_PER_SECOND)) return formatMillis(at);
  const whole = formatClock(at);
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
