import { earnsCoins } from '../../charts/coins.ts';
import type { StageInput } from './input.ts';
import { entriesLeft } from './job-marks.ts';
import type { JobMark } from './stage-marks.ts';

/** An empty column, kept for a job that may preempt the current one. */
export interface Vacant {
  /** Index of the job before which the column is; the length of the list = the column is at the end. */
  at: number;
  /** Size of the card that fits into the column, and level of that card; −1 = reserve no height on any level. */
  width: number;
  height: number;
  level: number;
}

/**
 * The empty column: the requested one, or one before the current job, as wide as the card of the smallest job that
 * could ever preempt it. Null if no job could, because the column takes space.
 */
export function vacantOf(input: StageInput, marks: readonly JobMark[]): Vacant | null {
  const { vacant, order, current } = input;
  const size = (id: number) => marks.find((mark) => mark.id === id);
  if (vacant !== undefined) {
    const card = size(vacant.job);
    return card === undefined ? null : { at: vacant.at, width: card.width, height: card.height, level: -1 };
  }
  const at = input.jobs.findIndex((job) => job.id === current);
  const job = input.jobs[at];
  if (order !== 'scheduler' || input.compact === true || job === undefined || !earnsCoins(job.cost))
    return null;
  const spent = job.spends.reduce((sum, { count }) => sum + count, 0);
  const most = Math.floor((job.read + job.unread) / job.cost) - spent;
  const waiting = input.jobs.filter(
    (other, i) => i > at && other.level === 0 && other.children.length === 0 && entriesLeft(other) <= most,
  );
  const [least] = waiting.toSorted((a, b) => entriesLeft(a) - entriesLeft(b));
  const card = least === undefined ? undefined : size(least.id);
  return card === undefined ? null : { at, width: card.width, height: card.height, level: job.level + 1 };
}
