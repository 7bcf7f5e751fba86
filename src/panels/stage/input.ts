import type { JobId } from '../../protocol/ids.ts';
import type { JobRow, ListRow } from '../../protocol/rows.ts';
import type { Seconds } from '../../protocol/units.ts';

export interface StageInput {
  /** Jobs of the transport, from left to right. */
  jobs: readonly JobRow[];
  /** The whole list as columns, when it is longer than `jobs`; absent or null = `jobs` is the whole list. */
  list?: ListRow | null;
  order: 'scheduler' | 'time';
  current: JobId;
  candidate: JobId;
  candidateScore: number;
  /** Number of the selected message, 0 = none. */
  selected: number;
  now: Seconds;
  /** Size of the stage's box in pixels, and pixels per rem. */
  width: number;
  height: number;
  rem: number;
  annotations: boolean;
  /** True if the picture is one of several on the page; then it has only bars. */
  compact?: boolean;
  /** True to draw cards below the rail also in a narrow box, if they fit. */
  upright?: boolean;
  /**
   * The empty column: before the job at index `at`, as wide as the card of `job`. Default: before the current job, if
   * another job could preempt it, so that the preemption moves no other card.
   */
  vacant?: { at: number; job: JobId };
  /** Input of the other side of a comparison. Both sides use one size and the same columns for a message. */
  beside?: StageInput;
  /** Text of a preemption in another language: numbers of paying and preempting message, coins paid, coins owed. */
  pays?: (payer: number, number: number, paid: number, owed: number) => string;
  /** Lens position on a dense rail; null = the best candidate. */
  focus?: number | null;
}

/** Length of the list, including jobs without a row. */
export function jobsListed({ jobs, list }: Pick<StageInput, 'jobs' | 'list'>): number {
  return list?.ids.length ?? jobs.length;
}

/** Stages narrower than this, in design pixels, are turned by 90°. */
export const OUTLINE_BELOW = 480;
/** Largest number of jobs drawn as cards, and as bars; a longer list is drawn as pixel columns. */
export const CARDS_MAX = 14;
export const BARS_MAX = 60;
/** Number of jobs at the head of the list that stay cards when the others become bars. */
export const HEAD_CARDS = 8;
