import type { PreemptionTest, SelectionDecision } from '../../protocol/decisions.ts';
import type { EntryId, JobId, MessageId, PeerId, QueueId, TransportId } from '../../protocol/ids.ts';
import { type Sliced, runToEnd } from '../sliced.ts';
import { get, NONE, touch } from '../tables.ts';
import { blockerMark } from './blocker.ts';
import { jobIsBlocker } from './blocker-tag.ts';
import { candidateCacheReset } from './candidate.ts';
import { candidateIndexUpdate } from './candidate-index.ts';
import { steadySeconds } from './clock.ts';
import { entrySelectFromPeer } from './entry.ts';
import { jobHasEntries, jobRetire } from './job.ts';
import { messageRefill } from './message.ts';
import type { MessageRow, Qmgr, TransportRow } from './model.ts';
import { peerSelect } from './peer.ts';
import { jobPreempt } from './preemption.ts';

/** Selects the entry for a free agent (qmgr/README.md §9; qmgr_job_entry_select). */

/** The entry that an agent got, and details of the selection that explanations show. */
export interface Choice {
  readonly msg: MessageId;
  readonly job: JobId;
  readonly entry: EntryId;
  readonly queue: QueueId;
  readonly recipients: number;
  /** Number of entries of the job that were selected before this entry. */
  readonly ordinal: number;
  /** Message of the job preempted in this selection, and message of the job that preempted it; 0 = none. */
  readonly preempted: MessageId;
  readonly preemptor: MessageId;
}

/** Details of one selection, collected for its decision. Null if nothing is recorded. */
interface Walk {
  blockersSkipped: number;
  readonly becameBlockers: MessageId[];
  readonly stalled: MessageId[];
}

/**
 * Selects an entry for a free agent of the transport and makes it busy, or returns null. Starts at the current job,
 * which preemption may replace, and walks towards the tail. Jobs before it are known to be blocked. Source: §9.
 */
export function entrySelect(q: Qmgr, transport: TransportId): Choice | null {
  const begun = begin(q, transport);
  const found = selectWithoutWalk(q, transport, begun.start);
  return end(q, transport, begun, found === NONE ? runToEnd(walkJobs(q, transport, begun)) : found);
}

/** Sliced form of `entrySelect`: a selection may read thousands of recipients. */
export function* entrySelectParts(q: Qmgr, transport: TransportId): Sliced<Choice | null> {
  const begun = begin(q, transport);
  const found = selectWithoutWalk(q, transport, begun.start);
  return end(q, transport, begun, found === NONE ? yield* walkJobs(q, transport, begun) : found);
}

interface Begun {
  readonly start: JobId;
  readonly preempted: MessageId;
  readonly preemptor: MessageId;
  readonly test: PreemptionTest | null;
  readonly walk: Walk | null;
}

function begin(q: Qmgr, transport: TransportId): Begun {
  const { currentJob, params } = get(q.transports, transport);
  const test =
    q.port.recording && currentJob !== NONE ? newTest(q, currentJob, params.deliverySlotCost) : null;
  const walk = q.port.recording ? { blockersSkipped: 0, becameBlockers: [], stalled: [] } : null;
  // Postfix treats cost 0 and 1 as "off". With cost 1 every selection would pay for a preemption.
  const preempts = currentJob !== NONE && params.deliverySlotCost >= 2;
  const start = preempts ? jobPreempt(q, currentJob, test) : currentJob;
  // Read before the walk, which may retire these jobs.
  const preempted = start === currentJob ? NONE : get(q.jobs, currentJob).message;
  const preemptor = start === currentJob ? NONE : get(q.jobs, start).message;
  return { start, preempted, preemptor, test, walk };
}

function end(q: Qmgr, transport: TransportId, begun: Begun, entry: EntryId): Choice | null {
  const choice = entry === NONE ? null : choiceOf(q, entry, begun.preempted, begun.preemptor);
  if (begun.walk) decide(q, transport, begun.test, begun.walk, choice);
  return choice;
}

/**
 * Fast path: the first job has an entry for a destination with room, and no refill is due. Returns NONE and changes
 * nothing when a walk is needed. The sliced walk would add a third to the cost of a selection.
 */
function selectWithoutWalk(q: Qmgr, transport: TransportId, start: JobId): EntryId {
  if (start === NONE || jobIsBlocker(q, start)) return NONE;
  const job = get(q.jobs, start);
  if (!jobHasEntries(job) || refillIsDue(q, get(q.messages, job.message), get(q.transports, transport)))
    return NONE;
  const peer = peerSelect(q, start);
  return peer === NONE ? NONE : selectFrom(q, transport, start, peer);
}

export function choiceOf(q: Qmgr, entry: EntryId, preempted: MessageId, preemptor: MessageId): Choice {
  const { message: msg, peer, queue, recipients } = get(q.entries, entry);
  const { job } = get(q.peers, peer);
  const ordinal = get(q.jobs, job).selectedEntries - 1;
  return { msg, job, entry, queue, recipients: recipients.length, ordinal, preempted, preemptor };
}

