import type { JobId, MessageId, TransportId } from '../../protocol/ids.ts';
import { listAppend, listFirst, listInsertAfter, listRemove } from '../lists.ts';
import { drop, get, insert, NONE, touch } from '../tables.ts';
import { jobIsBlocker } from './blocker-tag.ts';
import { candidateCacheReset } from './candidate.ts';
import { candidateIndexRemove, NOWHERE } from './candidate-index.ts';
import type { JobRow, Qmgr } from './model.ts';
import { jobPop } from './preemption.ts';
import { moveLimits, takePool } from './recipients.ts';

/** A job is a message inside one transport: obtain, link, unlink, retire, free (qmgr/README.md §7; qmgr_job.c). */

/** Finds the job of a message on a transport, linked or retired, or NONE. A message has few jobs: a walk is fast. */
export function jobFind(q: Qmgr, message: MessageId, transport: TransportId): JobId {
  for (let id = get(q.messages, message).jobFirst; id !== NONE; ) {
    const job = get(q.jobs, id);
    if (job.transport === transport) return id;
    id = job.messageNext;
  }
  return NONE;
}

/** True while some entries of the job have not been taken from the todo lists. */
export function jobHasEntries(job: Readonly<JobRow>): boolean {
  return job.selectedEntries < job.readEntries;
}

/**
 * Finds, makes or links the job of a message that is about to get entries. Clears its blocker mark and restarts
 * selection at the head, because the new entries may be for another destination. Source: §7.1.
 */
export function jobObtain(q: Qmgr, message: MessageId, transport: TransportId): JobId {
  let id = jobFind(q, message, transport);
  if (id === NONE) id = jobCreate(q, message, transport);
  if (get(q.jobs, id).level < 0) jobLink(q, id);
  candidateCacheReset(q, transport);
  if (jobIsBlocker(q, id)) {
    touch(q.jobs, id).blockerTag = 0;
    const row = touch(q.transports, transport);
    row.currentJob = row.jobFirst;
  }
  return id;
}

function jobCreate(q: Qmgr, message: MessageId, transport: TransportId): JobId {
  const id = insert(q.jobs, {
    message,
    transport,
    level: -1,
    parent: NONE,
    childFirst: NONE,
    childLast: NONE,
    siblingPrev: NONE,
    siblingNext: NONE,
    readEntries: 0,
    selectedEntries: 0,
    recipientCount: 0,
    recipientLimit: 0,
    deliverySlotsAvailable: 0,
    deliverySlotsUsed: 0,
    blockerTag: 0,
    peerFirst: NONE,
    peerLast: NONE,
    prev: NONE,
    next: NONE,
    timePrev: NONE,
    timeNext: NONE,
    messagePrev: NONE,
    messageNext: NONE,
    queuedAt: get(q.messages, message).queuedAt,
    linkOrder: 0,
    place: NOWHERE,
    placePrev: NONE,
    placeNext: NONE,
  });
  listAppend(q.lists.jobsOfMessage, message, id);
  return id;
}

/** Inserts a job into the job list and the time list by its queue time. Keeps earlier slot counters. §7.2–7.5. */
function jobLink(q: Qmgr, id: JobId): void {
  const { transport: transportId, message } = get(q.jobs, id);
  const job = touch(q.jobs, id);
  job.level = 0;
  job.linkOrder = ++touch(q.transports, transportId).linkCount;
  linkScheduler(q, id);
  const losing = linkByTime(q, id);
  if (losing !== NONE) moveLimits(q, losing);
  takePool(q, id);
  if (q.port.recording) q.port.emit({ kind: 'job.linked', transport: transportId, msg: message });
}

/**
 * Inserts the job after the last parentless job that is no younger. Jobs with a parent are passed regardless of their
 * age: they are directly before their parent, so an order by time alone would put the new job into a stack.
 */
function linkScheduler(q: Qmgr, id: JobId): void {
  const { transport: transportId, queuedAt } = get(q.jobs, id);
  const { currentJob, jobLast } = get(q.transports, transportId);
  let before = jobLast;
  let passedCurrent = currentJob === NONE;
  while (before !== NONE) {
    const other = get(q.jobs, before);
    if (other.parent === NONE && other.queuedAt <= queuedAt) break;
    if (before === currentJob) passedCurrent = true;
    before = other.prev;
  }
  listInsertAfter(q.lists.jobs, transportId, before, id);
  if (passedCurrent) touch(q.transports, transportId).currentJob = id;
}

/** Inserts the job into the time list. Returns the job from which it took `nextUnreadJob`, or NONE. Source: §7.2, 7.4. */
function linkByTime(q: Qmgr, id: JobId): JobId {
  const { transport: transportId, queuedAt } = get(q.jobs, id);
  const { nextUnreadJob, byTimeLast } = get(q.transports, transportId);
  let before = byTimeLast;
  let passed = nextUnreadJob === NONE;
  while (before !== NONE) {
    const other = get(q.jobs, before);
    if (other.queuedAt <= queuedAt) break;
    if (before === nextUnreadJob) passed = true;
    before = other.timePrev;
  }
  listInsertAfter(q.lists.byTime, transportId, before, id);
  if (!passed) return NONE;
  touch(q.transports, transportId).nextUnreadJob = id;
  return nextUnreadJob;
}

/** Takes a level-0 job off both lists. Source: §7.6. */
function jobUnlink(q: Qmgr, id: JobId): void {
  const { transport: transportId, level, next } = get(q.jobs, id);
  if (level !== 0) throw new Error(`job ${id}: unlink at level ${level}`);
  for (let child = listFirst(q.lists.children, id); child !== NONE; child = listFirst(q.lists.children, id)) {
    listRemove(q.lists.children, id, child);
    touch(q.jobs, child).parent = NONE;
  }
  const transport = get(q.transports, transportId);
  if (transport.currentJob === id) touch(q.transports, transportId).currentJob = next;
  if (transport.cacheFor === id || transport.candidate === id) candidateCacheReset(q, transportId);
  candidateIndexRemove(q, id);
  listRemove(q.lists.jobs, transportId, id);
  listRemove(q.lists.byTime, transportId, id);
  touch(q.jobs, id).level = -1;
}

/** Unlinks a job that has nothing left to select. It stays with its message. Source: §7.7. */
export function jobRetire(q: Qmgr, id: JobId): void {
  const { transport, message, level } = get(q.jobs, id);
  if (q.port.recording) q.port.emit({ kind: 'job.retired', transport, msg: message });
  if (level > 0) jobPop(q, id);
  moveLimits(q, id);
  jobUnlink(q, id);
}

export function jobFree(q: Qmgr, id: JobId): void {
  if (get(q.jobs, id).level > 0) jobPop(q, id);
  moveLimits(q, id);
  if (get(q.jobs, id).level >= 0) jobUnlink(q, id);
  const { message, recipientLimit, peerFirst } = get(q.jobs, id);
  if (recipientLimit !== 0) throw new Error(`job ${id}: freed with ${recipientLimit} recipient slots`);
  if (peerFirst !== NONE) throw new Error(`job ${id}: freed with peer ${peerFirst}`);
  listRemove(q.lists.jobsOfMessage, message, id);
  drop(q.jobs, id);
}
