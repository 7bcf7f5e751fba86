import { MICROS_PER_MINUTE, MICROS_PER_SECOND, type Micros, type Seconds } from '../protocol/units.ts';
import { roundUp } from './ticks.ts';

/** Steps of an axis with few labels. If the axis ends at one of them, its middle is a round number, too. */
export const COARSE = [1, 2, 5, 10];
/** Upper ends of an axis that grows with its values, close together so that little of the chart is empty. */
export const FINE = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Values from 0 to at least `max`, in at most `most` round steps. */
export function valueTicks(max: number, most: number): number[] {
  const step = roundUp(Math.max(1e-9, max) / most);
  return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, n) => n * step);
}

/** Whole numbers from 0 to at most `max`, in at most `most` equal steps. */
export function wholeTicks(max: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(max / most));
  return Array.from({ length: Math.floor(max / step) + 1 }, (_, n) => n * step);
}

/** A duration in the unit of the step: `40 µs`, `4.5 ms`, `1.25 s`, `2:10`, `75:00`. */
export function durationLabel(at: Micros, step: Micros): string {
  if (step < 1_000 && at < 1_000) return `${Math.round(at)} µs`;
  if (step < MICROS_PER_SECOND && at < MICROS_PER_SECOND) return `${decimals(at / 1_000, step / 1_000)} ms`;
  if (at < MICROS_PER_MINUTE) return `${decimals(at / MICROS_PER_SECOND, step / MICROS_PER_SECOND)} s`;
  const seconds = at / MICROS_PER_SECOND;
  const rest = decimals(seconds % 60, step / MICROS_PER_SECOND);
  const whole = rest.split('.')[0] ?? '';
  return `${Math.floor(seconds / 60)}:${whole.length < 2 ? `0${rest}` : rest}`;
}

function decimals(value: number, step: number): string {
  const places = step >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(step) - 1e-9));
  return value.toFixed(places);
}

/** Ticks of a logarithmic axis of delays, in seconds with their labels. */
export const WAIT_MARKS: readonly { seconds: Seconds; text: string }[] = [
  { seconds: 0.01, text: '10 ms' },
  { seconds: 0.1, text: '0.1 s' },
  { seconds: 1, text: '1 s' },
  { seconds: 10, text: '10 s' },
  { seconds: 60, text: '1 min' },
  { seconds: 600, text: '10 min' },
  { seconds: 3600, text: '1 h' },
  { seconds: 86_400, text: '1 day' },
];
