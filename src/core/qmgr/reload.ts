import type { EntryId, MessageId } from '../../protocol/ids.ts';
import { type HashIndex, hashClear, type Hashed } from '../hash-index.ts';
import { listIds } from '../lists.ts';
import { clearTable, find, get, ids, NONE, touch } from '../tables.ts';
import { LOCKED_RETRY, messageMove } from './active.ts';
import { systemSeconds } from './clock.ts';
import { takeLeftovers } from './leftovers.ts';
import { CORE, type MessageRow, type Qmgr, touchCore } from './model.ts';
import { toSpans } from './recipient-file.ts';
import { scanRequest } from './scan.ts';

/**
 * `postfix reload` starts a new queue manager. It forgets windows, dead destinations, rate delays, job lists and
 * delivery slots; only files remain. Source: qmgr/README.md §4.5–4.6.
 */

/** An entry that an agent still holds. Its recipients stay on file until the agent marks them as delivered. */
export interface OrphanedEntry {
  readonly entry: EntryId;
  readonly message: MessageId;
  readonly recipients: readonly number[];
}

/**
 * Starts a new queue manager. Active messages return to incoming in their order, with the time stamp now, or now + 60
 * s while an agent holds an entry and so locks the file. Returns the held entries; the host calls `fileRelease` when
 * their agents end. The host must forget the timers of the old queue manager.
 */
export function qmgrReload(q: Qmgr): OrphanedEntry[] {
  const orphans: OrphanedEntry[] = [];
  for (const id of ids(q.entries)) {
    const { status, message, recipients } = get(q.entries, id);
    if (status === 'busy') orphans.push({ entry: id, message, recipients });
  }
  for (const id of listIds(q.lists.active, CORE)) toIncoming(q, id, orphans);
  for (const table of [
    q.transports,
    q.queues,
    q.leftovers,
    q.jobs,
    q.peers,
    q.entries,
    q.connections,
    q.candidateGroups,
  ]) {
    clearTable(table);
  }
  for (const index of [q.queueIndex, q.groupIndex]) hashClear(index as HashIndex<Hashed>);
  const core = touchCore(q);
  core.transportFirst = NONE;
  core.transportLast = NONE;
  core.messageCount = 0;
  core.recipientCount = 0;
  core.queueCount = 0;
  core.reportStatus = '';
  core.reportReason = '';
  core.scanPreferred = 'incoming';
  scanRequest(q, 'incoming');
  scanRequest(q, 'deferred');
  return orphans;
}

function toIncoming(q: Qmgr, id: MessageId, orphans: readonly OrphanedEntry[]): void {
  const inHand = orphans.filter((orphan) => orphan.message === id);
  const locks = inHand.length;
  const remaining = undelivered(q, id, inHand);
  messageMove(q, id, 'incoming');
  const message = touch(q.messages, id);
  message.remaining = remaining;
  message.fileTime = systemSeconds(q) + (locks > 0 ? LOCKED_RETRY : 0);
  message.locks += locks;
  message.entryCount = 0;
  message.recipientCount = 0;
  message.recipientLimit = 0;
  message.unread = 0;
  message.more = false;
  message.position = 0;
  message.awaitsBounce = false;
  message.jobFirst = NONE;
  message.jobLast = NONE;
}

/** Returns the positions of all recipients that no agent has marked: deferred, in memory (waiting or held), or unread. */
function undelivered(q: Qmgr, id: MessageId, inHand: readonly OrphanedEntry[]): number[] {
  const positions = [...takeLeftovers(q, id), ...inHand.flatMap((orphan) => orphan.recipients)];
  for (const job of listIds(q.lists.jobsOfMessage, id)) {
    for (const peer of listIds(q.lists.peers, job)) {
      for (const entry of listIds(q.lists.entriesOfPeer, peer))
        positions.push(...get(q.entries, entry).recipients);
    }
  }
  return mergeSpans([...toSpans(positions), ...unreadSpans(get(q.messages, id))]);
}

function unreadSpans({ more, position, remaining, recipientTotal }: Readonly<MessageRow>): number[] {
  if (!more) return [];
  const spans = remaining ?? [0, recipientTotal];
  const unread: number[] = [];
  for (let i = 0; i < spans.length; i += 2) {
    const from = Math.max(position, spans[i] as number);
    const to = spans[i + 1] as number;
    if (from < to) unread.push(from, to);
  }
  return unread;
}

/** Sorts [from, to) pairs that do not overlap and joins neighbours. */
function mergeSpans(spans: readonly number[]): number[] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < spans.length; i += 2) pairs.push([spans[i] as number, spans[i + 1] as number]);
  const merged: number[] = [];
  for (const [from, to] of pairs.sort((a, b) => a[0] - b[0])) {
    if (merged.length > 0 && merged.at(-1) === from) merged[merged.length - 1] = to;
    else merged.push(from, to);
  }
  return merged;
}

/**
 * The agent of an orphaned entry has ended: it unlocks the file and has marked what it delivered. Does nothing if the
 * message no longer exists.
 */
export function fileRelease(q: Qmgr, orphan: OrphanedEntry, delivered: boolean): void {
  if (find(q.messages, orphan.message) === undefined) return;
  const message = touch(q.messages, orphan.message);
  message.locks--;
  if (!delivered || message.remaining === null) return;
  const done = new Set(orphan.recipients);
  const left: number[] = [];
  for (let i = 0; i < message.remaining.length; i += 2) {
    const from = message.remaining[i] as number;
    const to = message.remaining[i + 1] as number;
    for (let at = from; at < to; at++) if (!done.has(at)) left.push(at);
  }
  message.remaining = toSpans(left);
}
