import type { TimeWindow } from '../../plot/time-window.ts';
import { MICROS_PER_DAY, type Micros } from '../../protocol/units.ts';

/** Shortest and longest span of the window, in microseconds. */
const SPAN_MIN = 10;
const SPAN_MAX = MICROS_PER_DAY;

export function xOf({ from, to }: TimeWindow, width: number, at: Micros): number {
  return ((at - from) / (to - from)) * width;
}

export function atOf({ from, to }: TimeWindow, width: number, x: number): Micros {
  return from + (x / Math.max(1, width)) * (to - from);
}

/** Zooms the window to `factor` times its span; the instant `at` keeps its place. */
export function zoomAbout(window: TimeWindow, at: Micros, factor: number): TimeWindow {
  const span = window.to - window.from;
  const next = Math.min(SPAN_MAX, Math.max(SPAN_MIN, span * factor));
  const share = Math.min(1, Math.max(0, (at - window.from) / span));
  const from = Math.max(0, at - share * next);
  return { from, to: from + next };
}

/** Moves the window by a time, but never before the start of the run. */
export function moveBy({ from, to }: TimeWindow, by: Micros): TimeWindow {
  const start = Math.max(0, from + by);
  return { from: start, to: start + (to - from) };
}
