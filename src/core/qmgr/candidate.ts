import type { Seconds } from '../../protocol/units.ts';
import type { JobId, TransportId } from '../../protocol/ids.ts';
import { get, NONE, touch } from '../tables.ts';
import { candidateIndexUnpark, jobOrder } from './candidate-index.ts';
import { steadySeconds } from './clock.ts';
import type { JobRow, Qmgr } from './model.ts';

/** The search for the job that may preempt another, and its cache (qmgr/README.md §10.4; qmgr_job_candidate). */

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

/** What a search found. `score` is 0 when the answer came from the cache or no job fits. */
export interface CandidateAnswer {
  readonly job: JobId;
  readonly cached: boolean;
  readonly score: number;
}

/**
 * The job that is best delivered in place of `current`: the greatest (age + 1) ÷ (total entries) among the jobs behind
 * it that fit into the slots `current` can still earn. "No job" stays true while time passes, because growing older
 * makes no job smaller; a job is valid for one second. Source: §10.4.
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

/** So many jobs are looked at one by one before the index is used. Mostly an old small job ends the search by then. */
const WALK = 32;

/**
 * The search without the cache: what walking the scheduler list from behind `current` to the early stop would find. The
 * first `walkLimit` jobs are walked, the others are found by the index; the answer is the same for every limit.
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

/** A search under way: its operands and the best so far. */
interface Search {
  readonly tag: number;
  readonly maxSlots: number;
  readonly now: Seconds;
  best: JobId;
  bestScore: number;
}

/** From the level-0 job `from` on by the index, or, when that cannot tell, by walking on. */
function searchRest(q: Qmgr, from: JobId, search: Search): void {
  const { best, bestScore } = search;
  if (searchIndex(q, from, search)) return;
  search.best = best;
  search.bestScore = bestScore;
  walk(q, from, search, Number.POSITIVE_INFINITY);
}

/** Score of a job when it fits, else 0. Of the total, not of what is left: that would favour half-done large jobs. */
function scoreOf(q: Qmgr, job: Readonly<JobRow>, search: Search): number {
  const total = jobMaxEntries(q, job);
  const need = total - job.selectedEntries;
  return need > 0 && need <= search.maxSlots ? (search.now - job.queuedAt + 1) / total : 0;
}

/**
 * Looks at jobs in the order of the scheduler list. Returns NONE when the search is over, or, once `limit` jobs have been
 * looked at, the level-0 job at which it has to go on.
 */
function walk(q: Qmgr, from: JobId, search: Search, limit: number): JobId {
  let looked = 0;
  for (let id = from; id !== NONE; looked++) {
    const job = get(q.jobs, id);
    if (looked >= limit && job.level === 0) return id;
    // A job with children is being preempted itself; a blocker could not use the slots.
    if (job.childFirst === NONE && job.blockerTag !== search.tag) {
      // Strictly greater: equal scores go to the earlier job.
      const score = scoreOf(q, job, search);
      if (score > search.bestScore) {
        search.bestScore = score;
        search.best = id;
      }
      // Later parentless jobs are no older, and no total is below 1: they cannot win.
      if (job.level === 0 && search.now - job.queuedAt + 1 <= search.bestScore) return NONE;
    }
    id = job.next;
  }
  return NONE;
}

/**
 * The same from the level-0 job `from` on, by the index. Among level-0 jobs the walk's early stop changes nothing, for
 * they come in the order of age: the answer is the greatest score, at equal scores the earliest job, and what the walk
 * has found already beats its equals. Returns false when a job on a stack could win: whether the walk would have
 * reached it is not known here.
 */
function searchIndex(q: Qmgr, from: JobId, search: Search): boolean {
  const start = get(q.jobs, from);
  candidateIndexUnpark(q, start.transport);
  const walked = search.best;
  const oldest = search.now - start.queuedAt + 1;
  const { groupFirst, irregularFirst } = get(q.transports, start.transport);
  for (let id = groupFirst; id !== NONE; ) {
    const { total, jobFirst, next } = get(q.candidateGroups, id);
    // No job in larger groups can be older than the oldest, nor smaller than this total.
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

/** The first job of a group that is not before `start` in the scheduler list, or NONE. */
function firstFrom(q: Qmgr, groupFirst: JobId, start: Readonly<JobRow>): JobId {
  let id = groupFirst;
  while (id !== NONE && jobOrder(get(q.jobs, id), start) < 0) id = get(q.jobs, id).placeNext;
  return id;
}

/** Takes a level-0 job as the best so far when it is better, or as good and earlier; `walked` is earlier than all. */
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
