import type { Micros } from '../protocol/units.ts';
import type { Plot } from './Frame.tsx';
import type { TimeWindow } from './time-window.ts';
import { valueTicks, wholeTicks } from './values.ts';

interface ValueScale {
  top: number;
  y: (value: number) => number;
  ticks: { y: number; text: string; base: boolean }[];
}

interface ValueOptions {
  /** Maximum number of steps between ticks. */
  most?: number;
  /** For counts: ticks only at whole numbers, and the axis ends at the maximum. */
  whole?: boolean;
  /** Text of a tick, by default the number. */
  text?: (value: number) => string;
}

/** A vertical scale from 0 to a round number at or above `max`, and its ticks. */
export function valueScale(
  { bottom, height }: Pick<Plot, 'bottom' | 'height'>,
  max: number,
  { most = 4, whole = false, text = shortNumber }: ValueOptions = {},
): ValueScale {
  const values = whole ? wholeTicks(max, most) : valueTicks(max, most);
  const top = Math.max(max, values.at(-1) ?? 0) || 1;
  const y = (value: number): number => bottom - (value / top) * height;
  return { top, y, ticks: values.map((value) => ({ y: y(value), text: text(value), base: value === 0 })) };
}

/** Writes a decimal number without its rounding error: 0.3 instead of 0.30000000000000004. */
function shortNumber(value: number): string {
  return String(Number(value.toPrecision(10)));
}

/** Returns a function from an instant to x, on a horizontal axis that shows a time window. */
export function timeScale(
  { left, width }: Pick<Plot, 'left' | 'width'>,
  { from, to }: TimeWindow,
): (at: Micros) => number {
  return (at) => left + ((at - from) / Math.max(1, to - from)) * width;
}
