import type { Seconds } from '../../protocol/units.ts';
import type { EntryId, MessageId, PeerId } from '../../protocol/ids.ts';
import { listAppend, listPrepend, listRemove } from '../lists.ts';
import { get, insert, NONE, touch } from '../tables.ts';
import { systemSeconds } from './clock.ts';
import type { Qmgr, QueueRow } from './model.ts';

/** A delivery request: create, select, unselect (qmgr/README.md §1.6, 9.2e, 21; qmgr_entry.c). Its end is in done.ts. */

/** A new waiting entry at the tail of its destination's todo and of its peer. Counters of job, peer and message rise. */
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

/** The first waiting entry of a peer goes to an agent: todo → tail of busy. Source: §9.2e, 21. */
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
 * Connection reuse: storing begins when deliveries follow each other within a second, and ends when the destination
 * runs out of steam. Loading stays on, so that connections stored earlier are still used up. Source: §21.
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
 * The request could not be handed over: back to the tail of todo, but to the head of its peer. Delivery slots are not
 * corrected and a retired job is not linked again, for the transport is about to be declared dead anyway. Source: §16.4.
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
