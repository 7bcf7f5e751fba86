import type { MessageId } from '../../protocol/ids.ts';
import type { Seconds } from '../../protocol/units.ts';
import { type List, listAppend, listRemove } from '../lists.ts';
import { type Sliced, runToEnd } from '../sliced.ts';
import { drop, get, NONE, touch } from '../tables.ts';
import { steadySeconds, systemSeconds } from './clock.ts';
import { jobFree } from './job.ts';
import { takeLeftovers } from './leftovers.ts';
import { CORE, coreOf, type MessageStatus, type Qmgr, touchCore } from './model.ts';
import { messageReadFirst, messageRefill } from './message.ts';
import { toSpans } from './recipient-file.ts';

/** How a message enters and leaves memory: feed, end, retry, expiry (qmgr/README.md §4, 18, 19; qmgr_active.c). */

/** Options of a feed. `all` ignores the time stamp. `flush` revives dead transports and destinations of the message. */
export interface FeedOptions {
  readonly all?: boolean;
  readonly flush?: boolean;
}

export type FeedAnswer = { fed: true } | { fed: false; why: 'future' | 'active-full' | 'locked' };

/** Seconds until the next attempt to feed a file that another process has locked. Source: §4.5. */
export const LOCKED_RETRY = 60;

function listOf(q: Qmgr, status: MessageStatus): List {
  if (status === 'incoming') return q.lists.incoming;
  if (status === 'hold') return q.lists.hold;
  return status === 'active' ? q.lists.active : q.lists.deferred;
}

/** If the cursor of a scan is on the message that leaves its mail queue, moves the cursor to the next file. */
function scanForget(q: Qmgr, id: MessageId): void {
  for (const name of ['incomingScan', 'deferredScan'] as const) {
    const scan = coreOf(q)[name];
    if (scan.status !== 'running' || (scan.cursor !== id && scan.end !== id)) continue;
    const { prev, next } = get(q.messages, id);
    // `end` is the last file of the scan. A cursor past it means that no file is left.
    const cursor = scan.cursor === id ? (scan.end === id ? 0 : next) : scan.cursor;
    touchCore(q)[name] = { ...scan, cursor, end: scan.end === id ? prev : scan.end };
  }
}

export function messageMove(q: Qmgr, id: MessageId, to: MessageStatus): void {
  const { status } = get(q.messages, id);
  scanForget(q, id);
  listRemove(listOf(q, status), CORE, id);
  listAppend(listOf(q, to), CORE, id);
  touch(q.messages, id).status = to;
}

/**
 * Moves an incoming or deferred message to the active queue and reads its first batch. Refuses when the active queue is
 * full, the file is locked, or its time stamp is more than a second ahead. Source: §4.2–4.5.
 */
export function messageFeed(q: Qmgr, id: MessageId, options: FeedOptions = {}): FeedAnswer {
  return runToEnd(messageFeedParts(q, id, options));
}

/** Sliced form of `messageFeed`: reading thousands of destinations takes long. */
export function* messageFeedParts(q: Qmgr, id: MessageId, options: FeedOptions = {}): Sliced<FeedAnswer> {
  const { status, fileTime } = get(q.messages, id);
  if (status === 'active') throw new Error(`message ${id}: fed while active`);
  if (coreOf(q).messageCount >= coreOf(q).params.messageActiveLimit)
    return { fed: false, why: 'active-full' };
  if (!options.all && fileTime > systemSeconds(q) + 1) return { fed: false, why: 'future' };
  if (get(q.messages, id).locks > 0) {
    messageMove(q, id, 'incoming');
    touch(q.messages, id).fileTime = systemSeconds(q) + LOCKED_RETRY;
    return { fed: false, why: 'locked' };
  }
  messageMove(q, id, 'active');
  const message = touch(q.messages, id);
  message.queuedAt = steadySeconds(q);
  message.refilledAt = 0;
  message.recipientLimit = coreOf(q).params.messageRecipientMinimum;
  message.unread = message.recipientTotal;
  message.flushEach = options.flush === true || message.flushAsked;
  message.flushAsked = false;
  message.someDeferred = false;
  touchCore(q).messageCount++;
  yield* messageReadFirst(q, id);
  const end = get(q.messages, id).entryCount === 0 ? messageEnd(q, id) : null;
  if (end !== null) yield* end;
  return { fed: true };
}

