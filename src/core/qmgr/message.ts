import type { MessageId } from '../../protocol/ids.ts';
import type { Sliced } from '../sliced.ts';
import { get, touch } from '../tables.ts';
import { assignBatch } from './assign.ts';
import { steadySeconds } from './clock.ts';
import { coreOf, type Qmgr } from './model.ts';
import { readBatch } from './recipient-file.ts';
import { resolveBatch, sortByAddress } from './resolve.ts';

/** Reading a message's recipients in batches (qmgr/README.md §5–6; qmgr_message_alloc, qmgr_message_realloc). */

/** No batch is larger, whatever the limits: sorting and resolving must not stop the queue manager for long. */
const BATCH_MAX = 5000;

/** First batch of a message that is being fed. Source: §5.1. */
export function* messageReadFirst(q: Qmgr, id: MessageId): Sliced<void> {
  const { params, recipientCount } = coreOf(q);
  const free = params.messageRecipientLimit - recipientCount;
  yield* read(q, id, 0, Math.max(free, params.messageRecipientMinimum));
}

/** A later batch, as much as the message's recipient slots allow. The caller has seen that they do. Source: §5.1. */
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
  // The header is an estimate: nothing left means nothing unread.
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
