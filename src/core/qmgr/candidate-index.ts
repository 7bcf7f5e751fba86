import type { JobId, TransportId } from '../../protocol/ids.ts';
import { hashFirst, hashInsert, hashPair, hashRemove } from '../hash-index.ts';
import { listAppend, listInsertAfter, listPrepend, listRemove } from '../lists.ts';
import { drop, get, insert, NONE, touch } from '../tables.ts';
import { jobIsBlocker } from './blocker-tag.ts';
import type { JobRow, Qmgr } from './model.ts';

/**
 * Where the candidate search finds jobs without walking the scheduler list (qmgr/README.md §24 allows any structure that makes
 * the same choice). Every linked job with entries is in one of three places:
 *
 * - a group, when it is untouched: level 0, no child, nothing selected, its file read, not a blocker. Jobs of a group
 *   have the same number of entries, so among them the oldest is the best, and it is the first;
 * - the irregular list of its transport: those on stacks, begun, or not fully read. Few; each is looked at;
 * - the parked list: blockers. They wait there until the transport's tag is raised, which voids their marks.
 *
 * A heap by score was rejected: all scores change every second, and not in step. Order by age within equal size never
 * changes.
 */

/** `JobRow.place`: a group's id, or one of these. */
export const NOWHERE = 0;
const IRREGULAR = -1;
export const PARKED = -2;

/**
 * Order of level-0 jobs in the scheduler list: by queue time, then in the order in which they were linked. Negative when
 * `a` comes first. Jobs on stacks have no place in this order.
 */
export function jobOrder(a: Readonly<JobRow>, b: Readonly<JobRow>): number {
  return a.queuedAt - b.queuedAt || a.linkOrder - b.linkOrder;
}

/** Puts a job where it belongs now. To be called when its entries, level, mark or message's unread count changed. */
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

/** Takes a job out: it leaves the scheduler list. */
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

/** After the transport's tag was raised: jobs that are no blockers any more go back to where they can be found. */
export function candidateIndexUnpark(q: Qmgr, transport: TransportId): void {
  const { blockerTag, parkedTag } = get(q.transports, transport);
  if (parkedTag === blockerTag) return;
  touch(q.transports, transport).parkedTag = blockerTag;
  // Youngest first: each is then older than what its group holds, and goes in at the head.
  for (let id = get(q.transports, transport).parkedLast; id !== NONE; ) {
    const { placePrev } = get(q.jobs, id);
    candidateIndexUpdate(q, id);
    id = placePrev;
  }
}

/** Keeps the group in the order of the scheduler list. New jobs come at the tail, unparked ones at the head. */
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

/** The group of a transport for a number of entries, created at its place by size when there is none. */
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
