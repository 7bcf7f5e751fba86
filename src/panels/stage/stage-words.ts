import { balanceOf, owedOf } from '../../charts/coins.ts';
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
