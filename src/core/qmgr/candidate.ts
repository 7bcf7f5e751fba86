import type { JobId, TransportId } from '../../protocol/ids.ts';
import { get, NONE, touch } from '../tables.ts';
import { steadySeconds } from './clock.ts';
import type { JobRow, Qmgr } from './model.ts';

/** The search for the job that may preempt another, and its cache (nqmgr.md §10.4; qmgr_job_candidate). */

/** Forgets the cached candidate of a transport. */
export function candidateCacheReset(q: Qmgr, transport: TransportId): void {
  if (get(q.transports, transport).cacheFor === NONE) return;
  const row = touch(q.transports, transport);
  row.cacheFor = NONE;
  row.candidate = NONE;
  row.cacheTime = 0;
}

/**
 * The most entries a job can come to: those created plus the message's unread recipients as one entry each, whatever
 * transport they will go to. A guess on the high side, so that a large message is not mistaken for a small one. §10.1.
 */
export function jobMaxEntries(q: Qmgr, job: Readonly<JobRow>): number {
  return job.readEntries + get(q.messages, job.message).unread;
}

/** What a search found. `score` is 0 when the answer came from the cache or nobody fits. */
export interface CandidateAnswer {
  readonly job: JobId;
  readonly cached: boolean;
  readonly score: number;
}

/**
 * The job that is best delivered in place of `current`: the greatest (age + 1) ÷ (total entries) among the jobs behind
 * it that fit into the slots `current` can still earn. "Nobody" stays true while time passes, because growing older
 * makes no job smaller; "somebody" is valid for one second. Source: §10.4.
 */
export function jobCandidate(q: Qmgr, current: JobId): CandidateAnswer {
  const job = get(q.jobs, current);
  const transport = get(q.transports, job.transport);
  const now = steadySeconds(q);
  if (transport.cacheFor === current && (transport.cacheTime === now || transport.candidate === NONE)) {
    return { job: transport.candidate, cached: true, score: 0 };
  }
  const maxSlots = Math.trunc(
    (job.readEntries - job.selectedEntries + job.deliverySlotsAvailable) / transport.params.deliverySlotCost,
  );
  const found = maxSlots > 0 ? scan(q, job, maxSlots, now) : { job: NONE, cached: false, score: 0 };
  const row = touch(q.transports, job.transport);
  row.cacheFor = current;
  row.candidate = found.job;
  row.cacheTime = now;
  return found;
}

function scan(q: Qmgr, current: Readonly<JobRow>, maxSlots: number, now: number): CandidateAnswer {
  const tag = get(q.transports, current.transport).blockerTag;
  let best: JobId = NONE;
  let bestScore = 0;
  for (let id = current.next; id !== NONE; ) {
    const job = get(q.jobs, id);
    // A job with children is being preempted itself; a blocker could not use the slots.
    if (job.childFirst === NONE && job.blockerTag !== tag) {
      const message = get(q.messages, job.message);
      const age = now - message.queuedAt + 1;
      const total = job.readEntries + message.unread;
      const need = total - job.selectedEntries;
      // Strictly greater: equal scores go to the earlier job. The score of need would favour half-done large jobs.
      if (need > 0 && need <= maxSlots && age / total > bestScore) {
        bestScore = age / total;
        best = id;
      }
      // Later parentless jobs are no older, and no total is below 1: they cannot win.
      if (age <= bestScore && job.level === 0) break;
    }
    id = job.next;
  }
  return { job: best, cached: false, score: bestScore };
}
