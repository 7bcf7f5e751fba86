import { formatTimeOfDay } from '../../explain/record-format.ts';
import type { Overview } from '../../protocol/record-questions.ts';
import { MICROS_PER_SECOND, type EpochMicros, type Seconds } from '../../../protocol/units.ts';

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];

/** Times of the axis: round ones of the clock, as many as have room. */
export function clockTicks(
  from: number,
  to: number,
  zone: string,
  room: number,
): { at: EpochMicros; text: string }[] {
  const span = (to - from) / MICROS_PER_SECOND;
  const most = Math.max(2, Math.floor(room / 84));
  const step = STEPS.find((seconds) => span / seconds <= most) ?? 86_400;
  const found: { at: EpochMicros; text: string }[] = [];
  for (
    let at = Math.ceil(from / MICROS_PER_SECOND / step) * step;
    at * MICROS_PER_SECOND <= to && found.length < 60;
    at += step
  ) {
    const text = formatTimeOfDay(at * MICROS_PER_SECOND, zone);
    found.push({ at: at * MICROS_PER_SECOND, text: step >= 60 ? text.slice(0, 5) : text });
  }
  return found;
}

const SMALL_STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
const DAYS = [2, 5, 10].map((days) => days * 86_400);

/** Round lengths from 0 on up to a length, five steps at most (seconds). */
export function lengthTicks(length: Seconds): Seconds[] {
  const step = [...SMALL_STEPS, ...STEPS, ...DAYS].find((one) => length / one <= 5) ?? length;
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, i) => i * step);
}

/** Decades of waiting that are named. */
export const DECADES: readonly { seconds: Seconds; text: string }[] = [
  { seconds: 0.01, text: '10 ms' },
  { seconds: 0.1, text: '0.1 s' },
  { seconds: 1, text: '1 s' },
  { seconds: 10, text: '10 s' },
  { seconds: 60, text: '1 min' },
  { seconds: 600, text: '10 min' },
  { seconds: 3600, text: '1 h' },
  { seconds: 86_400, text: '1 day' },
];

/** Height over the floor of a wait, 0 to 1, over so many steps of a logarithm (ten a decade, the lowest below 10 ms). */
export function waitHeight(seconds: Seconds, steps: number): number {
  if (!(seconds >= 0.01)) return 0.5 / steps;
  return Math.min(1, (Math.log10(seconds / 0.01) * 10 + 1) / steps);
}

/** Where the axis of waiting may end. Not lower: "more than 10 s" is what verdicts count. */
const TOPS: readonly Seconds[] = [10, 60, 600, 3600];

/** Steps of the axis of waiting up to a wait. */
const stepsTo = (seconds: Seconds): number => Math.round(Math.log10(seconds / 0.01) * 10 + 1);

/**
 * Steps of the logarithm that are drawn: up to the next named wait over the longest one, of what is counted and of what is
 * marked (seconds). An axis that always went to a day would leave most of the picture empty where mail is quick.
 */
export function stepsDrawn(
  { waits, steps, bins }: Pick<Overview, 'waits' | 'steps' | 'bins'>,
  marked: readonly Seconds[],
): number {
  let high = Math.max(0, ...marked.map(stepsTo));
  for (let bin = 0; bin < bins; bin++)
    for (let step = high; step < steps; step++) if ((waits[bin * steps + step] ?? 0) > 0) high = step + 1;
  return TOPS.map(stepsTo).find((top) => high <= top) ?? steps;
}

/** An area under steps as a path; `most` is full height. */
export function stepArea(
  values: ArrayLike<number>,
  { x, y, height, most }: { x: (bin: number) => number; y: number; height: number; most: number },
): string {
  if (most <= 0) return '';
  let path = `M${x(0).toFixed(1)} ${y + height}`;
  for (let bin = 0; bin < values.length; bin++) {
    const top = y + height - Math.min(1, (values[bin] ?? 0) / most) * height;
    path += `L${x(bin).toFixed(1)} ${top.toFixed(1)}L${x(bin + 1).toFixed(1)} ${top.toFixed(1)}`;
  }
  return `${path}L${x(values.length).toFixed(1)} ${y + height}Z`;
}

/** Width of a letter of a lane's name, and what stands beside the name. */
const LETTER = 6.65;
const BESIDE = 13;

/** Room left of the lanes: for 18 letters, and for up to 27 where the picture is wide and a name needs them. */
export function besideLanes({ lanes }: Pick<Overview, 'lanes'>, width: number): number {
  const longest = Math.max(18, ...lanes.map(({ label }) => label.length));
  return BESIDE + Math.ceil(LETTER * Math.min(width < 800 ? 18 : 27, longest));
}

/** Letters of a lane's name that such a room holds. */
export const lettersIn = (room: number): number => Math.floor((room - BESIDE) / LETTER);
