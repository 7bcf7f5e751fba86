import type { JobId } from '../../protocol/ids.ts';
import type { JobRow, ListRow } from '../../protocol/rows.ts';
import type { Seconds } from '../../protocol/units.ts';

/** Everything the geometry of the stage depends on. */
export interface StageInput {
  /** Jobs of the transport from left to right. */
  jobs: readonly JobRow[];
  /** The whole list as columns when it is longer than what has rows; absent or null = `jobs` is the whole list. */
  list?: ListRow | null;
  order: 'scheduler' | 'time';
  current: JobId;
  candidate: JobId;
  candidateScore: number;
  /** Number of the selected message, 0 = none. */
  selected: number;
  now: Seconds;
  /** Size of the box that shows the stage, and pixels of 1 rem. */
  width: number;
  height: number;
  rem: number;
  /** Whether labels are drawn on the picture. */
  annotations: boolean;
  /** One of several pictures on the page: bars only. */
  compact?: boolean;
  /** Size of the legend, or null when it is not wanted. */
  key: { width: number; height: number } | null;
  /** Cards under the rail also in a narrow box: it is enlarged afterwards. */
  upright?: boolean;
  /** Largest number of cells side by side in a card. Default: by the step of magnification. */
  columnsMax?: number;
  /** Position on the list that the lens of a dense rail looks at; null = the best candidate. */
  focus?: number | null;
}

/** Length of the list, including jobs without a row. */
export function jobsListed({ jobs, list }: Pick<StageInput, 'jobs' | 'list'>): number {
  return list?.ids.length ?? jobs.length;
}

/** Stage narrower than this (in design pixels) turns by 90°. */
export const OUTLINE_BELOW = 480;
/** Most jobs as cards, and as bars; above, columns of pixels. */
export const CARDS_MAX = 14;
export const BARS_MAX = 60;
/** Cards that stay cards when the tail of the list becomes bars. */
export const HEAD_CARDS = 8;
