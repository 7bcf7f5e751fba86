import type { EntryId, JobId, TransportId, MessageId } from '../../protocol/ids.ts';
import { listPrepend, listRemove } from '../lists.ts';
import { get, NONE, touch } from '../tables.ts';
import { candidateCacheReset } from './candidate.ts';
import { candidateIndexUpdate } from './candidate-index.ts';
import { entrySelectFromPeer, entryUnselect } from './entry.ts';
import { jobHasEntries, jobObtain, jobRetire } from './job.ts';
import type { Qmgr } from './model.ts';
import { type Choice, choiceOf } from './selection.ts';

/**
 * Selects the entry that the followed record shows, if the queue manager would have chosen another entry. Updates the
 * counters as `entrySelect` does, but ignores windows and the order of the job list.
 */
export function entryTake(q: Qmgr, id: EntryId): Choice {
  const { peer: peerId, queue, status } = get(q.entries, id);
  if (status !== 'todo') throw new Error(`entry ${id}: taken while it is ${status}`);
  const { transport } = get(q.queues, queue);
  // Selection takes from the head of the peer.
  listRemove(q.lists.entriesOfPeer, peerId, id);
  listPrepend(q.lists.entriesOfPeer, peerId, id);
  entrySelectFromPeer(q, peerId);
  const { job: jobId } = get(q.peers, peerId);
  const choice = choiceOf(q, id, NONE, NONE);
  earn(q, transport, jobId);
  if (q.port.recording) {
    const { msg, recipients } = choice;
    q.port.emit({ kind: 'entry.selected', entry: id, msg, queue, transport, recipients });
  }
  return choice;
}

function earn(q: Qmgr, transport: TransportId, jobId: JobId): void {
  const job = touch(q.jobs, jobId);
  job.deliverySlotsAvailable++;
  job.deliverySlotsUsed++;
  candidateIndexUpdate(q, jobId);
  candidateCacheReset(q, transport);
  if (job.level >= 0 && !jobHasEntries(job) && !get(q.messages, job.message).more) jobRetire(q, jobId);
}

/**
 * Takes back a choice that the record does not confirm: the entry is again the first of its peer, and its job loses
 * the unit that it earned by the choice. A preemption that led to the choice stays.
 */
export function entryPutBack(q: Qmgr, id: EntryId): void {
  const { peer } = get(q.entries, id);
  const { job: jobId } = get(q.peers, peer);
  entryUnselect(q, id);
  // Selecting the job's last entry has retired the job: link it again.
  jobObtain(q, get(q.entries, id).message, get(q.queues, get(q.entries, id).queue).transport);
  const job = touch(q.jobs, jobId);
  job.deliverySlotsAvailable--;
  job.deliverySlotsUsed--;
  candidateIndexUpdate(q, jobId);
}

/** Returns the first waiting entry of a message that `is` accepts, or NONE. */
export function entryWaiting(q: Qmgr, message: MessageId, is: (entry: EntryId) => boolean): EntryId {
  for (let job = get(q.messages, message).jobFirst; job !== NONE; job = get(q.jobs, job).messageNext) {
    for (let peer = get(q.jobs, job).peerFirst; peer !== NONE; peer = get(q.peers, peer).next) {
      for (let entry = get(q.peers, peer).entryFirst; entry !== NONE; entry = get(q.entries, entry).peerNext)
        if (is(entry)) return entry;
    }
  }
  return NONE;
}
