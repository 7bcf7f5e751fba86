import type { QueueId, TransportId } from '../../protocol/ids.ts';
import { listFirst, listNext, listPrepend, listRotate } from '../lists.ts';
import { get, insert, NONE, touch } from '../tables.ts';
import { systemSeconds } from './clock.ts';
import { type Cause, CORE, coreOf, type Qmgr, touchCore } from './model.ts';
import { resolveTransport } from './params.ts';
import { queueCreate, queueFind } from './queue.ts';

/** Operations on a transport, a class of delivery agents (qmgr/README.md §16; qmgr_transport.c). */

/** The services that record deferrals for unusable destinations, and failures. */
export const RETRY_TRANSPORT = 'retry';
export const ERROR_TRANSPORT = 'error';

/** Largest number of pending connections of a transport. More would only wait in the listen backlog of the agents. */
export const PENDING_MAX = 2;

/** Finds the transport with this name, or NONE. There are few transports, so walking their list is fast. */
export function transportFind(q: Qmgr, name: string): TransportId {
  for (let id = coreOf(q).transportFirst; id !== NONE; ) {
    const transport = get(q.transports, id);
    if (transport.name === name) return id;
    id = transport.next;
  }
  return NONE;
}

/** Finds the transport or creates it at the head of the list, with parameters read now. Source: §2. */
export function transportObtain(q: Qmgr, name: string): TransportId {
  const known = transportFind(q, name);
  if (known !== NONE) return known;
  const { settings, feedbackRule } = coreOf(q);
  const params = resolveTransport(settings, name, feedbackRule);
  const id = insert(q.transports, {
    name,
    params,
    status: 'ready',
    cause: null,
    retryAt: 0,
    rateLocked: false,
    pending: 0,
    connectionFirst: NONE,
    connectionLast: NONE,
    recipientSlotsUnused: params.recipientLimit,
    currentJob: NONE,
    nextUnreadJob: NONE,
    cacheFor: NONE,
    candidate: NONE,
    cacheTime: 0,
    blockerTag: 1,
    jobFirst: NONE,
    jobLast: NONE,
    byTimeFirst: NONE,
    byTimeLast: NONE,
    queueFirst: NONE,
    queueLast: NONE,
    linkCount: 0,
    groupFirst: NONE,
    groupLast: NONE,
    irregularFirst: NONE,
    irregularLast: NONE,
    parkedFirst: NONE,
    parkedLast: NONE,
    parkedTag: 1,
    prev: NONE,
    next: NONE,
  });
  listPrepend(q.lists.transports, CORE, id);
  if (q.port.recording) q.port.emit({ kind: 'transport.created', transport: id, name });
  return id;
}

/**
 * The transport that should get the next connection, or NONE. It must have room at ready destinations for one entry
 * more than it has pending connections; a window below its busy count reduces this room. The list rotates at the choice
 * (round robin). Source: §16.1. `pendingMax`: largest number of pending connections; a world of threads sets its own
 * (world/README.md §2).
 */
export function transportPick(
  q: Qmgr,
  pendingMax: (transport: TransportId) => number = () => PENDING_MAX,
): TransportId {
  for (let id = listFirst(q.lists.transports, CORE); id !== NONE; id = listNext(q.lists.transports, id)) {
    const transport = get(q.transports, id);
    if (transport.status === 'throttled' || transport.rateLocked || transport.pending >= pendingMax(id))
      continue;
    if (transportSelectable(q, id, transport.pending + 1) <= transport.pending) continue;
    listRotate(q.lists.transports, CORE, id);
    return id;
  }
  return NONE;
}

/** Counts the entries for which ready destinations have room, up to about `enough`. Source: §16.1. */
export function transportSelectable(q: Qmgr, transport: TransportId, enough: number): number {
  let found = 0;
  for (let id = get(q.transports, transport).queueFirst; id !== NONE && found < enough; ) {
    const queue = get(q.queues, id);
    if (queue.status === 'ready') found += Math.min(queue.window - queue.busyCount, queue.todoCount);
    id = queue.next;
  }
  return found;
}

/**
 * Opens a connection, which is pending until an agent answers. A transport rate delay locks the transport. §15.4, 16.2.
 */
export function transportConnect(q: Qmgr, id: TransportId): void {
  const transport = touch(q.transports, id);
  transport.pending++;
  if (transport.params.transportRateDelay > 0) transport.rateLocked = true;
}

/** Agents cannot be reached: no connections until the retry time. A dead transport keeps its timer. §16.4. */
export function transportThrottle(q: Qmgr, id: TransportId, cause: Cause): void {
  if (get(q.transports, id).status === 'throttled') return;
  const delay = coreOf(q).params.transportRetry;
  const transport = touch(q.transports, id);
  transport.status = 'throttled';
  transport.cause = cause;
  transport.retryAt = systemSeconds(q) + delay;
  q.port.requestTimer('transport.revive', id, delay);
  if (q.port.recording) {
    q.port.emit({ kind: 'transport.dead', transport: id, name: transport.name, until: transport.retryAt });
  }
}

/** Makes the transport ready and drops its rate lock. Source: §12.3, 15.4. */
export function transportRevive(q: Qmgr, id: TransportId): void {
  const { status, rateLocked, name } = get(q.transports, id);
  if (rateLocked) touch(q.transports, id).rateLocked = false;
  if (status !== 'throttled') return;
  q.port.cancelTimer('transport.revive', id);
  const transport = touch(q.transports, id);
  transport.status = 'ready';
  transport.cause = null;
  transport.retryAt = 0;
  if (q.port.recording) q.port.emit({ kind: 'transport.revived', transport: id, name });
}

/** Returns the transport `retry`, or NONE when it is dead. Source: §6.4. */
export function retryTransport(q: Qmgr): TransportId {
  const id = transportObtain(q, RETRY_TRANSPORT);
  return get(q.transports, id).status === 'throttled' ? NONE : id;
}

/** Returns the name of the retry destination for a cause. Entries with the same cause share a destination. */
export function retryNexthop(cause: Cause): string {
  return `${cause.status} ${cause.reason}`;
}

/** Returns the retry destination of a cause, or NONE if it or its transport is dead. Its name stays case-sensitive. §14.3. */
export function retryQueue(q: Qmgr, cause: Cause): QueueId {
  const transport = retryTransport(q);
  if (transport === NONE) return NONE;
  const name = retryNexthop(cause);
  let id = queueFind(q, transport, name);
  if (id === NONE) id = queueCreate(q, transport, name, name);
  return get(q.queues, id).status === 'throttled' ? NONE : id;
}

export function countRecipients(q: Qmgr, delta: number): void {
  touchCore(q).recipientCount += delta;
}
