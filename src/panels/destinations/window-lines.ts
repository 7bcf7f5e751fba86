import type { Micros } from '../../protocol/units.ts';
import type { FeedbackHistory, FeedbackRuleName } from '../../protocol/inspect.ts';
import { tenths } from '../../charts/round.ts';

/** The window of one destination over the time of the run, as it is drawn: pure geometry. */
export interface WindowLine {
  /** Step line of the window; it ends where the destination was dropped, and begins again where it was made anew. */
  path: string;
  /** Times during which it was dead. */
  dead: { x: number; width: number }[];
  /** Where a connection or a handshake failed. */
  failed: string;
  reports: number;
  failures: number;
  /** Greatest window. */
  most: number;
}

/** Lays out a history up to `now` (microseconds) in a box, under one rule; `top` = the window at its upper edge. */
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
  let life = -1;
  let deadSince = -1;
  history.events.forEach((event, i) => {
    const track = event[rule];
    const at = x(event.at);
    if (event.life !== life) {
      life = event.life;
      line.path += `M${at} ${y(track.windowBefore)}`;
      line.most = Math.max(line.most, track.windowBefore);
    }
    if (event.sign !== 'revival') line.reports++;
    if (event.sign === 'negative') {
      line.failures++;
      line.failed += `M${at} ${size.height + 2}v4`;
    }
    if (deadSince >= 0 && track.window > 0) {
      line.dead.push({ x: deadSince, width: at - deadSince });
      deadSince = -1;
    } else if (track.died) deadSince = at;
    line.path += `H${at}V${y(track.window)}`;
    line.most = Math.max(line.most, track.window);
    const next = history.events[i + 1];
    if (next === undefined) line.path += `H${x(now)}`;
  });
  if (deadSince >= 0) line.dead.push({ x: deadSince, width: tenths(size.width - deadSince) });
  return line;
}

/** The greatest window among histories: one scale for all, so that they can be compared. */
export function topOf(histories: readonly FeedbackHistory[]): number {
  const windows = histories.flatMap(({ events, rule }) =>
    events.map((event) => Math.max(event[rule].window, event[rule].windowBefore)),
  );
  return windows.reduce((most, window) => Math.max(most, window), 2);
}
