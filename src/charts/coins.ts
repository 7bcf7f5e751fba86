import type { JobRow } from '../protocol/rows.ts';

/**
 * A run of equal coins above a job's columns, left to right. `number` is the message that used `spent` coins (paid) or
 * `owed` coins (taken in advance by discount or loan).
 */
export interface CoinRun {
  kind: 'spent' | 'owed' | 'free' | 'future';
  number: number;
  count: number;
}

type CoinJob = Pick<JobRow, 'cost' | 'read' | 'deliverySlotsAvailable' | 'spends'>;

/** True if a job earns delivery slots at this cost. A cost below 2 turns preemption off. */
export function earnsCoins(cost: number): boolean {
  return cost >= 2;
}

/** Whole delivery slots that a job has; negative if it owes slots. Division truncates toward zero, as in Postfix. */
export function balanceOf(job: Pick<JobRow, 'cost' | 'deliverySlotsAvailable'>): number {
  return earnsCoins(job.cost) ? Math.trunc(job.deliverySlotsAvailable / job.cost) : 0;
}

/** Text in the corner of a card: `+1`, `owes 3` or nothing. A part of a slot that is owed counts as a whole slot. */
export function balanceText(job: Pick<JobRow, 'cost' | 'deliverySlotsAvailable'>): string {
  const owed = owedOf(job);
  if (owed > 0) return `owes ${owed}`;
  const free = balanceOf(job);
  return free > 0 ? `+${free}` : '';
}

/** Delivery slots that the job took in advance and has not earned yet. */
export function owedOf(job: Pick<JobRow, 'cost' | 'deliverySlotsAvailable'>): number {
  return earnsCoins(job.cost) ? Math.ceil(Math.max(0, -job.deliverySlotsAvailable) / job.cost) : 0;
}

/**
 * The coins of a job, computed from Postfix's own balance of delivery slots. Counting columns instead would be wrong
 * after a change of the cost during the run, and the balance decides the next preemption.
 */
export function coinsOf(job: CoinJob): CoinRun[] {
  if (!earnsCoins(job.cost)) return [];
  const total = job.spends.reduce((sum, spend) => sum + spend.count, 0);
  const owed = Math.min(total, owedOf(job));
  const runs: CoinRun[] = [];
  let paid = total - owed;
  for (const { number, count } of job.spends) {
    const here = Math.min(paid, count);
    paid -= here;
    push(runs, 'spent', number, here);
    push(runs, 'owed', number, count - here);
  }
  const free = Math.max(0, balanceOf(job));
  push(runs, 'free', 0, free);
  push(runs, 'future', 0, Math.floor(job.read / job.cost) - total - free);
  return runs;
}

function push(runs: CoinRun[], kind: CoinRun['kind'], number: number, count: number): void {
  if (count <= 0) return;
  const last = runs.at(-1);
  if (last !== undefined && last.kind === kind && last.number === number) last.count += count;
  else runs.push({ kind, number, count });
}
