import type { QueueRow } from '../../protocol/rows.ts';

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

/** A quantity that runs towards the stop line at 1, where the window moves or the destination dies. */
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
