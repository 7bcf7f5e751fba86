import type { JobId, PeerId, QueueId } from '../../protocol/ids.ts';
import { listAppend, listRemove, listRotate } from '../lists.ts';
import { drop, get, insert, NONE } from '../tables.ts';
import type { Qmgr } from './model.ts';
import { queueHasRoom } from './queue-room.ts';

/** A peer is a destination inside a job: find, create, select, drop (qmgr/README.md §1.5, 9.3; qmgr_peer.c). */

/**
 * Finds the peer of a job for a destination, or NONE, by walking the job's peers. Selection walks the same list
 * whenever destinations have no room, and an index over all peers cost 20% of the time of each delivery. For many
 * look-ups use `peersByQueue`.
 */
export function peerFind(q: Qmgr, job: JobId, queue: QueueId): PeerId {
  for (let id = get(q.jobs, job).peerFirst; id !== NONE; ) {
    const peer = get(q.peers, id);
    if (peer.queue === queue) return id;
    id = peer.next;
  }
  return NONE;
}

/** Returns all peers of a job by destination. Valid while one batch is assigned. */
export function peersByQueue(q: Qmgr, job: JobId): Map<QueueId, PeerId> {
  const found = new Map<QueueId, PeerId>();
  for (let id = get(q.jobs, job).peerFirst; id !== NONE; ) {
    const peer = get(q.peers, id);
    found.set(peer.queue, id);
    id = peer.next;
  }
  return found;
}

export function peerCreate(q: Qmgr, job: JobId, queue: QueueId): PeerId {
  const id = insert(q.peers, {
    job,
    queue,
    entryCount: 0,
    entryFirst: NONE,
    entryLast: NONE,
    prev: NONE,
    next: NONE,
  });
  listAppend(q.lists.peers, job, id);
  return id;
}

/**
 * Returns the next destination of a job with an entry and room, or NONE; round robin. The list is rotated at the
 * choice, so destinations that were skipped for lack of room lose this turn. Source: §9.3.
 */
export function peerSelect(q: Qmgr, job: JobId): PeerId {
  for (let id = get(q.jobs, job).peerFirst; id !== NONE; ) {
    const peer = get(q.peers, id);
    if (peer.entryFirst !== NONE && queueHasRoom(get(q.queues, peer.queue))) {
      listRotate(q.lists.peers, job, id);
      return id;
    }
    id = peer.next;
  }
  return NONE;
}

export function peerDrop(q: Qmgr, id: PeerId): void {
  const { job, entryCount } = get(q.peers, id);
  if (entryCount !== 0) throw new Error(`peer ${id}: dropped with ${entryCount} entries`);
  listRemove(q.lists.peers, job, id);
  drop(q.peers, id);
}
