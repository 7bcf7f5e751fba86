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
 * What `postfix reload` really does to the queue manager: it is started anew. All that it had learned is gone (windows,
 * dead destinations, rate delays, the job lists, earned delivery slots); only files are left. Source: qmgr/README.md §4.5–4.6.
 */

/** An entry that an agent still had in hand: its recipients stay on file until the agent marks them there. */
export interface OrphanedEntry {
  readonly entry: EntryId;
  readonly message: MessageId;
  readonly recipients: readonly number[];
}

/**
 * Starts the queue manager anew. Active messages go back to incoming, in their order, with the time stamp now (those
 * with an entry in an agent's hands are locked: now + 60 s). Returns those entries; the host tells of each when its
 * agent is done (`fileRelease`). Timers of the old queue manager are the host's to forget.
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

/** Positions of all recipients that no agent has marked: put off, in memory (waiting or in hand), and not yet read. */
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

/** [from, to) pairs in any order, without overlap, as ascending pairs with neighbours joined. */
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
 * The agent that had an orphaned entry in hand is done and gives up its lock; what it delivered it has marked in the
 * file itself. Nothing happens when the message has gone meanwhile.
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
