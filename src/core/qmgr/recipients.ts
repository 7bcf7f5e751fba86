import type { JobId } from '../../protocol/ids.ts';
import { get, NONE, touch } from '../tables.ts';
import type { Qmgr } from './model.ts';

/**
 * Recipient slots: how much of which message may be in memory (qmgr/README.md §8). A transport's free slots are a pool; the
 * first not fully read job holds them all, and hands back what it does not need. Message limit = minimum + sum of its
 * jobs' limits, and only the message total decides how much may be read.
 */

/**
 * Returns a job's unused recipient slots to the pool and passes the pool on to the next job that still has recipients on
 * file. Amortised O(1): the time list never changes its order, so `nextUnreadJob` only moves forward. Called whenever a
 * job may have more slots than it can use (§8.3). Source: §8.2, qmgr_job_move_limits.
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
  // A negative pool means that extra slots are lent: they are repaid first, and nothing is passed on until then.
  transport.recipientSlotsUnused += unused;
  const heir = transport.nextUnreadJob;
  if (heir !== NONE && transport.recipientSlotsUnused > 0) takePool(q, heir);
}

/** First job from `jobId` along the time list whose message has recipients on file. */
function nextUnread(q: Qmgr, jobId: JobId): JobId {
  let id = jobId;
  while (id !== NONE) {
    const job = get(q.jobs, id);
    if (get(q.messages, job.message).more) return id;
    id = job.timeNext;
  }
  return NONE;
}

/** The job takes the whole free pool of its transport, if there is any. Source: §7.5, 8.2. */
export function takePool(q: Qmgr, jobId: JobId): void {
  const { transport: transportId, message } = get(q.jobs, jobId);
  const pool = get(q.transports, transportId).recipientSlotsUnused;
  if (pool <= 0) return;
  touch(q.transports, transportId).recipientSlotsUnused = 0;
  touch(q.jobs, jobId).recipientLimit += pool;
  touch(q.messages, message).recipientLimit += pool;
}

/**
 * Extra slots for a job that has just preempted: half of what is left of the extra pool, rounded up. Without them a large
 * job could preempt and then have no room to read the recipients it preempted for. Source: §8.4.
 */
export function takeExtraSlots(q: Qmgr, jobId: JobId): void {
  const { transport: transportId, message } = get(q.jobs, jobId);
  if (!get(q.messages, message).more) return;
  const transport = touch(q.transports, transportId);
  const left = transport.params.extraRecipientLimit + transport.recipientSlotsUnused;
  const share = Math.trunc((left + 1) / 2);
  // Only after a limit was lowered while running: more is lent than there is.
  if (share <= 0) return;
  transport.recipientSlotsUnused -= share;
  touch(q.jobs, jobId).recipientLimit += share;
  touch(q.messages, message).recipientLimit += share;
}
