import {
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
  type Micros,
} from '../protocol/units.ts';

/** Allowed distances of ticks on a value axis, each times any power of ten. */
const VALUE_STEPS = [1, 2, 2.5, 5, 10];
/** The smallest number ≥ `value` (> 0) that is a number of `ladder` times a power of ten. */
export function roundUp(value: number, ladder: readonly number[] = VALUE_STEPS): number {
  const size = 10 ** Math.floor(Math.log10(value));
  return (ladder.find((n) => n * size >= value) ?? 10) * size;
}

/** Allowed distances of labels on a time axis, up to 12 hours: decimal steps below 10 s, then the steps of a clock. */
const TIME_STEPS: readonly Micros[] = [
  ...[1, 10, 100, 1_000, 10_000, 100_000, 1_000_000].flatMap((unit) => [unit, 2 * unit, 5 * unit]),
  ...[10, 15, 30].map((seconds) => seconds * MICROS_PER_SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MICROS_PER_MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * MICROS_PER_HOUR),
];

/** Allowed distances of labels above 12 hours, in days, each times any power of ten. */
const DAY_STEPS = [1, 2, 3, 5, 10];

/** The smallest allowed step (`TIME_STEPS`, `DAY_STEPS`) that fits at most `most` times into a span. */
export function timeStep(span: Micros, most: number): Micros {
  const least = span / Math.max(1, most);
  return (
    TIME_STEPS.find((step) => step >= least) ?? roundUp(least / MICROS_PER_DAY, DAY_STEPS) * MICROS_PER_DAY
  );
}

/** The allowed step for which the number of steps in a span is closest to `about`; it may be larger than `about`. */
export function nearTimeStep(span: Micros, about: number): Micros {
  const next = timeStep(span, about);
  const before = TIME_STEPS[TIME_STEPS.indexOf(next) - 1] ?? next;
  const wanted = span / Math.max(1, about);
  return wanted * wanted < before * next ? before : next;
}

/** Multiples of a step in an interval, in microseconds. Default: the smallest step with at most `most` ticks. */
export function timeTicks(
  { from, to }: { from: number; to: number },
  most: number,
  step: Micros = timeStep(to - from, most),
): { step: Micros; at: number[] } {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return { step, at: Array.from({ length: count }, (_, n) => (first + n) * step) };
}

/** A short label: the number of seconds, minutes or hours; only the first label has the unit. */
export function bareLabel(at: Micros, step: Micros, first: boolean): string {
  const [unit, name] =
    step < MICROS_PER_MINUTE
      ? [MICROS_PER_SECOND, 's']
      : step < MICROS_PER_HOUR
        ? [MICROS_PER_MINUTE, 'min']
        : [MICROS_PER_HOUR, 'h'];
  return first ? `${at / unit} ${name}` : String(at / unit);
}
