import type { JobId, MessageId, QueueId, TransportId } from '../../protocol/ids.ts';
import type { Seconds } from '../../protocol/units.ts';
import { listIds } from '../lists.ts';
import { get, NONE } from '../tables.ts';
import { jobIsBlocker } from './blocker-tag.ts';
import { systemSeconds } from './clock.ts';
import { CORE, coreOf, type Qmgr } from './model.ts';
import { encodeWindow } from './queue-room.ts';

/**
 * Prints the state as the recorded traces do. The order of members matters, because digests are taken of the JSON text.
 * Some names exist only in traces (`slotsAvailable` is `deliverySlotsAvailable` everywhere else).
 */

export interface StateDump {
  readonly global: object;
  readonly messages: readonly object[];
  readonly transports: readonly ({ readonly name: string } & object)[];
}

export function dumpState(q: Qmgr): StateDump {
  const transports = listIds(q.lists.transports, CORE);
  const { messageCount, recipientCount, queueCount } = coreOf(q);
  return {
    global: {
      now: systemSeconds(q),
      messages: messageCount,
      recipients: recipientCount,
      queues: queueCount,
      order: transports.map((id) => get(q.transports, id).name),
    },
    messages: listIds(q.lists.active, CORE).map((id) => dumpMessage(q, id)),
    transports: transports.map((id) => dumpTransport(q, id)),
  };
}

function dumpMessage(q: Qmgr, id: MessageId): object {
  const m = get(q.messages, id);
  return {
    msg: m.name,
    queued: m.queuedAt,
    refill: m.refilledAt,
    entries: m.entryCount,
    rcptCount: m.recipientCount,
    rcptLimit: m.recipientLimit,
    unread: m.unread,
    more: m.more,
    deferred: m.someDeferred,
    jobs: listIds(q.lists.jobsOfMessage, id).map((jobId) => {
      const j = get(q.jobs, jobId);
      return [
        get(q.transports, j.transport).name,
        j.level,
        j.selectedEntries,
        j.readEntries,
        j.recipientCount,
        j.recipientLimit,
        j.deliverySlotsAvailable,
        j.deliverySlotsUsed,
      ];
    }),
  };
}

function dumpTransport(q: Qmgr, id: TransportId): { name: string } & object {
  const t = get(q.transports, id);
  const name = (job: JobId): string | null => jobName(q, job);
  const connections = listIds(q.lists.connections, id);
  const dump = {
    name: t.name,
    dead: t.status === 'throttled',
    rateLock: t.rateLocked,
    pending: t.pending,
    rcptUnused: t.recipientSlotsUnused,
    ...(t.status === 'throttled' ? { retryAt: t.retryAt } : {}),
    current: name(t.currentJob),
    nextUnread: name(t.nextUnreadJob),
    cacheFor: name(t.cacheFor),
    ...(t.cacheFor !== NONE ? { candidate: name(t.candidate), cacheTime: t.cacheTime } : {}),
    jobs: listIds(q.lists.jobs, id).map((jobId) => dumpJob(q, jobId)),
    byTime: listIds(q.lists.byTime, id).map(name),
    queues: listIds(q.lists.queues, id).map((queueId) => dumpQueue(q, queueId)),
    ...(connections.length > 0 ? { rateAt: dueTimes(q, connections) } : {}),
  };
  return dump;
}

function dueTimes(q: Qmgr, connections: readonly number[]): Seconds[] {
  return connections.map((id) => get(q.connections, id).due);
}

function jobName(q: Qmgr, id: JobId): string | null {
  return id === NONE ? null : get(q.messages, get(q.jobs, id).message).name;
}

function dumpJob(q: Qmgr, id: JobId): object {
  const j = get(q.jobs, id);
  return {
    msg: jobName(q, id),
    level: j.level,
    parent: jobName(q, j.parent),
    children: listIds(q.lists.children, id).map((child) => jobName(q, child)),
    slotsAvailable: j.deliverySlotsAvailable,
    slotsUsed: j.deliverySlotsUsed,
    selected: j.selectedEntries,
    read: j.readEntries,
    rcptCount: j.recipientCount,
    rcptLimit: j.recipientLimit,
    blocker: jobIsBlocker(q, id),
    peers: listIds(q.lists.peers, id).map((peerId) => {
      const p = get(q.peers, peerId);
      return [get(q.queues, p.queue).name, p.entryCount, entryNames(listIds(q.lists.entriesOfPeer, peerId))];
    }),
  };
}

function dumpQueue(q: Qmgr, id: QueueId): object {
  const u = get(q.queues, id);
  return {
    name: u.name,
    state: u.status,
    window: encodeWindow(u),
    success: sixDecimals(u.success),
    failure: sixDecimals(u.failure),
    failCohorts: sixDecimals(u.failCohorts),
    busy: u.busyCount,
    todo: entryNames(listIds(q.lists.todo, id)),
    blocker: u.blockerTag === get(q.transports, u.transport).blockerTag,
    lastDone: u.lastDone,
    ...(u.status === 'ready' ? {} : { retryAt: u.retryAt }),
  };
}

function entryNames(ids: readonly number[]): string[] {
  return ids.map((id) => `E${id}`);
}

/** Rounds to six decimals: floor(x·10⁶ + 0.5) / 10⁶. Adding 0 turns −0 into 0. */
function sixDecimals(x: number): number {
  return Math.floor(x * 1e6 + 0.5) / 1e6 + 0;
}

/** Returns the digest in the traces: FNV-1a of the compact JSON text of a part of the dump, as 8 hexadecimal digits. */
export function digest(part: unknown): string {
  const text = JSON.stringify(part);
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) {
      hash = fnvByte(hash, code);
    } else {
      const character = text.codePointAt(i) as number;
      if (character > 0xffff) i++;
      hash = fnvUtf8(hash, character);
    }
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function fnvByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/** Adds one non-ASCII character as its UTF-8 bytes. The core has no TextEncoder. */
function fnvUtf8(start: number, code: number): number {
  const tails = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  const lead = tails === 1 ? 0xc0 : tails === 2 ? 0xe0 : 0xf0;
  let hash = fnvByte(start, lead | (code >> (6 * tails)));
  for (let i = tails - 1; i >= 0; i--) hash = fnvByte(hash, 0x80 | ((code >> (6 * i)) & 0x3f));
  return hash;
}
