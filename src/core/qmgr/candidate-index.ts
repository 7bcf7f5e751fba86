import type { JobId, TransportId } from '../../protocol/ids.ts';
import { hashFirst, hashInsert, hashPair, hashRemove } from '../hash-index.ts';
import { listAppend, listInsertAfter, listPrepend, listRemove } from '../lists.ts';
import { drop, get, insert, NONE, touch } from '../tables.ts';
import { jobIsBlocker } from './blocker-tag.ts';
import type { JobRow, Qmgr } from './model.ts';

/**
 * Finds candidates for preemption without walking the job list. Any structure that makes the same choice is allowed
 * (qmgr/README.md §24). Every linked job with entries is in one of three places:
 *
 * - a group, if the job is untouched: level 0, no child, nothing selected, its file fully read, not a blocker. All jobs
 *   of a group have the same number of entries, so the oldest job, which is the first, is the best;
 * - the irregular list of its transport: jobs that are on stacks, begun, or not fully read. They are few, and each of
 *   them is examined;
 * - the parked list: blockers. They wait there until the transport's tag is raised, which clears their marks.
 *
 * A heap by score was rejected: all scores change every second, at different rates. The order by age among jobs of
 * equal size never changes.
 */

/** Values of `JobRow.place` other than the id of a group. */
export const NOWHERE = 0;
const IRREGULAR = -1;
export const PARKED = -2;

/**
 * Compares level-0 jobs by their order in the job list: by queue time, then by the order in which they were linked.
 * Negative when `a` comes first. Jobs on stacks have no place in this order.
 */
export function jobOrder(a: Readonly<JobRow>, b: Readonly<JobRow>): number {
  return a.queuedAt - b.queuedAt || a.linkOrder - b.linkOrder;
}

/**
 * Moves a job to its place in the index. Call it when the job's entries, level or blocker mark change, or when the
 * number of unread recipients of its message changes.
 */
export function candidateIndexUpdate(q: Qmgr, id: JobId): void {
  const job = get(q.jobs, id);
  if (job.level < 0) return;
  if (jobIsBlocker(q, id)) {
    if (job.place !== PARKED) moveTo(q, id, PARKED);
    return;
  }
  const plain =
    job.level === 0 &&
    job.childFirst === NONE &&
    job.selectedEntries === 0 &&
    job.readEntries > 0 &&
    get(q.messages, job.message).unread === 0;
  if (!plain) {
    if (job.place !== IRREGULAR) moveTo(q, id, IRREGULAR);
    return;
  }
  if (job.place > 0 && get(q.candidateGroups, job.place).total === job.readEntries) return;
  candidateIndexRemove(q, id);
  insertIntoGroup(q, id, groupObtain(q, job.transport, job.readEntries));
}

export function candidateIndexRemove(q: Qmgr, id: JobId): void {
  const { place, transport } = get(q.jobs, id);
  if (place === NOWHERE) return;
  if (place === IRREGULAR) listRemove(q.lists.irregular, transport, id);
  else if (place === PARKED) listRemove(q.lists.parked, transport, id);
  else {
    listRemove(q.lists.jobsOfGroup, place, id);
    if (get(q.candidateGroups, place).jobFirst === NONE) groupDrop(q, place);
  }
  touch(q.jobs, id).place = NOWHERE;
}

function moveTo(q: Qmgr, id: JobId, place: typeof IRREGULAR | typeof PARKED): void {
  candidateIndexRemove(q, id);
  const { transport } = get(q.jobs, id);
  listAppend(place === PARKED ? q.lists.parked : q.lists.irregular, transport, id);
  touch(q.jobs, id).place = place;
}

/** After the transport's tag was raised, puts jobs that are no longer blockers back into their places. */
export function candidateIndexUnpark(q: Qmgr, transport: TransportId): void {
  const { blockerTag, parkedTag } = get(q.transports, transport);
  if (parkedTag === blockerTag) return;
  touch(q.transports, transport).parkedTag = blockerTag;
  // From the youngest to the oldest job: each job is then older than the jobs in its group, and is inserted at the
  // head.
  for (let id = get(q.transports, transport).parkedLast; id !== NONE; ) {
    const { placePrev } = get(q.jobs, id);
    candidateIndexUpdate(q, id);
    id = placePrev;
  }
}

/** Inserts a job into its group in job-list order. New jobs usually belong at the tail, unparked jobs at the head. */
function insertIntoGroup(q: Qmgr, id: JobId, group: number): void {
  const job = get(q.jobs, id);
  const { jobFirst, jobLast } = get(q.candidateGroups, group);
  if (jobLast === NONE || jobOrder(get(q.jobs, jobLast), job) < 0) listAppend(q.lists.jobsOfGroup, group, id);
  else {
    let before = NONE;
    for (let at = jobFirst; jobOrder(get(q.jobs, at), job) < 0; at = get(q.jobs, at).placeNext) before = at;
    listInsertAfter(q.lists.jobsOfGroup, group, before, id);
  }
  touch(q.jobs, id).place = group;
}

/** Finds or creates the group for jobs of this transport with `total` entries. Groups are sorted by `total`. */
function groupObtain(q: Qmgr, transport: TransportId, total: number): number {
  const hash = hashPair(transport, total);
  for (let id = hashFirst(q.groupIndex, hash); id !== NONE; ) {
    const row = get(q.candidateGroups, id);
    if (row.transport === transport && row.total === total) return id;
    id = row.hashNext;
  }
  const id = insert(q.candidateGroups, {
    hash,
    hashNext: NONE,
    transport,
    total,
    jobFirst: NONE,
    jobLast: NONE,
    prev: NONE,
    next: NONE,
  });
  hashInsert(q.groupIndex, id);
  let before = NONE;
  for (let at = get(q.transports, transport).groupFirst; at !== NONE; at = get(q.candidateGroups, at).next) {
    if (get(q.candidateGroups, at).total > total) break;
    before = at;
  }
  if (before === NONE) listPrepend(q.lists.groups, transport, id);
  else listInsertAfter(q.lists.groups, transport, before, id);
  return id;
}

function groupDrop(q: Qmgr, id: number): void {
  listRemove(q.lists.groups, get(q.candidateGroups, id).transport, id);
  hashRemove(q.groupIndex, id);
  drop(q.candidateGroups, id);
}
