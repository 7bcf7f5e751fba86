import type { JobId, QueueId } from '../../protocol/ids.ts';
import { get, NONE, touch } from '../tables.ts';
import { candidateCacheReset } from './candidate.ts';
import { candidateIndexUpdate } from './candidate-index.ts';
import type { Qmgr } from './model.ts';
import { queueHasRoom } from './queue-room.ts';

/**
 * A blocker is a job that cannot deliver now: every destination of its waiting entries uses its whole window. Selection
 * marks the job and its destinations, and skips the job (qmgr/README.md §11). A mark is a number equal to the
 * transport's tag: raising the tag clears all marks in O(1).
 */

/** Marks a job and every destination for which it has waiting entries. Source: §9.2f. */
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
 * If the destination is marked and has room, clears all marks of the transport and restarts selection at the head of
 * the job list. Finding only the jobs that wait for this destination would cost more. Called when an entry or a pause
 * ends, but not when a throttle timer ends or the window grows later. Source: §11.3–11.4.
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
