import type { EntryId, QueueId, TransportId } from '../../protocol/ids.ts';
import type { Sliced } from '../sliced.ts';
import { get, NONE, touch } from '../tables.ts';
import { candidateIndexUpdate } from './candidate-index.ts';
import { entryDone } from './done.ts';
import { entryCreate } from './entry.ts';
import { jobObtain } from './job.ts';
import type { Cause, Qmgr } from './model.ts';
import { peerCreate, peerFind } from './peer.ts';
import { deferOnTheSpot, PART } from './resolve.ts';
import { retryQueue } from './transport.ts';

/** Moves mail of a dead transport or destination to `retry`, or defers it (qmgr/README.md §14; qmgr_defer.c). */

/**
 * Empties the todo list of a destination from head to tail. An agent of the transport `retry` records the deferrals,
 * so that they do not block the queue manager. If `retry` is dead too, this function records the deferrals. As in
 * Postfix, the retry destination is found or created even if the list is empty. Source: §14.2.
 */
export function* deferTodo(q: Qmgr, queueId: QueueId, cause: Cause): Sliced<void> {
  const retry = retryQueue(q, cause);
  let id = get(q.queues, queueId).todoFirst;
  for (let i = 0; id !== NONE; i++) {
    if (i % PART === PART - 1) yield;
    // Read before `entryDone` drops the entry, and possibly the destination with it.
    const { queueNext, message, recipients } = get(q.entries, id);
    if (retry !== NONE) entryMove(q, id, retry);
    else deferOnTheSpot(q, message, recipients, id);
    const end = entryDone(q, id);
    if (end !== null) yield* end;
    id = queueNext;
  }
}

/** Defers the todo lists of all destinations of a transport, in list order. Source: §16.4. */
export function* deferTransport(q: Qmgr, transport: TransportId, cause: Cause): Sliced<void> {
  let id = get(q.transports, transport).queueFirst;
  for (let i = 0; id !== NONE; i++) {
    if (i % PART === PART - 1) yield;
    const { next } = get(q.queues, id);
    yield* deferTodo(q, id, cause);
    id = next;
  }
}

/**
 * Moves all recipients of a waiting entry to a new entry at another destination, regardless of the recipient limit.
 * The caller ends the old entry. Source: §14.4; qmgr_entry_move_todo.
 */
function entryMove(q: Qmgr, id: EntryId, to: QueueId): void {
  const { message, recipients, peer } = get(q.entries, id);
  const fromJob = get(q.peers, peer).job;
  const toJob = jobObtain(q, message, get(q.queues, to).transport);
  const known = peerFind(q, toJob, to);
  const toPeer = known === NONE ? peerCreate(q, toJob, to) : known;
  const moved = entryCreate(q, toPeer, message, recipients);
  candidateIndexUpdate(q, toJob);
  touch(q.jobs, toJob).recipientCount += recipients.length;
  touch(q.jobs, fromJob).recipientCount -= recipients.length;
  touch(q.entries, id).recipients = [];
  if (q.port.recording) {
    q.port.emit({
      kind: 'entry.moved',
      msg: message,
      from: id,
      to: moved,
      queue: to,
      recipients: recipients.length,
    });
  }
}
