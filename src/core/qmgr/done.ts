import type { EntryId, JobId, MessageId, PeerId, QueueId } from '../../protocol/ids.ts';
import { listRemove } from '../lists.ts';
import type { Sliced } from '../sliced.ts';
import { drop, get, NONE, touch } from '../tables.ts';
import { messageEnd } from './active.ts';
import { blockerUpdate } from './blocker.ts';
import { candidateIndexUpdate } from './candidate-index.ts';
import { systemSeconds } from './clock.ts';
import { coreOf, type Qmgr } from './model.ts';
import { peerDrop } from './peer.ts';
import { queueDropIfIdle, queueRevive, queueSuspend } from './queue.ts';
import { queueIsEmpty } from './queue-room.ts';
import { moveLimits } from './recipients.ts';
import { countRecipients } from './transport.ts';

/** The end of a delivery request, delivered or not, from busy or from todo (qmgr/README.md §17; qmgr_entry_done). */

/**
 * Ends an entry. The order of effects matters: feedback has already moved the window; recipient slots move while the job
 * exists; blocker marks are cleared after the entry has left the busy list; the message ends last. The end of a message may
 * read thousands of destinations, so it is returned as work that the caller must finish before anything else, or null.
 */
export function entryDone(q: Qmgr, id: EntryId): Sliced<void> | null {
  const { status, queue: queueId, peer: peerId, message: messageId, recipients } = get(q.entries, id);
  const busy = status === 'busy';
  const { job: jobId } = get(q.peers, peerId);
  if (busy) takeOffBusy(q, queueId, id);
  else takeOffTodo(q, queueId, peerId, jobId, id);
  if (recipients.length > 0) forgetRecipients(q, messageId, jobId, recipients.length);
  returnSlots(q, messageId, jobId);
  const { destinationRateDelay } = get(q.transports, get(q.queues, queueId).transport).params;
  if (busy && destinationRateDelay > 0) {
    // A destination with a rate delay is revived immediately; its todo list was moved when it died.
    if (get(q.queues, queueId).status === 'throttled') queueRevive(q, queueId);
    if (get(q.queues, queueId).status === 'ready') queueSuspend(q, queueId, destinationRateDelay);
  }
  if (get(q.queues, queueId).status !== 'suspended') blockerUpdate(q, queueId);
  const peer = touch(q.peers, peerId);
  peer.entryCount--;
  if (peer.entryCount === 0) peerDrop(q, peerId);
  if (busy) touch(q.queues, queueId).lastDone = systemSeconds(q);
  dropQueueIfUseless(q, queueId);
  drop(q.entries, id);
  const message = touch(q.messages, messageId);
  message.entryCount--;
  return message.entryCount === 0 ? messageEnd(q, messageId) : null;
}

/** Takes a delivered or failed entry off the busy list of its destination. Source: §17.1. */
function takeOffBusy(q: Qmgr, queueId: QueueId, id: EntryId): void {
  listRemove(q.lists.busy, queueId, id);
  touch(q.queues, queueId).busyCount--;
}

/** An entry that leaves todo undelivered counts as selected but earns no delivery slot. Source: §17.1. */
function takeOffTodo(q: Qmgr, queueId: QueueId, peerId: PeerId, jobId: JobId, id: EntryId): void {
  listRemove(q.lists.todo, queueId, id);
  listRemove(q.lists.entriesOfPeer, peerId, id);
  touch(q.queues, queueId).todoCount--;
  touch(q.jobs, jobId).selectedEntries++;
  candidateIndexUpdate(q, jobId);
}

function forgetRecipients(q: Qmgr, messageId: MessageId, jobId: JobId, count: number): void {
  touch(q.jobs, jobId).recipientCount -= count;
  touch(q.messages, messageId).recipientCount -= count;
  countRecipients(q, -count);
}

/**
 * Gives unused recipient slots of the message's jobs back to the pools. Once the file is read, every job gives them
 * back. Before, only retired jobs do, because a linked job may still get recipients of the next batch. Source: §17.3.
 */
function returnSlots(q: Qmgr, messageId: MessageId, own: number): void {
  const { more, jobFirst } = get(q.messages, messageId);
  for (let id = jobFirst; id !== NONE; id = get(q.jobs, id).messageNext) {
    if (id === own) continue;
    const job = get(q.jobs, id);
    if (job.recipientCount < job.recipientLimit && (job.level < 0 || !more)) moveLimits(q, id);
  }
  if (!more) moveLimits(q, own);
}

/**
 * Drops a ready destination without entries immediately. A dead destination is kept, to remember the failure, unless
 * there are more than twice as many destinations as the recipient limit. Source: §17.8, 14.7.
 */
function dropQueueIfUseless(q: Qmgr, id: QueueId): void {
  const queue = get(q.queues, id);
  if (!queueIsEmpty(queue)) return;
  const { queueCount, params } = coreOf(q);
  if (queue.status === 'throttled' && queueCount > 2 * params.messageRecipientLimit) queueRevive(q, id);
  queueDropIfIdle(q, id);
}
