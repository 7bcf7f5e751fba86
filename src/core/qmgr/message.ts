import type { MessageId, EntryId, JobId, PeerId, QueueId } from '../../protocol/ids.ts';
import type { Sliced } from '../sliced.ts';
import { get, touch, NONE } from '../tables.ts';
import { steadySeconds } from './clock.ts';
import { coreOf, type Qmgr } from './model.ts';
import { readBatch } from './recipient-file.ts';
import { resolveBatch, sortByAddress, PART, type Resolved } from './resolve.ts';
import { jobIsBlocker } from './blocker-tag.ts';
import { candidateCacheReset } from './candidate.ts';
import { candidateIndexUpdate } from './candidate-index.ts';
import { entryCreate } from './entry.ts';
import { jobHasEntries, jobObtain } from './job.ts';
import { peerCreate, peersByQueue } from './peer.ts';
import { moveLimits } from './recipients.ts';
import { countRecipients } from './transport.ts';

/**
 * Reads recipients in batches and assigns each batch to jobs, peers and entries (qmgr/README.md §5–6;
 * qmgr_message_alloc, qmgr_message_realloc, qmgr_message_assign).
 */

/** Largest number of recipients in one batch: sorting and resolving must not stop the queue manager for long. */
const BATCH_MAX = 5000;

export function* messageReadFirst(q: Qmgr, id: MessageId): Sliced<void> {
  const { params, recipientCount } = coreOf(q);
  const free = params.messageRecipientLimit - recipientCount;
  yield* read(q, id, 0, Math.max(free, params.messageRecipientMinimum));
}

/** Reads as many recipients as the message has free slots. The caller has checked that it has some. Source: §5.1. */
export function* messageRefill(q: Qmgr, id: MessageId): Sliced<void> {
  const { recipientLimit, recipientCount, position } = get(q.messages, id);
  const limit = recipientLimit - recipientCount;
  if (limit <= 0) throw new Error(`message ${id}: refill with ${limit} free recipient slots`);
  yield* read(q, id, position, limit);
}

function* read(q: Qmgr, id: MessageId, from: number, wanted: number): Sliced<void> {
  const limit = Math.min(wanted, BATCH_MAX);
  const batch = readBatch(get(q.messages, id), from, limit);
  const message = touch(q.messages, id);
  message.more = batch.full;
  message.position = batch.full ? batch.position : 0;
  message.unread -= batch.passed;
  // The count in the file header is an estimate. At the end of the file nothing is unread.
  if (message.unread < 0 || !batch.full) message.unread = 0;
  message.refilledAt = steadySeconds(q);
  if (q.port.recording) {
    const { unread, more } = message;
    q.port.emit({ kind: 'message.read', msg: id, limit, count: batch.recipients.length, unread, more });
  }
  const resolved = yield* resolveBatch(q, id, sortByAddress(batch.recipients));
  yield;
  yield* assignBatch(q, id, resolved);
}

interface Group {
  readonly queue: QueueId;
  readonly transportName: string;
  readonly queueName: string;
  readonly recipients: number[];
}

/**
 * Groups the batch by destination, in the order (transport name, queue name). The recipients are already sorted by
 * address, so sorting the few groups replaces Postfix's second sort of all recipients.
 */
function group(q: Qmgr, resolved: readonly Resolved[]): Group[] {
  const groups = new Map<QueueId, Group>();
  for (const { recipient, queue } of resolved) {
    let found = groups.get(queue);
    if (found === undefined) {
      const { transport, name } = get(q.queues, queue);
      found = { queue, transportName: get(q.transports, transport).name, queueName: name, recipients: [] };
      groups.set(queue, found);
    }
    found.recipients.push(recipient.index);
  }
  return [...groups.values()].sort((a, b) => {
    if (a.transportName !== b.transportName) return a.transportName < b.transportName ? -1 : 1;
    return a.queueName < b.queueName ? -1 : a.queueName > b.queueName ? 1 : 0;
  });
}

/**
 * Assigns the recipients of one destination to entries, and adds these entries to `bound`. Fills the last waiting entry
 * of the peer first, even if an earlier batch made it, so that small batches do not make small entries. Source: §6.10.
 */
function bind(
  q: Qmgr,
  message: MessageId,
  peer: PeerId,
  recipients: readonly number[],
  bound: EntryId[],
): void {
  const { singleRecipient } = get(q.messages, message);
  const { job, queue } = get(q.peers, peer);
  const limit = get(q.transports, get(q.queues, queue).transport).params.destinationRecipientLimit;
  let at = 0;
  const last = get(q.peers, peer).entryLast;
  if (last !== NONE && !singleRecipient) {
    const held = get(q.entries, last).recipients;
    const room = limit === 0 ? recipients.length : limit - held.length;
    if (room > 0) {
      at = Math.min(room, recipients.length);
      touch(q.entries, last).recipients = [...held, ...recipients.slice(0, at)];
      bound.push(last);
    }
  }
  while (at < recipients.length) {
    const size = singleRecipient ? 1 : limit === 0 ? recipients.length - at : limit;
    bound.push(entryCreate(q, peer, message, recipients.slice(at, at + size)));
    at += size;
  }
  touch(q.jobs, job).recipientCount += recipients.length;
  touch(q.messages, message).recipientCount += recipients.length;
  countRecipients(q, recipients.length);
}

/** Assigns a resolved batch to jobs, peers and entries. Source: §6.9–6.13; qmgr_message_assign. */
function* assignBatch(q: Qmgr, message: MessageId, resolved: readonly Resolved[]): Sliced<void> {
  const bound: EntryId[] = [];
  let job: JobId = NONE;
  let peers = new Map<QueueId, PeerId>();
  for (const [at, { queue, recipients }] of group(q, resolved).entries()) {
    if (at % PART === PART - 1) yield;
    const { transport } = get(q.queues, queue);
    if (job === NONE || get(q.jobs, job).transport !== transport) {
      job = jobObtain(q, message, transport);
      peers = peersByQueue(q, job);
    }
    bind(q, message, peers.get(queue) ?? peerCreate(q, job, queue), recipients, bound);
  }
  if (q.port.recording) emitAssigned(q, message, bound);
  // New recipients change job sizes, so a cached candidate may no longer be the best candidate.
  for (let id = get(q.messages, message).jobFirst; id !== NONE; id = get(q.jobs, id).messageNext) {
    candidateIndexUpdate(q, id);
    const row = get(q.jobs, id);
    if (jobHasEntries(row) && !jobIsBlocker(q, id)) candidateCacheReset(q, row.transport);
  }
  if (get(q.messages, message).more) return;
  for (let id = get(q.messages, message).jobFirst; id !== NONE; id = get(q.jobs, id).messageNext) {
    moveLimits(q, id);
  }
}

function emitAssigned(q: Qmgr, message: MessageId, bound: readonly EntryId[]): void {
  const entries = bound.map((entry) => {
    const { queue, recipients } = get(q.entries, entry);
    return { entry, queue, recipients: recipients.length };
  });
  q.port.emit({ kind: 'message.assigned', msg: message, entries });
}
