import type { JobId, QueueId } from '../../protocol/ids.ts';
import { get, NONE, touch } from '../tables.ts';
import { candidateCacheReset } from './candidate.ts';
import { candidateIndexUpdate } from './candidate-index.ts';
import type { Qmgr } from './model.ts';
import { queueHasRoom } from './queue-room.ts';

/**
 * Blockers: jobs none of whose waiting entries may be delivered now, because all their destinations are at their
 * windows. They are marked and skipped, together with the destinations that could change this (qmgr/README.md §11). The mark
 * is a number to be equal to the transport's: raising that one voids all marks in O(1).
 */

/** Marks a job and every destination that it has waiting entries for. Source: §9.2f. */
export function blockerMark(q: Qmgr, id: JobId): void {
  const { transport, message, peerFirst } = get(q.jobs, id);
  const tag = get(q.transports, transport).blockerTag;
  touch(q.jobs, id).blockerTag = tag;
  candidateIndexUpdate(q, id);
  for (let peerId = peerFirst; peerId !== NONE; ) {
    const peer = get(q.peers, peerId);
    if (peer.entryFirst !== NONE) touch(q.queues, peer.queue).blockerTag = tag;
    peerId = peer.next;
  }
  if (q.port.recording) q.port.emit({ kind: 'job.blocked', transport, msg: message });
}

/**
 * A marked destination may have room again: if so, all marks of the transport are void and selection starts over at the
 * head. Cheaper than finding the jobs that wait for this destination; those still blocked are found again. It is not
 * called when a throttle timer ends or the window grows later: only completions and resumptions count. Source: §11.3.
 */
export function blockerUpdate(q: Qmgr, queueId: QueueId): void {
  const queue = get(q.queues, queueId);
  const transportId = queue.transport;
  if (queue.blockerTag !== get(q.transports, transportId).blockerTag) return;
  const room = queueHasRoom(queue);
  if (room && queue.todoCount > 0) {
    const transport = touch(q.transports, transportId);
    transport.blockerTag += 2;
    transport.currentJob = transport.jobFirst;
    candidateCacheReset(q, transportId);
    if (q.port.recording) {
      q.port.emit({ kind: 'queue.unblocked', queue: queueId, transport: transportId, name: queue.name });
    }
  }
  if (room || queue.status === 'throttled') touch(q.queues, queueId).blockerTag = 0;
}
