import type { QueueRow } from '../../protocol/rows.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import { stepLine, tenths } from '../../plot/paths.ts';

export const NO_DESTINATION = 'No destination yet. Each appears with the first mail for it.';

/** State of a destination as a badge: sign, word, ground. */
export interface Badge {
  sign: '●' | '■' | '❙❙' | '✕';
  word: string;
  tone: 'good' | 'plain' | 'warn' | 'bad';
}

/** Sign and word of a destination; `now` in whole seconds for what is left of a wait. */
export function badgeOf(queue: QueueRow): Badge {
  if (queue.status === 'throttled') return { sign: '✕', word: 'dead', tone: 'bad' };
  if (queue.status === 'suspended') return { sign: '❙❙', word: 'rate delay', tone: 'warn' };
  if (queue.busy >= queue.window) return { sign: '■', word: 'full', tone: 'plain' };
  return { sign: '●', word: 'ready', tone: 'good' };
}

/** Cells of a window that are drawn one by one; above it a bar says the share. */
export const MOST_CELLS = 12;

/** A cell of the window: the message whose entry is being delivered, 0 = free. `over` = busy beyond the window. */
export interface WindowCell {
  key: string;
  number: number;
  over: boolean;
}

/** The window as cells, oldest delivery first; a window that shrank under running deliveries shows them beyond its edge. */
export function windowCells(queue: QueueRow): WindowCell[] {
  const count = Math.max(queue.window, queue.busy);
  return Array.from({ length: Math.min(count, MOST_CELLS) }, (_, i) => ({
    key: `cell-${i}`,
    number: i < queue.busy ? (queue.busyBy[i] ?? 0) : 0,
    over: i >= queue.window,
  }));
}

/** A sum that changes the window, or marks the destination dead, when it reaches 1. */
export interface Thread {
  name: 'success' | 'failure' | 'cohorts';
  /** 0 to 1, the length of the bar. */
  share: number;
  text: string;
}

/**
 * The three quantities of concurrency feedback. `failure` counts down in the program (the first failure of a cycle moves
 * the window at once, then there is room again), so its bar is what has been eaten up since the last step.
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
 * Rank of a destination in trouble: dead, then failing, then paused. A full window does not count: it changes at every
 * turn, and rows would change places while they are read.
 */
function troubleOf(queue: QueueRow): number {
  if (queue.status === 'throttled') return 3;
  if (queue.failCohorts > 0) return 2;
  return queue.status === 'suspended' ? 1 : 0;
}

/** Waiting entries on a logarithmic scale, so that rows with similar numbers keep their places. */
const waitingOf = (queue: QueueRow): number => Math.ceil(Math.log2(queue.todo + 1));

/** Those in trouble first, then those with most waiting, then by name; a row moves only when much has changed. */
export function troubleFirst(queues: readonly QueueRow[]): QueueRow[] {
  return queues.toSorted(
    (a, b) => troubleOf(b) - troubleOf(a) || waitingOf(b) - waitingOf(a) || (a.name < b.name ? -1 : 1),
  );
}

/** What a sparkline is drawn from: a step line of the window over the last seconds, and where it was dead. */
export interface Spark {
  path: string;
  /** Parts of the line where the destination was dead. */
  dead: string;
  end: { x: number; y: number };
}

export const SPARK_SECONDS = 30;

/**
 * The window of the last seconds as a step line in a box of the given size, now at its right edge. Before the first known
 * change there is no line: the destination did not exist, or its history is longer than what is kept.
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
