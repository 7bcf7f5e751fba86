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
  /** One of several pictures on the page: bars only. */
  compact?: boolean;
  /** Size of the legend; null = hidden. */
  key: { width: number; height: number } | null;
  /** Cards below the rail also in a narrow box, because it is enlarged afterwards. */
  upright?: boolean;
  /** Most cells per row of a card. Default: depends on the size step. */
  columnsMax?: number;
  /** Lens position on a dense rail; null = the best candidate. */
  focus?: number | null;
}

/** Length of the list, including jobs without a row. */
export function jobsListed({ jobs, list }: Pick<StageInput, 'jobs' | 'list'>): number {
  return list?.ids.length ?? jobs.length;
}

/** Narrower stages (in design pixels) are turned by 90°. */
export const OUTLINE_BELOW = 480;
/** Most jobs drawn as cards, and as bars; longer lists are pixel columns. */
export const CARDS_MAX = 14;
export const BARS_MAX = 60;
/** Cards kept at the head of the list when its tail becomes bars. */
export const HEAD_CARDS = 8;
