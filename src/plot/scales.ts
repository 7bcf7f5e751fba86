import type { Micros } from '../protocol/units.ts';
import type { Plot } from './Frame.tsx';
import type { TimeWindow } from './time-window.ts';
import { valueTicks, wholeTicks } from './values.ts';

interface ValueScale {
  /** Largest value that the plot shows. */
  top: number;
  y: (value: number) => number;
  /** For a ValueAxis. */
  ticks: { y: number; text: string; base: boolean }[];
}

interface ValueOptions {
  /** Largest number of steps. */
  most?: number;
  /** Counts: no tick between whole numbers, and the axis ends at the largest value. */
  whole?: boolean;
  /** Words of a tick; the number itself by default. */
  text?: (value: number) => string;
}

/** A vertical axis from 0 to a value (at least to a round number above it), and its ticks. */
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

/** Without the digits that binary fractions add: 0.3, not 0.30000000000000004. */
function shortNumber(value: number): string {
  return String(Number(value.toPrecision(10)));
}

/** Where an instant is on a horizontal axis that shows a window of time. */
export function timeScale(
  { left, width }: Pick<Plot, 'left' | 'width'>,
  { from, to }: TimeWindow,
): (at: Micros) => number {
  return (at) => left + ((at - from) / Math.max(1, to - from)) * width;
}
