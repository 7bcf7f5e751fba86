import type { QueueRow } from '../../protocol/rows.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import { stepLine, tenths } from '../../plot/paths.ts';

export const NO_DESTINATION = 'No destination yet. Each appears with the first mail for it.';

/** Badge of a destination's state: icon, word, background. */
export interface Badge {
  sign: '●' | '■' | '❙❙' | '✕';
  word: string;
  tone: 'good' | 'plain' | 'warn' | 'bad';
}

/** Badge of a destination; `now` is in whole seconds and gives the remaining wait of a dead destination. */
export function badgeOf(queue: QueueRow): Badge {
  if (queue.status === 'throttled') return { sign: '✕', word: 'dead', tone: 'bad' };
  if (queue.status === 'suspended') return { sign: '❙❙', word: 'rate delay', tone: 'warn' };
  if (queue.busy >= queue.window) return { sign: '■', word: 'full', tone: 'plain' };
  return { sign: '●', word: 'ready', tone: 'good' };
}

/** Largest window drawn as cells; a larger one is a bar. */
export const MOST_CELLS = 12;

/** A cell of the window: the number of the message being delivered, 0 = free. `over` = delivery beyond the window. */
export interface WindowCell {
  key: string;
  number: number;
  over: boolean;
}

/** The window as cells, oldest delivery first. Deliveries that exceed a shrunken window come last. */
export function windowCells(queue: QueueRow): WindowCell[] {
  const count = Math.max(queue.window, queue.busy);
  return Array.from({ length: Math.min(count, MOST_CELLS) }, (_, i) => ({
    key: `cell-${i}`,
    number: i < queue.busy ? (queue.busyBy[i] ?? 0) : 0,
    over: i >= queue.window,
  }));
}

/** A sum that changes the window or marks the destination dead when it reaches 1. */
export interface Thread {
  name: 'success' | 'failure' | 'cohorts';
  /** Length of the bar, 0 to 1. */
  share: number;
  text: string;
}

/**
 * The three sums of concurrency feedback. Postfix's failure sum counts down, because the first failure of a cycle moves
 * the window immediately; so its bar shows the amount used up since the last step.
 */
export function feedbackThreads(queue: QueueRow): Thread[] {
  const cohorts = queue.cohortLimit > 0 ? queue.failCohorts / queue.cohortLimit : 0;
  return [
    { name: 'success', share: clamp(queue.success), text: queue.success.toFixed(2) },
    {
      name: 'failure',
      share: queue.failure > 0 ? clamp(1 - queue.failure) : 0,
      text: queue.failure.toFixed(2),
    },
    { name: 'cohorts', share: clamp(cohorts), text: queue.failCohorts.toFixed(2) },
  ];
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/**
 * Severity of a destination's trouble: dead, failing, paused. A full window does not count, because it changes every
 * turn and rows would jump.
 */
function troubleOf(queue: QueueRow): number {
  if (queue.status === 'throttled') return 3;
  if (queue.failCohorts > 0) return 2;
  return queue.status === 'suspended' ? 1 : 0;
}

/** Size of the backlog on a logarithmic scale, so that rows with similar backlogs keep their places. */
const waitingOf = (queue: QueueRow): number => Math.ceil(Math.log2(queue.todo + 1));

/** Sorted by trouble, then by waiting entries, then by name. Rows move only on large changes. */
export function troubleFirst(queues: readonly QueueRow[]): QueueRow[] {
  return queues.toSorted(
    (a, b) => troubleOf(b) - troubleOf(a) || waitingOf(b) - waitingOf(a) || (a.name < b.name ? -1 : 1),
  );
}

/** A small chart: step line of the window in the last seconds, and the time during which it was dead. */
export interface Spark {
  path: string;
  /** Parts of the line where the destination was dead. */
  dead: string;
  end: { x: number; y: number };
}

export const SPARK_SECONDS = 30;

/**
 * The window in the last seconds as a step line in a box of the given size; now is at the right edge. No line before
 * the first known change: the destination did not exist, or its history was dropped.
 */
export function sparkline(
  history: QueueRow['history'],
  now: Micros,
  size: { width: number; height: number },
): Spark | null {
  const last = history.window.at(-1);
  if (last === undefined) return null;
  const from = now - SPARK_SECONDS * MICROS_PER_SECOND;
  const top = Math.max(2, ...history.window);
  const xOf = (at: Micros): number => tenths((Math.max(0, at - from) / (now - from)) * size.width);
  const yOf = (window: number): number => tenths(size.height - 1.5 - (window / top) * (size.height - 3));
  const levels = history.at.flatMap((at, i) => {
    const until = history.at[i + 1] ?? now;
    const window = history.window[i] ?? 0;
    return until < from || at > now ? [] : [{ window, x: xOf(at), y: yOf(window), to: xOf(until) }];
  });
  const dead = levels.filter(({ window }) => window === 0).map((level) => ({ ...level, apart: true }));
  return { path: stepLine(levels), dead: stepLine(dead), end: { x: size.width, y: yOf(last) } };
}
