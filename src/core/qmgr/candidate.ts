import type { Seconds } from '../../protocol/units.ts';
import type { JobId, TransportId } from '../../protocol/ids.ts';
import { get, NONE, touch } from '../tables.ts';
import { candidateIndexUnpark, jobOrder } from './candidate-index.ts';
import { steadySeconds } from './clock.ts';
import type { JobRow, Qmgr } from './model.ts';

/** Finds the job that may preempt the current job; caches the answer (qmgr/README.md §10.4; qmgr_job_candidate). */

export function candidateCacheReset(q: Qmgr, transport: TransportId): void {
  if (get(q.transports, transport).cacheFor === NONE) return;
  const row = touch(q.transports, transport);
  row.cacheFor = NONE;
  row.candidate = NONE;
  row.cacheTime = 0;
}

/**
 * Returns the largest number of entries that a job can have: the entries already made, plus one entry for each unread
 * recipient of its message, even if that recipient is for another transport. The estimate is high so that a large
 * message is never mistaken for a small one. Source: §10.1.
 */
export function jobMaxEntries(q: Qmgr, job: Readonly<JobRow>): number {
  return job.readEntries + get(q.messages, job.message).unread;
}

/** The result of the search. `score` is 0 when the answer came from the cache or no job fits. */
export interface CandidateAnswer {
  readonly job: JobId;
  readonly cached: boolean;
  readonly score: number;
}

/**
 * Finds the job to deliver before `current`: the job with the greatest (age + 1) ÷ entries among the later jobs that
 * fit into the slots `current` has or can still earn. The cache keeps a job for one second. It keeps "none" for
 * longer, because a job that does not fit does not fit later either. Source: §10.4.
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
  const found = candidateSearch(q, current, maxSlots, WALK);
  const row = touch(q.transports, job.transport);
  row.cacheFor = current;
  row.candidate = found.job;
  row.cacheTime = now;
  return found;
}

/** Number of jobs examined before the index is used. In most searches an old small job ends the walk earlier. */
const WALK = 32;

/**
 * Searches without the cache: walks the job list after `current` until no later job can win. The first `walkLimit`
 * jobs are walked; the index finds the rest. The answer is the same for every limit.
 */
export function candidateSearch(
  q: Qmgr,
  current: JobId,
  maxSlots: number,
  walkLimit: number,
): CandidateAnswer {
  const job = get(q.jobs, current);
  const tag = get(q.transports, job.transport).blockerTag;
  const search: Search = { tag, maxSlots, now: steadySeconds(q), best: NONE, bestScore: 0 };
  const rest = maxSlots > 0 ? walk(q, job.next, search, walkLimit) : NONE;
  if (rest !== NONE) searchRest(q, rest, search);
  return { job: search.best, cached: false, score: search.bestScore };
}

interface Search {
  readonly tag: number;
  readonly maxSlots: number;
  readonly now: Seconds;
  best: JobId;
  bestScore: number;
}

/** Continues at the level-0 job `from` with the index, or by walking when the index cannot decide. */
function searchRest(q: Qmgr, from: JobId, search: Search): void {
  const { best, bestScore } = search;
  if (searchIndex(q, from, search)) return;
  search.best = best;
  search.bestScore = bestScore;
  walk(q, from, search, Number.POSITIVE_INFINITY);
}

/** Score of a job if it fits, else 0. Dividing by the entries left, not by all, would favour large jobs that are half done. */
function scoreOf(q: Qmgr, job: Readonly<JobRow>, search: Search): number {
  const total = jobMaxEntries(q, job);
  const need = total - job.selectedEntries;
  return need > 0 && need <= search.maxSlots ? (search.now - job.queuedAt + 1) / total : 0;
}

/**
 * Examines jobs in the order of the job list. Returns NONE when the search is over; after `limit` jobs, the level-0 job
 * at which to continue.
 */
function walk(q: Qmgr, from: JobId, search: Search, limit: number): JobId {
  let looked = 0;
  for (let id = from; id !== NONE; looked++) {
    const job = get(q.jobs, id);
    if (looked >= limit && job.level === 0) return id;
    // A job with children is being preempted itself. A blocker could not use the slots.
    if (job.childFirst === NONE && job.blockerTag !== search.tag) {
      // Strictly greater: equal scores go to the earlier job.
      const score = scoreOf(q, job, search);
      if (score > search.bestScore) {
        search.bestScore = score;
        search.best = id;
      }
      // Later level-0 jobs are no older and have at least one entry, so they cannot win.
      if (job.level === 0 && search.now - job.queuedAt + 1 <= search.bestScore) return NONE;
    }
    id = job.next;
  }
  return NONE;
}

/**
 * Does the rest of the walk, from the level-0 job `from`, with the index. Level-0 jobs are in order of age, so the
 * early stop of the walk does not change the result: the greatest score wins; of equal scores, the earliest job. The
 * best job of the walk is earlier than all jobs that are examined here. Returns false if a job on a stack could win,
 * because the index does not know whether the walk would have reached that job.
 */
function searchIndex(q: Qmgr, from: JobId, search: Search): boolean {
  const start = get(q.jobs, from);
  candidateIndexUnpark(q, start.transport);
  const walked = search.best;
  const oldest = search.now - start.queuedAt + 1;
  const { groupFirst, irregularFirst } = get(q.transports, start.transport);
  for (let id = groupFirst; id !== NONE; ) {
    const { total, jobFirst, next } = get(q.candidateGroups, id);
    // A job of a larger group is no older than `oldest` and has more entries, so it cannot win.
    if (total > search.maxSlots || oldest / total < search.bestScore) break;
    const first = firstFrom(q, jobFirst, start);
    if (first !== NONE) consider(q, first, search, walked);
    id = next;
  }
  let stacked = 0;
  for (let id = irregularFirst; id !== NONE; ) {
    const job = get(q.jobs, id);
    if (job.childFirst === NONE) {
      if (job.level > 0) stacked = Math.max(stacked, scoreOf(q, job, search));
      else if (jobOrder(job, start) >= 0) consider(q, id, search, walked);
    }
    id = job.placeNext;
  }
  return stacked === 0 || stacked < search.bestScore;
}

/** Returns the first job of a group that does not come before `start` in the job list, or NONE. */
function firstFrom(q: Qmgr, groupFirst: JobId, start: Readonly<JobRow>): JobId {
  let id = groupFirst;
  while (id !== NONE && jobOrder(get(q.jobs, id), start) < 0) id = get(q.jobs, id).placeNext;
  return id;
}

/**
 * Makes a level-0 job the best if its score is higher, or equal and the job is earlier. `walked`, the best job of the
 * walk, is earlier than every job that this function gets.
 */
function consider(q: Qmgr, id: JobId, search: Search, walked: JobId): void {
  const job = get(q.jobs, id);
  const score = scoreOf(q, job, search);
  if (score === 0 || score < search.bestScore) return;
  if (score === search.bestScore) {
    if (search.best === walked || jobOrder(get(q.jobs, search.best), job) < 0) return;
  }
  search.best = id;
  search.bestScore = score;
}
