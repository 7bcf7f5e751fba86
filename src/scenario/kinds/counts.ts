import type { ByKind } from './by-kind.ts';
import { mailCounts } from './mail/counts.ts';
import { threadCounts } from './threads/counts.ts';
import { timerCounts } from './timers/counts.ts';

/** About how much happens in a run. */
export interface Counts {
  events: number;
  /** Milliseconds and bytes beyond what so many events of mail take. */
  ms?: number;
  bytes?: number;
}

/** Counted from the scenario, by kind. */
export const COUNTS: ByKind<Counts> = {
  mail: mailCounts,
  'timer-lab': timerCounts,
  'threads-alone': threadCounts,
};
