import type { MessageId, QueueId, TransportId } from '../../protocol/ids.ts';
import type { Sliced } from '../sliced.ts';
import { get, NONE, touch } from '../tables.ts';
import { leaveOnFile } from './leftovers.ts';
import { type Cause, coreOf, type Qmgr } from './model.ts';
import { queueCreate, queueFind, queueRevive } from './queue.ts';
import type { Recipient } from './recipient-file.ts';
import {
  ERROR_TRANSPORT,
  RETRY_TRANSPORT,
  retryNexthop,
  retryQueue,
  retryTransport,
  transportObtain,
  transportRevive,
} from './transport.ts';

/** From addresses to destinations: sort, resolve, name (qmgr/README.md §6.1–6.9; qmgr_message_resolve). */

export interface Resolved {
  readonly recipient: Recipient;
  readonly queue: QueueId;
}

/** Recipients or destinations handled before a sliced computation yields. */
export const PART = 100;

/** Converts only ASCII letters, as Postfix does. */
function lowerAscii(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase()) : text;
}

/**
 * Sorts by (domain in lower case, address). Addresses without @ come last. XXX This compares UTF-16 units, Postfix
 * compares UTF-8 bytes: the orders differ for characters outside the Basic Multilingual Plane.
 */
export function sortByAddress(recipients: readonly Recipient[]): Recipient[] {
  const keyed = recipients.map((recipient) => {
    const at = recipient.address.lastIndexOf('@');
    return { recipient, domain: at < 0 ? null : lowerAscii(recipient.address.slice(at)) };
  });
  keyed.sort((a, b) => {
    if (a.domain !== b.domain) {
      if (a.domain === null) return 1;
      if (b.domain === null) return -1;
      return a.domain < b.domain ? -1 : 1;
    }
    const x = a.recipient.address;
    const y = b.recipient.address;
    return x < y ? -1 : x > y ? 1 : 0;
  });
  return keyed.map((k) => k.recipient);
}

/** Returns the local part without its extension. Some names are never split, and no result is empty (split_addr). */
function withoutExtension(local: string, delimiters: string): string {
  const lower = lowerAscii(local);
  if (lower === 'postmaster' || lower === 'mailer-daemon' || lower === 'double-bounce') return local;
  if (delimiters.includes('-') && (lower.startsWith('owner-') || /.-request$/.test(lower))) return local;
  for (let i = 0; i < local.length; i++) {
    if (delimiters.includes(local.charAt(i))) return i === 0 ? local : local.slice(0, i);
  }
  return local;
}

/**
 * With a recipient limit of exactly 1, each mailbox is its own destination. So a slow mailbox does not delay the other
 * mailboxes at its site. Source: §6.5.
 */
function queueName(q: Qmgr, transport: TransportId, recipient: Recipient, nexthop: string): string {
  const { name, params } = get(q.transports, transport);
  const shared =
    params.destinationRecipientLimit !== 1 || name === ERROR_TRANSPORT || name === RETRY_TRANSPORT;
  if (shared) return lowerAscii(nexthop);
  const at = recipient.address.lastIndexOf('@');
  const local = at < 0 ? recipient.address : recipient.address.slice(0, at);
  const { recipientDelimiter } = coreOf(q).params;
  const mailbox = recipientDelimiter === '' ? local : withoutExtension(local, recipientDelimiter);
  return lowerAscii(`${mailbox}@${nexthop}`);
}

/** Returns the destination of a recipient, or NONE to defer it immediately. Source: §6.2–6.8. */
function resolveOne(q: Qmgr, recipient: Recipient, flush: boolean): QueueId {
  let transport = transportObtain(q, recipient.transport);
  let { nexthop } = recipient;
  if (flush && get(q.transports, transport).status === 'throttled') transportRevive(q, transport);
  const { status, cause } = get(q.transports, transport);
  if (status === 'throttled') {
    nexthop = retryNexthop(cause as Cause);
    transport = retryTransport(q);
    if (transport === NONE) return NONE;
  }
  const name = queueName(q, transport, recipient, nexthop);
  let queue = queueFind(q, transport, name);
  if (queue === NONE) queue = queueCreate(q, transport, name, nexthop);
  if (flush && get(q.queues, queue).status === 'throttled') queueRevive(q, queue);
  const row = get(q.queues, queue);
  // A suspended destination accepts mail, which then waits for the rate delay.
  return row.status === 'throttled' ? retryQueue(q, row.cause as Cause) : queue;
}

/** True if `b` gets the answer of its predecessor `a`: same transport and next hop, and mailboxes share a destination. */
function sameAnswer(q: Qmgr, a: Recipient | null, b: Recipient): boolean {
  if (a === null || a.transport !== b.transport || a.nexthop !== b.nexthop) return false;
  return get(q.transports, transportObtain(q, b.transport)).params.destinationRecipientLimit !== 1;
}

/**
 * Resolves a sorted batch, and creates transports and queues in this order. Returns the recipients with a usable
 * destination, in order. The other recipients stay on file, and the message is marked as deferred.
 */
export function* resolveBatch(
  q: Qmgr,
  message: MessageId,
  recipients: readonly Recipient[],
): Sliced<Resolved[]> {
  const flush = get(q.messages, message).flushEach;
  const resolved: Resolved[] = [];
  let deferred: number[] = [];
  let previous: Recipient | null = null;
  let queue: QueueId = NONE;
  for (const [at, recipient] of recipients.entries()) {
    if (at % PART === PART - 1) yield;
    if (!sameAnswer(q, previous, recipient)) {
      // Deferred recipients are recorded before the next destination is created, so that events follow their causes.
      if (deferred.length > 0) deferOnTheSpot(q, message, deferred);
      deferred = [];
      queue = resolveOne(q, recipient, flush);
    }
    previous = recipient;
    if (queue === NONE) deferred.push(recipient.index);
    else resolved.push({ recipient, queue });
  }
  if (deferred.length > 0) deferOnTheSpot(q, message, deferred);
  return resolved;
}

/** Defers recipients directly, without an agent. `entry` is NONE if they come from a batch that is being read. */
export function deferOnTheSpot(
  q: Qmgr,
  message: MessageId,
  recipients: readonly number[],
  entry = NONE,
): void {
  leaveOnFile(q, message, recipients);
  touch(q.messages, message).someDeferred = true;
  if (q.port.recording) {
    q.port.emit({ kind: 'recipients.deferred', msg: message, count: recipients.length, entry });
  }
}
