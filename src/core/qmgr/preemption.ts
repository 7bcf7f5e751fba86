import type { PreemptionTest } from '../../protocol/decisions.ts';
import type { JobId } from '../../protocol/ids.ts';
import { listAppend, listFirst, listInsertBefore, listRemove } from '../lists.ts';
import { get, NONE, touch } from '../tables.ts';
import { candidateCacheReset, jobCandidate, jobMaxEntries } from './candidate.ts';
import { candidateIndexUpdate } from './candidate-index.ts';
import type { Qmgr } from './model.ts';
import { takeExtraSlots } from './recipients.ts';

/**
 * The preemption rule. A large message earns one delivery slot for every `cost` entries selected. A smaller message
 * behind it may go first when the slots cover what it needs. So the large message is delayed by at most 1/cost of its own
 * length, regardless of the mail that arrives (qmgr/README.md §10; qmgr_job_preempt, qmgr_job_pop).
 */

/**
 * Tries to preempt `current`. Returns the job at which selection starts: the preempting job, or `current`. Writes the
 * operands into `test`, for recordings. Source: §10.3.
 */
export function jobPreempt(q: Qmgr, current: JobId, test: PreemptionTest | null): JobId {
  const job = get(q.jobs, current);
  const params = get(q.transports, job.transport).params;
  const maxEntries = jobMaxEntries(q, job);
  if (test) {
    test.currentJob = current;
    test.current = job.message;
    test.deliverySlotsAvailable = job.deliverySlotsAvailable;
    test.maxEntries = maxEntries;
    test.minimumDeliverySlots = params.minimumDeliverySlots;
    test.cost = params.deliverySlotCost;
    test.loan = params.deliverySlotLoan;
    test.discount = 100 - params.deliverySlotPriceShare;
  }
  if (job.deliverySlotsAvailable <= 0) return verdict(test, 'nothing-earned', current);
  // Compares the total size, not the entries left: a job near its end still pays with the slots that it has earned.
  if (maxEntries < params.minimumDeliverySlots * params.deliverySlotCost) {
    return verdict(test, 'too-small', current);
  }
  const answer = jobCandidate(q, current);
  if (test) {
    test.cached = answer.cached;
    test.score = answer.score;
  }
  if (answer.job === NONE) return verdict(test, 'no-candidate', current);
  const candidate = get(q.jobs, answer.job);
  const need = jobMaxEntries(q, candidate) - candidate.selectedEntries;
  const onHand = Math.trunc(job.deliverySlotsAvailable / params.deliverySlotCost) + params.deliverySlotLoan;
  const price = (need * params.deliverySlotPriceShare) / 100;
  if (test) {
    test.candidateJob = answer.job;
    test.candidate = candidate.message;
    test.need = need;
    test.onHand = onHand;
    test.price = price;
  }
  if (onHand < price) return verdict(test, 'slots-short', current);
  preempt(q, current, answer.job, need);
  return verdict(test, 'preempted', answer.job);
}

function verdict(test: PreemptionTest | null, outcome: PreemptionTest['outcome'], start: JobId): JobId {
  if (test) test.outcome = outcome;
  return start;
}

/** Puts `by` on the stack of `current`, directly before it in the job list. Source: §10.5. */
function preempt(q: Qmgr, current: JobId, by: JobId, need: number): void {
  const transportId = get(q.jobs, current).transport;
  if (get(q.jobs, by).level > 0) jobPop(q, by);
  if (q.port.recording) {
    const { message, level } = get(q.jobs, current);
    q.port.emit({
      kind: 'job.preempted',
      transport: transportId,
      current: message,
      by: get(q.jobs, by).message,
      level: level + 1,
      needed: need,
    });
  }
  listRemove(q.lists.jobs, transportId, by);
  listInsertBefore(q.lists.jobs, transportId, current, by);
  listAppend(q.lists.children, current, by);
  const transport = touch(q.transports, transportId);
  transport.currentJob = by;
  candidateCacheReset(q, transportId);
  // Pays the delivery slots. The whole expected use is paid now, so that the same slots are not spent twice; `jobPop`
  // settles the difference to the real use.
  const parent = touch(q.jobs, current);
  parent.deliverySlotsAvailable -= need * transport.params.deliverySlotCost;
  const child = touch(q.jobs, by);
  child.parent = current;
  child.level = parent.level + 1;
  // Not `-need`: `need` is 0 if a cached candidate has lost its entries, and comparisons of states distinguish −0 from 0.
  child.deliverySlotsUsed = 0 - need;
  candidateIndexUpdate(q, by);
  candidateIndexUpdate(q, current);
  takeExtraSlots(q, by);
}

/**
 * Takes a job (level > 0) off its stack. Settles the slots with the parent, which adopts the job's children. The job
 * keeps its place in the list. Source: §10.6.
 */
export function jobPop(q: Qmgr, jobId: JobId): void {
  const { parent, transport, message } = get(q.jobs, jobId);
  const refund = settle(q, jobId);
  if (q.port.recording) q.port.emit({ kind: 'job.popped', transport, msg: message, refund });
  if (parent !== NONE) listRemove(q.lists.children, parent, jobId);
  for (
    let child = get(q.jobs, jobId).childFirst;
    child !== NONE;
    child = listFirst(q.lists.children, jobId)
  ) {
    listRemove(q.lists.children, jobId, child);
    if (parent !== NONE) listAppend(q.lists.children, parent, child);
    // An adopted child keeps its level, which is more than its new parent's level + 1. So `settle` does not charge the
    // parent.
    touch(q.jobs, child).parent = parent;
  }
  const job = touch(q.jobs, jobId);
  job.parent = NONE;
  job.level = 0;
  candidateCacheReset(q, transport);
}

/**
 * Settles the slots with the parent: refunds slots that the job did not use, or charges slots that it used in
 * addition. Returns the units refunded. A parent that adopted the job never paid for it and is not charged. This
 * settlement bounds the delay of a large message by 1/cost of its length.
 */
function settle(q: Qmgr, jobId: JobId): number {
  const job = get(q.jobs, jobId);
  if (job.parent === NONE || job.level !== get(q.jobs, job.parent).level + 1) return 0;
  // Not −used: −0 is stored as a float, and a single float makes an engine change the layout of every job.
  const refund = (0 - job.deliverySlotsUsed) * get(q.transports, job.transport).params.deliverySlotCost;
  touch(q.jobs, job.parent).deliverySlotsAvailable += refund;
  return refund;
}
