import { MICROS_PER_DAY, type Micros } from '../../protocol/units.ts';

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
