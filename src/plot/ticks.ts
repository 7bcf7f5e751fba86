import {
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
  type Micros,
  type Seconds,
} from '../protocol/units.ts';

/** Round numbers for an axis: of values, of durations and of times of day. Each has one ladder of steps. */

/** Steps of an axis of values, times a power of ten. */
const VALUE_STEPS = [1, 2, 2.5, 5, 10];
/** The coarse ones: for the end of an axis whose middle is a round number too. */
export const COARSE = [1, 2, 5, 10];
/** Ends of an axis that grows with its values: finer than steps, so that little of the picture stays empty. */
export const FINE = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The smallest round number that is not below `value` (> 0): one of `ladder` times a power of ten. */
export function roundUp(value: number, ladder: readonly number[] = VALUE_STEPS): number {
  const size = 10 ** Math.floor(Math.log10(value));
  return (ladder.find((n) => n * size >= value) ?? 10) * size;
}

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

/** Steps of an axis of time up to half a day: decimal below 10 s, then those of a clock. */
const TIME_STEPS: readonly Micros[] = [
  ...[1, 10, 100, 1_000, 10_000, 100_000, 1_000_000].flatMap((unit) => [unit, 2 * unit, 5 * unit]),
  ...[10, 15, 30].map((seconds) => seconds * MICROS_PER_SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MICROS_PER_MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * MICROS_PER_HOUR),
];

/** Whole days above that, times a power of ten. */
const DAY_STEPS = [1, 2, 3, 5, 10];

/** The smallest round step with which a span has at most `most` of them. */
export function timeStep(span: Micros, most: number): Micros {
  const least = span / Math.max(1, most);
  return (
    TIME_STEPS.find((step) => step >= least) ?? roundUp(least / MICROS_PER_DAY, DAY_STEPS) * MICROS_PER_DAY
  );
}

/** The round step with which a span has the number of them that is nearest to `about`; it may have some more. */
export function nearTimeStep(span: Micros, about: number): Micros {
  const next = timeStep(span, about);
  const before = TIME_STEPS[TIME_STEPS.indexOf(next) - 1] ?? next;
  const wanted = span / Math.max(1, about);
  return wanted * wanted < before * next ? before : next;
}

/**
 * Instants inside an interval (microseconds of a run, or since 1970) at multiples of a step: by default the smallest one of
 * which at most `most` fit into it.
 */
export function timeTicks(
  { from, to }: { from: number; to: number },
  most: number,
  step: Micros = timeStep(to - from, most),
): { step: Micros; at: number[] } {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return { step, at: Array.from({ length: count }, (_, n) => (first + n) * step) };
}

/** An instant or a duration in the unit that suits the step: `40 µs`, `4.5 ms`, `1.25 s`, `2:10`, `75:00`. */
export function durationLabel(at: Micros, step: Micros): string {
  if (step < 1_000 && at < 1_000) return `${Math.round(at)} µs`;
  if (step < MICROS_PER_SECOND && at < MICROS_PER_SECOND) return `${decimals(at / 1_000, step / 1_000)} ms`;
  if (at < MICROS_PER_MINUTE) return `${decimals(at / MICROS_PER_SECOND, step / MICROS_PER_SECOND)} s`;
  const seconds = at / MICROS_PER_SECOND;
  const rest = decimals(seconds % 60, step / MICROS_PER_SECOND);
  const whole = rest.split('.')[0] ?? '';
  return `${Math.floor(seconds / 60)}:${whole.length < 2 ? `0${rest}` : rest}`;
}

/** As many decimals as the step needs. */
function decimals(value: number, step: number): string {
  const places = step >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(step) - 1e-9));
  return value.toFixed(places);
}

/** The shortest label: a bare number of seconds, minutes or hours, as the step has them; the first one says the unit. */
export function bareLabel(at: Micros, step: Micros, first: boolean): string {
  const [unit, name] =
    step < MICROS_PER_MINUTE
      ? [MICROS_PER_SECOND, 's']
      : step < MICROS_PER_HOUR
        ? [MICROS_PER_MINUTE, 'min']
        : [MICROS_PER_HOUR, 'h'];
  return first ? `${at / unit} ${name}` : String(at / unit);
}

/** Marks of a logarithmic axis of waiting. */
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
