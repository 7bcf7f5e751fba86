import type { MessageId, DeliveryId } from '../../../protocol/ids.ts';
import { get, touch } from '../../tables.ts';
import { deliveryOver } from '../deliveries.ts';
import { numberOf } from '../ledger.ts';
import type { RecordedProgress } from '../model.ts';
import type { Micros } from '../../../protocol/units.ts';
import type { World } from '../state.ts';
import { CURSOR } from './create.ts';
import type { RecordedWorld } from './model.ts';

/**
 * Results, according to the record, of requests that were handed over. An agent ends when each recipient of its
 * request has ended. The queue manager reads its report then or, if the log states it, at the time of the log line.
 */

/** Values of `RecordedAttempts.fate`. */
const LEFT = 1;
const BOUNCED = 2;

const NOTHING: RecordedProgress = { waits: 0, kept: [], bounced: 0, reason: '', status: '' };

/** Returns the index in the record of a message of the run, or −1 if the user has added it. */
function messageOf(world: World, recorded: RecordedWorld, msg: MessageId): number {
  const number = numberOf(world.ledger, msg);
  if (number < 1 || number >= recorded.messages.length) return -1;
  return get(recorded.messages, number).msg === msg ? number - 1 : -1;
}

function isStillTried(recorded: RecordedWorld, message: number, position: number): boolean {
  return attemptsLeft(recorded, message, position).length > 0;
}

/** Returns the attempts of a recipient in this pass that have not ended, oldest first. */
function attemptsLeft(recorded: RecordedWorld, message: number, position: number): number[] {
  const { first, of, passOf } = recorded.index;
  const recipient = (recorded.setup.messages.first[message] as number) + position;
  const { ended } = get(recorded.one, CURSOR);
  const { pass } = get(recorded.messages, message + 1);
  const left: number[] = [];
  for (let i = first[recipient] as number; i < (first[recipient + 1] as number); i++) {
    const attempt = of[i] as number;
    if (attempt >= ended && passOf[attempt] === pass) left.push(attempt);
  }
  return left;
}

/**
 * A delivery has started. Facts will end it, so it needs no timer. If the record has no result for it, its recipients
 * stay on file if the message has a later pass; else the delivery stays open.
 */
export function serveRecorded(world: World, recorded: RecordedWorld, id: DeliveryId): void {
  const { msg, positions } = get(world.deliveries, id);
  const message = messageOf(world, recorded, msg);
  const tried = message < 0 ? [] : positions.filter((position) => isStillTried(recorded, message, position));
  const kept = positions.filter((position) => !tried.includes(position));
  touch(world.deliveries, id).recorded = { ...NOTHING, waits: tried.length, kept };
  if (tried.length > 0 || message < 0) return;
  const { pass } = get(recorded.messages, message + 1);
  if (pass < (recorded.index.passes[message] as number)) noteUnread(recorded, id);
}

function noteUnread(recorded: RecordedWorld, id: DeliveryId): void {
  const cursor = touch(recorded.one, CURSOR);
  cursor.unread = [...cursor.unread, id];
}

export function busyDeliveries(world: World): number[] {
  const found: number[] = [];
  for (let pool = 1; pool < world.pools.length; pool++)
    for (const id of get(world.pools, pool).busy) if (id > 0) found.push(id);
  return found;
}

export function openDeliveries(world: World, msg: MessageId): number[] {
  return busyDeliveries(world).filter((id) => get(world.deliveries, id).msg === msg);
}

/** Returns the open delivery with the recipient, or 0. */
export function openDelivery(world: World, msg: MessageId, position: number): number {
  return openDeliveries(world, msg).find((id) => get(world.deliveries, id).positions.includes(position)) ?? 0;
}

/** Ends a request for which the record has no result: its recipients stay on file. */
export function giveUp(world: World, recorded: RecordedWorld, id: DeliveryId): void {
  const row = touch(world.deliveries, id);
  row.recorded = { ...NOTHING, kept: row.positions };
  noteUnread(recorded, id);
  readReport(world, recorded, (other) => other === id);
}

/** An attempt has ended. The last attempt of a request ends the work of its agent. */
export function attemptOver(world: World, recorded: RecordedWorld, id: DeliveryId, attempt: number): void {
  const row = touch(world.deliveries, id);
  row.recorded = afterAttempt(recorded, row.recorded ?? NOTHING, attempt);
  if (row.recorded.waits <= 0) noteUnread(recorded, id);
}

function afterAttempt({ setup }: RecordedWorld, so: RecordedProgress, attempt: number): RecordedProgress {
  const { recipient, fate, failure, status } = setup.attempts;
  const { texts } = setup;
  const failed = failure[attempt] as number;
  return {
    waits: so.waits - 1,
    kept: fate[attempt] === LEFT ? [...so.kept, recipient[attempt] as number] : so.kept,
    bounced: so.bounced + (fate[attempt] === BOUNCED ? 1 : 0),
    reason: failed >= 0 ? (texts[failed] ?? '') : so.reason,
    status: failed >= 0 ? (texts[status[attempt] as number] ?? '') : so.status,
  };
}

/** Makes the queue manager read all unread reports now, as if the log had their lines at this instant. */
export function readAll(world: World, recorded: RecordedWorld): void {
  while (readReport(world, recorded, () => true));
}

/** How the record ends an open request: when, and with which outcome. */
export interface Ending {
  delivery: DeliveryId;
  at: Micros;
  said: RecordedProgress;
}

/** Returns how the record ends the requests that agents hold now. Requests without an end are left out. */
export function endings(world: World, recorded: RecordedWorld): Ending[] {
  const open = new Map<number, Ending>();
  const byAttempt = new Map<number, number>();
  for (const delivery of busyDeliveries(world)) {
    const { msg, positions, recorded: so } = get(world.deliveries, delivery);
    const message = messageOf(world, recorded, msg);
    const tried = message < 0 ? [] : positions.map((one) => attemptsLeft(recorded, message, one)[0]);
    for (const attempt of tried) if (attempt !== undefined) byAttempt.set(attempt, delivery);
    if (tried.some((attempt) => attempt !== undefined))
      open.set(delivery, { delivery, at: 0, said: so ?? NOTHING });
  }
  const { facts } = recorded.setup;
  for (let fact = get(recorded.one, CURSOR).next; byAttempt.size > 0 && fact < facts.at.length; fact++) {
    const attempt = facts.ref[fact] as number;
    const delivery = facts.kind[fact] === 'end' ? byAttempt.get(attempt) : undefined;
    const ending = delivery === undefined ? undefined : open.get(delivery);
    if (ending === undefined) continue;
    byAttempt.delete(attempt);
    ending.at = facts.at[fact] as number;
    ending.said = afterAttempt(recorded, ending.said, attempt);
  }
  return [...open.values()];
}

/** The queue manager reads the oldest report that `which` accepts. False when there is none. */
export function readReport(
  world: World,
  recorded: RecordedWorld,
  which: (id: DeliveryId) => boolean,
): boolean {
  const { unread } = get(recorded.one, CURSOR);
  const id = unread.find(which);
  if (id === undefined) return false;
  touch(recorded.one, CURSOR).unread = unread.filter((other) => other !== id);
  const row = touch(world.deliveries, id);
  const { kept, bounced, reason } = row.recorded ?? NOTHING;
  row.outcome = reason !== '' ? 'site-fail' : kept.length > 0 ? 'defer' : 'ok';
  row.reason = reason;
  row.bounced = bounced;
  deliveryOver(world, id, 'reply');
  return true;
}
