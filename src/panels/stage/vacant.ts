import { earnsCoins } from '../../charts/coins.ts';
import type { StageInput } from './input.ts';
import { entriesLeft } from './job-marks.ts';
import type { JobMark } from './stage-marks.ts';

/** An empty column, kept for a job that may preempt the current one. */
export interface Vacant {
  /** Place on the list before which the column stands. */
  at: number;
  /** Size of the card that it is for, and the level at which that card would be; −1 = no level is kept free for it. */
  width: number;
  height: number;
  level: number;
}

/**
 * The empty column: the one asked for, or one in front of the current job for the smallest job that could ever preempt
 * it. A job that can never earn enough gets none, because the column costs room.
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
