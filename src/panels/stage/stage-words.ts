import { balanceOf, coinsOf, owedOf } from '../../charts/coins.ts';
import { formatCounted } from '../../explain/format.ts';
import type { JobRow } from '../../protocol/rows.ts';

/** Texts of the stage, in the terms of the scheduler's document: adopted, siblings, current, stack level. */

export const NO_JOBS = 'No mail waits for a turn.';
export const NO_MAIL = 'No mail yet.';

export function ghostWords(adopted: boolean): string {
  return adopted ? 'gone' : 'gone, no adopter';
}

export function adoptionWords(adopter: number): string {
  return `adopted by ${adopter}`;
}

export function levelWords(level: number): string {
  return level === 0 ? 'stack level 0' : `level ${level}`;
}

/** Names of the two ends of the rail. */
export const RAIL_ENDS = { front: 'front of the list', end: 'end of the list' };

/** Note about the current job on the picture. */
export function currentWords(job: Pick<JobRow, 'parent' | 'gone'>): string {
  return job.parent !== 0 && job.gone.length === 0 ? 'goes first' : 'has the turn';
}

/** Coins that a job spent on another job. `paid`: earned coins; `owed`: coins taken in advance. */
export function spentOn(payer: JobRow, number: number): { paid: number; owed: number } {
  const count = (kind: 'spent' | 'owed'): number =>
    coinsOf(payer).reduce(
      (sum, run) => sum + (run.kind === kind && run.number === number ? run.count : 0),
      0,
    );
  return { paid: count('spent'), owed: count('owed') };
}

/** `paid 3 coins`, `paid 1 coin and owes 1`, `owes 2 coins`; `pays`: the verb in the tense of the sentence. */
export function priceWords(payer: JobRow, number: number, pays: string): string {
  const { paid, owed } = spentOn(payer, number);
  if (paid === 0 && owed > 0) return `owes ${formatCounted(owed, 'coin')}`;
  return `${pays} ${formatCounted(paid, 'coin')}${owed > 0 ? ` and owes ${owed}` : ''}`;
}

/** A note beside the line between two jobs: `1 paid 3 coins for 2`; "" when the coins are gone. */
export function paidWords(payer: JobRow, number: number): string {
  const { paid, owed } = spentOn(payer, number);
  return paid + owed === 0 ? '' : `${payer.number} ${priceWords(payer, number, 'paid')} for ${number}`;
}

interface JobStanding {
  job: JobRow;
  current: boolean;
  candidate: boolean;
  score: string;
  /** Number of the job that it preempted, if that is still present; 0 = none. */
  parent: number;
}

/** A job for a screen reader: "job 6, current, level 1, 3 of 8 selected, 1 delivery slot on hand, preempts 3". */
export function jobLabel({ job, current, candidate, score, parent }: JobStanding): string {
  const owed = owedOf(job);
  const free = balanceOf(job);
  const gone = job.gone[0];
  return [
    `job ${job.number}`,
    current && 'current',
    candidate && `best candidate${score === '' ? '' : `, score ${score}`}`,
    job.blocker && 'blocker',
    `level ${job.level}`,
    `${job.selected} of ${job.read} selected`,
    job.unread > 0 && `${job.unread} unread`,
    job.counts.b > 0 && `${job.counts.b} being delivered`,
    free > 0 && `${formatCounted(free, 'delivery slot')} on hand`,
    owed > 0 && `owes ${formatCounted(owed, 'delivery slot')}`,
    gone !== undefined && `preempted ${gone}, which is gone`,
    parent !== 0 && (gone === undefined ? `preempts ${parent}` : `adopted by ${parent}`),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

export function ghostTitle(number: number, adopter: number, children: readonly number[]): string {
  const left = `job ${number}, gone; ${children.join(' and ')} preempted it`;
  return adopter === 0 ? `${left} and no job adopted them` : `${left} and ${adoptionWords(adopter)}`;
}

export function agentWords(limit: number, busy: number): string {
  const free = Math.max(0, limit - busy);
  return `${formatCounted(limit, 'agent')}, ${free === 0 ? 'none free' : `${free} free`}`;
}

export function jobsWords(count: number): string {
  return formatCounted(count, 'job');
}
