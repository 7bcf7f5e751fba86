import type { Micros } from '../protocol/units.ts';

export interface TimeWindow {
  from: Micros;
  to: Micros;
}

export interface WindowLimits {
  whole: TimeWindow;
  /** Shortest visible span. */
  shortest: Micros;
}

/** Multiplies the span of a window by `factor`; instant `at` keeps its place in the plot. Null = the whole range. */
export function zoomWindow(
  { from, to }: TimeWindow,
  at: Micros,
  factor: number,
  limits: WindowLimits,
): TimeWindow | null {
  const { whole, shortest } = limits;
  const span = Math.max(shortest, (to - from) * factor);
  if (span >= whole.to - whole.from) return null;
  const share = Math.min(1, Math.max(0, (at - from) / (to - from)));
  return windowInside({ from: at - span * share, to: at + span * (1 - share) }, whole);
}

export function moveWindow({ from, to }: TimeWindow, by: Micros, whole: TimeWindow): TimeWindow {
  return windowInside({ from: from + by, to: to + by }, whole);
}

/** Moves a window into the whole range and keeps its span. Returns the whole range if the span is longer. */
export function windowInside({ from, to }: TimeWindow, whole: TimeWindow): TimeWindow {
  const span = Math.round(to - from);
  if (span >= whole.to - whole.from) return whole;
  const start = Math.round(Math.min(whole.to - span, Math.max(whole.from, from)));
  return { from: start, to: start + span };
}
