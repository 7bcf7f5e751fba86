import type { Micros } from '../../protocol/units.ts';
import type { FeedbackHistory, FeedbackRuleName } from '../../protocol/inspect.ts';
import { type Level, stepLine, strokesPath, tenths } from '../../plot/paths.ts';

/** Layout of one destination's window over simulated time. */
export interface WindowLine {
  /** Step line of the window, interrupted where Postfix forgot the destination. */
  path: string;
  /** Intervals during which the destination was dead. */
  dead: { x: number; width: number }[];
  /** Path of marks where a connection or handshake failed. */
  failed: string;
  reports: number;
  failures: number;
  most: number;
}

/** Lays out a history up to `now` (microseconds) under one rule; `top`: window at the upper edge. */
export function windowLine(
  history: FeedbackHistory,
  now: Micros,
  top: number,
  size: { width: number; height: number },
  rule: FeedbackRuleName = history.rule,
): WindowLine {
  const x = (at: Micros): number => tenths((at / Math.max(1, now)) * size.width);
  const y = (window: number): number => tenths(size.height - (window / top) * size.height);
  const line: WindowLine = { path: '', dead: [], failed: '', reports: 0, failures: 0, most: 0 };
  const levels: Level[] = [];
  const failed: number[] = [];
  let life = -1;
  let deadSince = -1;
  history.events.forEach((event, i) => {
    const track = event[rule];
    const at = x(event.at);
    if (event.life !== life) {
      life = event.life;
      levels.push({ x: at, y: y(track.windowBefore), to: at, apart: true });
      line.most = Math.max(line.most, track.windowBefore);
    }
    if (event.sign !== 'revival') line.reports++;
    if (event.sign === 'negative') {
      failed.push(at);
    }
    if (deadSince >= 0 && track.window > 0) {
      line.dead.push({ x: deadSince, width: at - deadSince });
      deadSince = -1;
    } else if (track.died) deadSince = at;
    const next = history.events[i + 1];
    const until = next === undefined ? x(now) : next.life === life ? x(next.at) : at;
    levels.push({ x: at, y: y(track.window), to: until });
    line.most = Math.max(line.most, track.window);
  });
  if (deadSince >= 0) line.dead.push({ x: deadSince, width: tenths(size.width - deadSince) });
  line.path = stepLine(levels);
  line.failures = failed.length;
  line.failed = strokesPath(failed.map((at) => ({ x: at, y: size.height + 2, length: 4 })));
  return line;
}

/** Largest window of all histories, for a common scale. */
export function topOf(histories: readonly FeedbackHistory[]): number {
  const windows = histories.flatMap(({ events, rule }) =>
    events.map((event) => Math.max(event[rule].window, event[rule].windowBefore)),
  );
  return windows.reduce((most, window) => Math.max(most, window), 2);
}
