import { MICROS_PER_DAY, MICROS_PER_MINUTE, MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';

/** A part of a run. */
export interface TimeWindow {
  from: Micros;
  to: Micros;
}

/** Closest and widest look: ten microseconds, a day. */
const SPAN_MIN = 10;
const SPAN_MAX = MICROS_PER_DAY;

/** Where an instant is, in pixels of a plot `width` wide. */
export function xOf({ from, to }: TimeWindow, width: number, at: Micros): number {
  return ((at - from) / (to - from)) * width;
}

/** The instant at a pixel. */
export function atOf({ from, to }: TimeWindow, width: number, x: number): Micros {
  return from + (x / Math.max(1, width)) * (to - from);
}

/** The window with another span, the instant under the pointer staying where it is. */
export function zoomAbout(window: TimeWindow, at: Micros, factor: number): TimeWindow {
  const span = window.to - window.from;
  const next = Math.min(SPAN_MAX, Math.max(SPAN_MIN, span * factor));
  const share = Math.min(1, Math.max(0, (at - window.from) / span));
  const from = Math.max(0, at - share * next);
  return { from, to: from + next };
}

/** The window moved by a time; never before the start of the run. */
export function moveBy({ from, to }: TimeWindow, by: Micros): TimeWindow {
  const start = Math.max(0, from + by);
  return { from: start, to: start + (to - from) };
}

/** Round numbers of microseconds about `count` to the window, from 10 ns steps of the eye up to hours. */
export function tickStep(span: Micros, count: number): Micros {
  const rough = Math.max(1, span / Math.max(1, count));
  return STEPS.find((step) => step >= rough) ?? (STEPS.at(-1) as number);
}

const STEPS: readonly Micros[] = [
  ...[1, 10, 100, 1_000, 10_000, 100_000].flatMap((unit) => [unit, 2 * unit, 5 * unit]),
  ...[1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400].map(
    (s) => s * MICROS_PER_SECOND,
  ),
];

/** Ticks inside the window, at round instants. */
export function timeTicks({ from, to }: TimeWindow, count: number): { step: Micros; at: Micros[] } {
  const step = tickStep(to - from, count);
  const at: Micros[] = [];
  for (let n = Math.ceil(from / step); n * step <= to && at.length < 60; n++) at.push(n * step);
  return { step, at };
}

/** An instant or a duration in the unit that suits the step: `40 µs`, `4.5 ms`, `1.25 s`, `2:10`. */
export function formatMicrosAt(at: Micros, step: Micros): string {
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
