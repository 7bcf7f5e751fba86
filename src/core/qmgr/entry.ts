import type { Seconds } from '../../protocol/units.ts';
import type { EntryId, MessageId, PeerId } from '../../protocol/ids.ts';
import { listAppend, listPrepend, listRemove } from '../lists.ts';
import { get, insert, NONE, touch } from '../tables.ts';
import { systemSeconds } from './clock.ts';
import type { Qmgr, QueueRow } from './model.ts';

/** A delivery request: create, select, unselect (qmgr/README.md §1.6, 9.2e, 21; qmgr_entry.c). `done.ts` ends it. */

/** Adds an entry at the tail of its destination's todo list and of its peer. `recipients`: positions in the file. */
export function entryCreate(
  q: Qmgr,
  peerId: PeerId,
  message: MessageId,
  recipients: readonly number[],
): EntryId {
  const peer = touch(q.peers, peerId);
  const queueId = peer.queue;
  const id = insert(q.entries, {
    message,
    peer: peerId,
    queue: queueId,
    status: 'todo',
    recipients,
    queuePrev: NONE,
    queueNext: NONE,
    peerPrev: NONE,
    peerNext: NONE,
  });
  peer.entryCount++;
  listAppend(q.lists.entriesOfPeer, peerId, id);
  listAppend(q.lists.todo, queueId, id);
  touch(q.queues, queueId).todoCount++;
  touch(q.jobs, peer.job).readEntries++;
  touch(q.messages, message).entryCount++;
  return id;
}

export function entrySelectFromPeer(q: Qmgr, peerId: PeerId): EntryId {
  const { entryFirst: id, queue: queueId, job: jobId } = get(q.peers, peerId);
  listRemove(q.lists.todo, queueId, id);
  listAppend(q.lists.busy, queueId, id);
  listRemove(q.lists.entriesOfPeer, peerId, id);
  touch(q.entries, id).status = 'busy';
  touch(q.jobs, jobId).selectedEntries++;
  const queue = touch(q.queues, queueId);
  queue.todoCount--;
  queue.busyCount++;
  updateReuseHints(queue, systemSeconds(q));
  return id;
}

/**
 * Hints for connection reuse. Agents begin to store connections when a delivery starts within a second of the end of
 * another delivery. They stop when a delivery is alone at its destination and starts later. Loading stays on, so that
 * stored connections are still used. Source: §21.
 */
function updateReuseHints(queue: QueueRow, now: Seconds): void {
  const backToBack = queue.lastDone + 1 >= now;
  if (!queue.reuseStore) {
    if (backToBack) {
      queue.reuseLoad = true;
      queue.reuseStore = true;
    }
  } else if (queue.busyCount <= 1 && !backToBack) {
    queue.reuseStore = false;
  }
}

/**
 * Puts an entry that could not be sent back to the tail of todo, but to the head of its peer. Delivery slots are not
 * corrected and a retired job is not linked again, because the transport is about to be declared dead. Source: §16.4.
 */
export function entryUnselect(q: Qmgr, id: EntryId): void {
  const { peer: peerId, queue: queueId, message } = get(q.entries, id);
  const jobId = get(q.peers, peerId).job;
  listRemove(q.lists.busy, queueId, id);
  listAppend(q.lists.todo, queueId, id);
  listPrepend(q.lists.entriesOfPeer, peerId, id);
  touch(q.entries, id).status = 'todo';
  touch(q.jobs, jobId).selectedEntries--;
  const queue = touch(q.queues, queueId);
  queue.busyCount--;
  queue.todoCount++;
  const { transport } = queue;
  if (q.port.recording)
    q.port.emit({ kind: 'entry.unselected', entry: id, msg: message, queue: queueId, transport });
}
