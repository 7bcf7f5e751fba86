import type { JobId, PeerId, QueueId } from '../../protocol/ids.ts';
import { hashFirst, hashInsert, hashPair, hashRemove } from '../hash-index.ts';
import { listAppend, listRemove, listRotate } from '../lists.ts';
import { drop, get, insert, NONE } from '../tables.ts';
import type { Qmgr } from './model.ts';
import { queueHasRoom } from './queue-room.ts';

/** A destination inside a job: obtain, select, drop (nqmgr.md §1.5, 9.3; qmgr_peer.c). */

/** The peer of a job for a destination, or NONE. */
export function peerFind(q: Qmgr, job: JobId, queue: QueueId): PeerId {
  for (let id = hashFirst(q.peerIndex, hashPair(job, queue)); id !== NONE; ) {
    const peer = get(q.peers, id);
    if (peer.job === job && peer.queue === queue) return id;
    id = peer.hashNext;
  }
  return NONE;
}

/** The peer of a job for a destination, created at the tail of the job's peers when there is none. */
export function peerObtain(q: Qmgr, job: JobId, queue: QueueId): PeerId {
  const known = peerFind(q, job, queue);
  if (known !== NONE) return known;
  const id = insert(q.peers, {
    rev: 0,
    hash: hashPair(job, queue),
    hashNext: NONE,
    job,
    queue,
    entryCount: 0,
    entryFirst: NONE,
    entryLast: NONE,
    prev: NONE,
    next: NONE,
  });
  hashInsert(q.peerIndex, id);
  listAppend(q.lists.peers, job, id);
  return id;
}

/**
 * The next destination of a job that may get a delivery, or NONE; round robin. The list is rotated around the choice, so
 * destinations that were skipped because they had no room lose this turn. Source: §9.3.
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

/** Removes a peer without entries. */
export function peerDrop(q: Qmgr, id: PeerId): void {
  const { job, entryCount } = get(q.peers, id);
  if (entryCount !== 0) throw new Error(`peer ${id}: dropped with ${entryCount} entries`);
  listRemove(q.lists.peers, job, id);
  hashRemove(q.peerIndex, id);
  drop(q.peers, id);
}
