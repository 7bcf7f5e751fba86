import type { JobId } from '../../protocol/ids.ts';
import { get, NONE, touch } from '../tables.ts';
import type { Qmgr } from './model.ts';

/**
 * Recipient slots limit how much of each message is in memory (qmgr/README.md §8). The free slots of a transport form a
 * pool. The first job not fully read holds the pool and returns what it does not need. The limit of a message is the
 * minimum plus the limits of its jobs; only this total decides how much may be read.
 */

/**
 * Returns a job's unused recipient slots to the pool and gives the pool to the next job that has recipients on file.
 * Call it whenever a job may have more slots than it can use (§8.3). Amortised O(1): the order of the time list never
 * changes, so `nextUnreadJob` only moves forward. Source: §8.2, qmgr_job_move_limits.
 */
export function moveLimits(q: Qmgr, jobId: JobId): void {
  const job = get(q.jobs, jobId);
  const transportId = job.transport;
  if (get(q.transports, transportId).nextUnreadJob === jobId) {
    touch(q.transports, transportId).nextUnreadJob = nextUnread(q, job.timeNext);
  }
  const message = get(q.messages, job.message);
  const unused = Math.min(
    job.recipientLimit - job.recipientCount,
    message.recipientLimit - message.recipientCount,
  );
  if (unused <= 0) return;
  const transport = touch(q.transports, transportId);
  touch(q.jobs, jobId).recipientLimit -= unused;
  touch(q.messages, job.message).recipientLimit -= unused;
  // A negative pool means that extra slots are lent. They are repaid before any job gets slots.
  transport.recipientSlotsUnused += unused;
  const heir = transport.nextUnreadJob;
  if (heir !== NONE && transport.recipientSlotsUnused > 0) takePool(q, heir);
}

/** Returns the first job from `jobId` on, along the time list, whose message has recipients on file. */
function nextUnread(q: Qmgr, jobId: JobId): JobId {
  let id = jobId;
  while (id !== NONE) {
    const job = get(q.jobs, id);
    if (get(q.messages, job.message).more) return id;
    id = job.timeNext;
  }
  return NONE;
}

/** The job takes all free slots of its transport. Source: §7.5, 8.2. */
export function takePool(q: Qmgr, jobId: JobId): void {
  const { transport: transportId, message } = get(q.jobs, jobId);
  const pool = get(q.transports, transportId).recipientSlotsUnused;
  if (pool <= 0) return;
  touch(q.transports, transportId).recipientSlotsUnused = 0;
  touch(q.jobs, jobId).recipientLimit += pool;
  touch(q.messages, message).recipientLimit += pool;
}

/**
 * Gives extra slots to a job that has just preempted: half of the remaining extra pool, rounded up. Without them a
 * large job could preempt and then not read the recipients for which it preempted. Source: §8.4.
 */
export function takeExtraSlots(q: Qmgr, jobId: JobId): void {
  const { transport: transportId, message } = get(q.jobs, jobId);
  if (!get(q.messages, message).more) return;
  const transport = touch(q.transports, transportId);
  const left = transport.params.extraRecipientLimit + transport.recipientSlotsUnused;
  const share = Math.trunc((left + 1) / 2);
  // More slots are lent than exist. This happens only after a limit was lowered during the run.
  if (share <= 0) return;
  transport.recipientSlotsUnused -= share;
  touch(q.jobs, jobId).recipientLimit += share;
  touch(q.messages, message).recipientLimit += share;
}
