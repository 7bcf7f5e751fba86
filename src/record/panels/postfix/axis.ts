import { formatTimeOfDay } from '../../explain/record-format.ts';
import type { Overview } from '../../protocol/record-questions.ts';
import { levelsOf, stepArea } from '../../../plot/paths.ts';
import { timeStep, timeTicks } from '../../../plot/ticks.ts';
import {
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
  type EpochMicros,
  type Seconds,
} from '../../../protocol/units.ts';

/** Times of the axis: round ones of the clock (of UTC), as many as have room. */
export function clockTicks(
  from: EpochMicros,
  to: EpochMicros,
  zone: string,
  room: number,
): { at: EpochMicros; text: string }[] {
  const most = Math.max(2, Math.floor(room / 84));
  const { step, at } = timeTicks({ from, to }, most, Math.max(MICROS_PER_SECOND, timeStep(to - from, most)));
  return at.map((time) => ({
    at: time,
    text: formatTimeOfDay(time, zone).slice(0, step < MICROS_PER_MINUTE ? 8 : 5),
  }));
}

/** Round lengths from 0 on up to a length, five steps at most (seconds). */
export function lengthTicks(length: Seconds): Seconds[] {
  return timeTicks({ from: 0, to: length * MICROS_PER_SECOND }, 5).at.map((at) => at / MICROS_PER_SECOND);
}

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

/** An area under a step for each bin; `most` is full height. */
export function binArea(
  values: ArrayLike<number>,
  { x, y, height, most }: { x: (bin: number) => number; y: number; height: number; most: number },
): string {
  if (most <= 0) return '';
  const top = (value: number): number => y + height - Math.min(1, value / most) * height;
  return stepArea(levelsOf(values, x, top), y + height);
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
