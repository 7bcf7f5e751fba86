import type { MessageId } from '../../../protocol/ids.ts';
import { get, touch } from '../../tables.ts';
import { deliveryOver } from '../deliveries.ts';
import { numberOf } from '../ledger.ts';
import type { RecordedProgress } from '../model.ts';
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
  const { first, of, passOf } = recorded.index;
  const recipient = (recorded.setup.messages.first[message] as number) + position;
  const { ended } = get(recorded.one, CURSOR);
  const { pass } = get(recorded.messages, message + 1);
  for (let i = first[recipient] as number; i < (first[recipient + 1] as number); i++) {
    const attempt = of[i] as number;
    if (attempt >= ended && passOf[attempt] === pass) return true;
  }
  return false;
}

/**
 * A delivery has started. Nothing is put on the clock: facts end it. One of which the record says nothing stays open when
 * the record ends before the message's next pass; else its recipients stay on file.
 */
export function serve(world: World, recorded: RecordedWorld, id: number): void {
  const { msg, positions } = get(world.deliveries, id);
  const message = messageOf(world, recorded, msg);
  const tried = message < 0 ? [] : positions.filter((position) => isStillTried(recorded, message, position));
  const kept = positions.filter((position) => !tried.includes(position));
  touch(world.deliveries, id).recorded = { ...NOTHING, waits: tried.length, kept };
  if (tried.length > 0 || message < 0) return;
  const { pass } = get(recorded.messages, message + 1);
  if (pass < (recorded.index.passes[message] as number)) noteUnread(recorded, id);
}

function noteUnread(recorded: RecordedWorld, id: number): void {
  const cursor = touch(recorded.one, CURSOR);
  cursor.unread = [...cursor.unread, id];
}

/** Deliveries of a message that agents have in hand. */
export function openDeliveries(world: World, msg: MessageId): number[] {
  const found: number[] = [];
  for (let pool = 1; pool < world.pools.length; pool++)
    for (const id of get(world.pools, pool).busy)
      if (id > 0 && get(world.deliveries, id).msg === msg) found.push(id);
  return found;
}

/** The open delivery that holds the recipient, or 0. */
export function openDelivery(world: World, msg: MessageId, position: number): number {
  return openDeliveries(world, msg).find((id) => get(world.deliveries, id).positions.includes(position)) ?? 0;
}

/** A request is over of which the record says nothing: its recipients stay on file. */
export function giveUp(world: World, recorded: RecordedWorld, id: number): void {
  const row = touch(world.deliveries, id);
  row.recorded = { ...NOTHING, kept: row.positions };
  noteUnread(recorded, id);
  readReport(world, recorded, (other) => other === id);
}

/** An attempt is over. The agent is done with the last one of its request. */
export function attemptOver(world: World, recorded: RecordedWorld, id: number, attempt: number): void {
  const { recipient, fate, failure, status } = recorded.setup.attempts;
  const row = touch(world.deliveries, id);
  const so = row.recorded ?? NOTHING;
  const texts = recorded.setup.texts;
  const failed = failure[attempt] as number;
  row.recorded = {
    waits: so.waits - 1,
    kept: fate[attempt] === LEFT ? [...so.kept, recipient[attempt] as number] : so.kept,
    bounced: so.bounced + (fate[attempt] === BOUNCED ? 1 : 0),
    reason: failed >= 0 ? (texts[failed] ?? '') : so.reason,
    status: failed >= 0 ? (texts[status[attempt] as number] ?? '') : so.status,
  };
  if (row.recorded.waits <= 0) noteUnread(recorded, id);
}

/** The queue manager looks at the report of the oldest delivery that `which` names. False when there is none. */
export function readReport(world: World, recorded: RecordedWorld, which: (id: number) => boolean): boolean {
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
