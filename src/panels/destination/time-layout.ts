import type { FeedbackHistory, FeedbackRuleName } from '../../protocol/inspect.ts';
import type { Micros } from '../../protocol/units.ts';
import { topOf, type WindowLine, windowLine } from '../destinations/window-lines.ts';
import { LEFT, RIGHT, TOP, windowTicks } from './chart-layout.ts';
import { nearTimeStep, timeTicks } from '../../plot/ticks.ts';
import type { Outage } from './outages.ts';

/** Layout of the window over time. The scale is linear, so a long dead period leaves little space for the rest. */
export interface TimeChart {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Step lines of both rules. Their origin is the plot's corner (left, top). */
  lines: Record<FeedbackRuleName, WindowLine>;
  ticks: { y: number; text: number; base: boolean }[];
  instants: { x: number; at: Micros; step: Micros }[];
  outages: { x: number; width: number; words: string }[];
  events: { number: number; x: number; index: number }[];
  yOf: (window: number) => number;
  xOf: (at: Micros) => number;
}

/** Height of report marks and instants below the plot, in pixels. */
const BELOW = 70;
const MOST = 340;

/** Lays out the history from its first event to `now` (microseconds). */
export function timeLayout(
  history: FeedbackHistory,
  now: Micros,
  outages: readonly Outage[],
  box: { width: number; height: number },
): TimeChart {
  const right = box.width - RIGHT;
  const width = right - LEFT;
  const height = Math.min(MOST, box.height - TOP - BELOW);
  const most = topOf([history, { ...history, rule: history.rule === 'shipped' ? 'documented' : 'shipped' }]);
  const top = most % 2 === 0 ? most : most + 1;
  const end = Math.max(1, now);
  const xOf = (at: Micros): number => LEFT + (Math.min(at, end) / end) * width;
  const yOf = (window: number): number => TOP + height - (window / top) * height;
  const about = Math.max(2, Math.floor(width / 110));
  const { step, at: instants } = timeTicks({ from: 0, to: end }, about, nearTimeStep(end, about));
  const first = history.total - history.events.length;
  const line = (rule: FeedbackRuleName): WindowLine => windowLine(history, end, top, { width, height }, rule);
  return {
    left: LEFT,
    right,
    top: TOP,
    bottom: TOP + height,
    lines: { shipped: line('shipped'), documented: line('documented') },
    ticks: windowTicks(top, height).map((window) => ({ y: yOf(window), text: window, base: window === 0 })),
    instants: instants.map((at) => ({ x: xOf(at), at, step })),
    outages: outages
      .filter(({ from }) => from < end)
      .map(({ from, until, words }) => ({ x: xOf(from), width: xOf(until) - xOf(from), words })),
    events: history.events.map(({ at }, index) => ({ number: first + index + 1, x: xOf(at), index })),
    yOf,
    xOf,
  };
}
