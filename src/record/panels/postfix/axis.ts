import { formatInstant, formatTimeOfDay } from '../../explain/record-format.ts';
import type { Overview } from '../../protocol/record-questions.ts';
import type { Plot } from '../../../plot/Frame.tsx';
import { timeTicks } from '../../../plot/ticks.ts';
import type { TimeWindow } from '../../../plot/time-window.ts';
import {
  MICROS_PER_DAY,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
  type EpochMicros,
  type Micros,
  type Seconds,
} from '../../../protocol/units.ts';

/** Converts an interval to the window of a TimeAxis, whose labels `clockLabel` writes. */
export function clockWindow({ from, to }: { from: EpochMicros; to: EpochMicros }): TimeWindow {
  return { from: Number(from), to: Number(to) };
}

/** Writes labels of a TimeAxis: day or time in a zone, with seconds only where the step between labels needs them. */
export function clockLabel(zone: string): (at: number, step: Micros) => string {
  return (at, step) =>
    step >= MICROS_PER_DAY
      ? formatInstant(at, zone).day
      : formatTimeOfDay(at, zone).slice(0, step < MICROS_PER_MINUTE ? 8 : 5);
}

/** Returns round lengths from 0 up to a length, in at most five steps. */
export function lengthTicks(length: Seconds): Seconds[] {
  return timeTicks({ from: 0, to: length * MICROS_PER_SECOND }, 5).at.map((at) => at / MICROS_PER_SECOND);
}

/** Height of a wait on a logarithmic axis, 0 to 1. The axis has ten steps a decade; its lowest one is below 10 ms. */
export function waitHeight(seconds: Seconds, steps: number): number {
  if (!(seconds >= 0.01)) return 0.5 / steps;
  return Math.min(1, (Math.log10(seconds / 0.01) * 10 + 1) / steps);
}

/** Returns the wait at a height; the inverse of `waitHeight`. 0 at the lowest step, Infinity at the top. */
export function waitAt(height: number, steps: number): Seconds {
  if (height <= 1 / steps) return 0;
  return height >= 1 ? Infinity : 0.01 * 10 ** ((height * steps - 1) / 10);
}

/** Possible ends of the axis of waiting, in seconds. None is below 10 s, because verdicts count waits over 10 s. */
const TOPS: readonly Seconds[] = [10, 60, 600, 3600];

/** Returns how many steps the axis of waiting has up to a wait. */
const stepsTo = (seconds: Seconds): number => Math.round(Math.log10(seconds / 0.01) * 10 + 1);

/**
 * Steps of the axis of waiting: up to the next of `TOPS` above the longest wait that is counted or marked (seconds). A fixed
 * axis up to a day would be mostly empty for fast mail.
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

/** A selected time, and a selected range of waiting. */
export interface Brush {
  from: EpochMicros;
  to: EpochMicros;
  over: Seconds;
  under: Seconds;
}

/** Properties shared by the parts of the picture. */
export interface Picture {
  overview: Overview;
  narrow: boolean;
  /** Number of steps of the axis of waiting. */
  steps: number;
  /** Characters that fit into a lane's name. */
  letters: number;
  arrivals: Plot;
  /** Null where no mail waited long enough for a heat map. */
  heat: Plot | null;
  /** Null where Postfix logged nothing about itself. */
  warnings: Plot | null;
  lanes: Plot;
  queue: Plot;
  /** Returns the horizontal position at which a bin starts. */
  x: (bin: number) => number;
  time: (at: EpochMicros) => number;
}

export function partOf(plot: Plot, top: number, height: number): Plot {
  return { ...plot, top, height, bottom: top + height };
}

/** Width for names left of a plot, in units, and the number of characters that fit. */
export function nameRoom(names: readonly string[], least: number, most: number) {
  const letters = Math.min(most, Math.max(least, ...names.map(({ length }) => length)));
  return { letters, left: 13 + Math.ceil(LETTER * letters) };
}

/** Width of a letter of a label, in units. */
const LETTER = 6.65;