function* walkJobs(q: Qmgr, transportId: TransportId, begun: Begun): Sliced<EntryId> {
  const { walk } = begun;
  let id = begun.start;
  while (id !== NONE) {
    // Read before the job is examined, which may retire it.
    const { next, message } = get(q.jobs, id);
    if (jobIsBlocker(q, id)) {
      if (walk) walk.blockersSkipped++;
    } else {
      const peer = yield* jobPeerSelect(q, id);
      if (peer !== NONE) return selectFrom(q, transportId, id, peer);
      if (jobHasEntries(get(q.jobs, id))) {
        blockerMark(q, id);
        walk?.becameBlockers.push(message);
      } else {
        // Stalled: its entries went to `retry`, or all of them are in flight and the rest of the message is for other
        // transports. On the list it would hold recipient slots that this transport needs.
        jobRetire(q, id);
        walk?.stalled.push(message);
      }
    }
    id = next;
  }
  if (get(q.transports, transportId).currentJob !== NONE) touch(q.transports, transportId).currentJob = NONE;
  return NONE;
}

function selectFrom(q: Qmgr, transportId: TransportId, jobId: JobId, peer: PeerId): EntryId {
  const entry = entrySelectFromPeer(q, peer);
  const job = touch(q.jobs, jobId);
  // The job earns one unit at each selection; `cost` units make one delivery slot.
  job.deliverySlotsAvailable++;
  job.deliverySlotsUsed++;
  candidateIndexUpdate(q, jobId);
  const transport = get(q.transports, transportId);
  if (transport.cacheFor !== jobId) candidateCacheReset(q, transportId);
  if (transport.currentJob !== jobId) touch(q.transports, transportId).currentJob = jobId;
  if (!jobHasEntries(job) && !get(q.messages, job.message).more) jobRetire(q, jobId);
  return entry;
}

/**
 * Returns the peer that may get a delivery now, or NONE. Reads more recipients when enough recipient slots are free,
 * when the refill delay has passed, or when nothing else can be delivered, so that a slow destination does not keep
 * the rest of a large message on file. Source: §9.2b–d.
 */
function* jobPeerSelect(q: Qmgr, id: JobId): Sliced<PeerId> {
  const { message: messageId, transport } = get(q.jobs, id);
  if (refillIsDue(q, get(q.messages, messageId), get(q.transports, transport)))
    yield* messageRefill(q, messageId);
  if (jobHasEntries(get(q.jobs, id))) {
    const peer = peerSelect(q, id);
    if (peer !== NONE) return peer;
  }
  const message = get(q.messages, messageId);
  if (!mayRead(message) || message.recipientLimit <= message.recipientCount) return NONE;
  yield* messageRefill(q, messageId);
  return jobHasEntries(get(q.jobs, id)) ? peerSelect(q, id) : NONE;
}

/** A message without live entries is ending (a bounce is in progress). Do not read more of it. Source: §18.5. */
function mayRead(message: Readonly<MessageRow>): boolean {
  return message.more && message.entryCount > 0;
}

function refillIsDue(q: Qmgr, message: Readonly<MessageRow>, transport: Readonly<TransportRow>): boolean {
  if (!mayRead(message)) return false;
  const free = message.recipientLimit - message.recipientCount;
  const { recipientRefillLimit, recipientRefillDelay } = transport.params;
  if (free >= recipientRefillLimit) return true;
  return free > 0 && steadySeconds(q) - message.refilledAt >= recipientRefillDelay;
}

function newTest(q: Qmgr, currentJob: JobId, cost: number): PreemptionTest {
  return {
    outcome: 'preemption-off',
    current: get(q.jobs, currentJob).message,
    currentJob,
    candidate: NONE,
    candidateJob: NONE,
    cached: false,
    score: 0,
    deliverySlotsAvailable: 0,
    maxEntries: 0,
    minimumDeliverySlots: 0,
    cost,
    loan: 0,
    discount: 0,
    need: 0,
    onHand: 0,
    price: 0,
  };
}

function decide(
  q: Qmgr,
  transport: TransportId,
  test: PreemptionTest | null,
  walk: Walk,
  choice: Choice | null,
): void {
  const decision: SelectionDecision = {
    rule: 'selection',
    transport,
    blockersSkipped: walk.blockersSkipped,
    becameBlockers: walk.becameBlockers,
    stalled: walk.stalled,
    parameter: parameterOf(test, walk),
    section: 'SCHEDULER_README, Preemptive scheduling',
  };
  if (test) decision.preemption = test;
  if (choice !== null) {
    const { msg, job, entry, queue, recipients } = choice;
    decision.chosen = { msg, job, entry, queue, recipients };
    q.port.emit({ kind: 'entry.selected', entry, msg, queue, transport, recipients });
  }
  q.port.decide(decision);
}

/** Returns the parameter that the reader can change to get another outcome. */
function parameterOf(test: PreemptionTest | null, walk: Walk): SelectionDecision['parameter'] {
  if (walk.blockersSkipped > 0 || walk.becameBlockers.length > 0) return 'destination_concurrency_limit';
  if (test?.outcome === 'too-small') return 'minimum_delivery_slots';
  if (test?.outcome === 'slots-short') return 'delivery_slot_loan';
  return 'delivery_slot_cost';
}
