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
 * What the record says of requests that the queue manager has handed over. An agent is done when each recipient of its
 * request is; the queue manager looks at its report then, or, where the log tells of that, at the instant of the log.
 */

/** Fate of a recipient in an attempt (`RecordedAttempts.fate`). */
const LEFT = 1;
const BOUNCED = 2;

const NOTHING: RecordedProgress = { waits: 0, kept: [], bounced: 0, reason: '', status: '' };

/** The message of the record that a message of the run is, or −1 when a reader has added it. */
function messageOf(world: World, recorded: RecordedWorld, msg: MessageId): number {
  const number = numberOf(world.ledger, msg);
  if (number < 1 || number >= recorded.messages.length) return -1;
  return get(recorded.messages, number).msg === msg ? number - 1 : -1;
}

/** True when the record tries the recipient in this pass of its message, and that is not over yet. */
function isStillTried(recorded: RecordedWorld, message: number, position: number): boolean {
  return attemptsLeft(recorded, message, position).length > 0;
}

/** Attempts of a recipient in this pass that are not over yet, oldest first. */
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
 * A delivery has started. Nothing is put on the clock: facts end it. One of which the record says nothing stays open when
 * the record ends before the message's next pass; else its recipients stay on file.
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

/** Deliveries that agents have in hand. */
export function busyDeliveries(world: World): number[] {
  const found: number[] = [];
  for (let pool = 1; pool < world.pools.length; pool++)
    for (const id of get(world.pools, pool).busy) if (id > 0) found.push(id);
  return found;
}

/** Deliveries of a message that agents have in hand. */
export function openDeliveries(world: World, msg: MessageId): number[] {
  return busyDeliveries(world).filter((id) => get(world.deliveries, id).msg === msg);
}

/** The open delivery that holds the recipient, or 0. */
export function openDelivery(world: World, msg: MessageId, position: number): number {
  return openDeliveries(world, msg).find((id) => get(world.deliveries, id).positions.includes(position)) ?? 0;
}

/** A request is over of which the record says nothing: its recipients stay on file. */
export function giveUp(world: World, recorded: RecordedWorld, id: DeliveryId): void {
  const row = touch(world.deliveries, id);
  row.recorded = { ...NOTHING, kept: row.positions };
  noteUnread(recorded, id);
  readReport(world, recorded, (other) => other === id);
}

/** An attempt is over. The agent is done with the last one of its request. */
export function attemptOver(world: World, recorded: RecordedWorld, id: DeliveryId, attempt: number): void {
  const row = touch(world.deliveries, id);
  row.recorded = afterAttempt(recorded, row.recorded ?? NOTHING, attempt);
  if (row.recorded.waits <= 0) noteUnread(recorded, id);
}

/** What the record has said of a request when an attempt is over. */
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

/** Every report that the queue manager has not looked at yet, as if its line stood here. */
export function readAll(world: World, recorded: RecordedWorld): void {
  while (readReport(world, recorded, () => true));
}

/** A request that agents have in hand, as the record ends it: when, and what will have been said of it then. */
export interface Ending {
  delivery: DeliveryId;
  at: Micros;
  said: RecordedProgress;
}

/** How the record ends what agents have in hand now; what it does not end is missing. */
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

/** The queue manager looks at the report of the oldest delivery that `which` names. False when there is none. */
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