/**
 * Called when no entry of the message is left in memory: reads the next batch, or else expires, defers or removes the
 * message. A read is returned as work that the caller must finish before anything else; null if nothing is to be read. It
 * may take several batches, because all recipients of a batch may be deferred immediately. Source: §18; qmgr_active_done.
 */
export function messageEnd(q: Qmgr, id: MessageId): Sliced<void> | null {
  if (get(q.messages, id).more) return readToTheEnd(q, id);
  leave(q, id);
  return null;
}

function* readToTheEnd(q: Qmgr, id: MessageId): Sliced<void> {
  while (get(q.messages, id).more) {
    yield* messageRefill(q, id);
    if (get(q.messages, id).entryCount > 0) return;
  }
  leave(q, id);
}

function leave(q: Qmgr, id: MessageId): void {
  const { someDeferred, created, sender } = get(q.messages, id);
  if (!someDeferred) {
    remove(q, id);
    return;
  }
  const { maximalQueueLifetime, bounceQueueLifetime } = coreOf(q).params;
  const lifetime = sender === '' ? bounceQueueLifetime : maximalQueueLifetime;
  if (systemSeconds(q) >= created + lifetime) {
    if (q.port.recording) q.port.emit({ kind: 'message.expired', msg: id });
    touch(q.messages, id).awaitsBounce = true;
    q.port.requestTimer('message.bounce', id, 0);
    return;
  }
  defer(q, id);
}

/** Removes a message after the bounce service has returned it to its sender. Source: §18.3. */
export function messageBounced(q: Qmgr, id: MessageId): void {
  const message = touch(q.messages, id);
  message.awaitsBounce = false;
  message.someDeferred = false;
  takeLeftovers(q, id);
  remove(q, id);
}

/**
 * Returns the seconds until the next attempt: the age of the message, but at least the minimal and at most the
 * maximal backoff. The number of attempts does not matter. Source: §19.
 */
function retryDelay(q: Qmgr, created: Seconds): Seconds {
  const { minimalBackoff, maximalBackoff } = coreOf(q).params;
  return Math.max(Math.min(systemSeconds(q) - created, maximalBackoff), minimalBackoff);
}

function defer(q: Qmgr, id: MessageId): void {
  const retryAt = systemSeconds(q) + retryDelay(q, get(q.messages, id).created);
  if (q.port.recording) q.port.emit({ kind: 'message.done', msg: id, result: 'deferred', retryAt });
  const remaining = toSpans(takeLeftovers(q, id));
  leaveMemory(q, id);
  messageMove(q, id, 'deferred');
  const message = touch(q.messages, id);
  message.fileTime = retryAt;
  message.remaining = remaining;
}

/** Forgets an inactive message whose file was deleted by hand or renamed for another queue. */
export function messageForget(q: Qmgr, id: MessageId): void {
  const { status } = get(q.messages, id);
  if (status === 'active') throw new Error(`message ${id}: forgotten while active`);
  scanForget(q, id);
  takeLeftovers(q, id);
  listRemove(listOf(q, status), CORE, id);
  drop(q.messages, id);
}

function remove(q: Qmgr, id: MessageId): void {
  if (q.port.recording) q.port.emit({ kind: 'message.done', msg: id, result: 'removed' });
  takeLeftovers(q, id);
  leaveMemory(q, id);
  listRemove(q.lists.active, CORE, id);
  drop(q.messages, id);
}

/** Frees the jobs in the order in which they were made. Source: §18.4. */
function leaveMemory(q: Qmgr, id: MessageId): void {
  for (let job = get(q.messages, id).jobFirst; job !== NONE; job = get(q.messages, id).jobFirst)
    jobFree(q, job);
  const { entryCount, recipientCount } = get(q.messages, id);
  if (entryCount !== 0 || recipientCount !== 0) {
    throw new Error(`message ${id}: left with ${entryCount} entries, ${recipientCount} recipients`);
  }
  touchCore(q).messageCount--;
}
