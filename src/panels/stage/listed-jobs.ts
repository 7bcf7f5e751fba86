import { LISTED_BLOCKER, type JobRow, type ListRow } from '../../protocol/rows.ts';
import { entriesLeft } from './job-marks.ts';

const made = new WeakMap<readonly JobRow[], ListRow>();

/** Job rows in the column form of long lists, cached by row list. */
export function listedJobs(jobs: readonly JobRow[]): ListRow {
  const known = made.get(jobs);
  if (known !== undefined) return known;
  const waiting = (job: JobRow): number => Math.max(1, job.counts.s + job.counts.x);
  const list: ListRow = {
    id: jobs[0]?.transport ?? 0,
    rev: 0,
    ids: Uint32Array.from(jobs, (job) => job.id),
    numbers: Uint32Array.from(jobs, (job) => job.number),
    left: Uint32Array.from(jobs, entriesLeft),
    blocked: Uint8Array.from(jobs, (job) => Math.round((255 * job.counts.x) / waiting(job))),
    flags: Uint8Array.from(jobs, (job) => (job.blocker ? LISTED_BLOCKER : 0)),
  };
  made.set(jobs, list);
  return list;
}

export function isBlocker(list: ListRow, index: number): boolean {
  return ((list.flags[index] ?? 0) & LISTED_BLOCKER) !== 0;
}

/** The row of a job on a long list, or a row made from the columns. */
export function rowAt(list: ListRow, index: number, jobs: readonly JobRow[]): JobRow {
  const id = list.ids[index] ?? 0;
  const own = jobs.find((job) => job.id === id);
  if (own !== undefined) return own;
  const left = list.left[index] ?? 0;
  const blocked = Math.round((left * (list.blocked[index] ?? 0)) / 255);
  return {
    id,
    rev: 0,
    transport: list.id,
    msg: 0,
    number: list.numbers[index] ?? 0,
    level: 0,
    parent: 0,
    children: [],
    gone: [],
    blocker: isBlocker(list, index),
    queued: 0,
    read: left,
    selected: 0,
    unread: 0,
    counts: { d: 0, f: 0, b: 0, s: left - blocked, x: blocked },
    cells: '',
    cost: 0,
    deliverySlotsAvailable: 0,
    spends: [],
    recipientCount: 0,
    recipientSlots: 0,
  };
}
