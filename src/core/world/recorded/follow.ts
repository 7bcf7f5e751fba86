import type { EntryId, TransportId, MessageId } from '../../../protocol/ids.ts';
import type { RecordedDifference } from '../../../protocol/recorded.ts';
import { connectionWithdraw } from '../../qmgr/agent.ts';
import { entryPutBack, entryTake, entryWaiting } from '../../qmgr/follow.ts';
import { entrySelect } from '../../qmgr/selection.ts';
import { transportConnect, transportFind } from '../../qmgr/transport.ts';
import { find, get, NONE, touch } from '../../tables.ts';
import { acceptFor, agentFree } from '../agents.ts';
import { connectionsOpen } from '../connections.ts';
import { deliveryStart } from '../deliveries.ts';
import { ONE, type World } from '../state.ts';
import type { RecordedWorld } from './model.ts';
import { CURSOR } from './create.ts';
import { giveUp, openDeliveries, openDelivery } from './outcome.ts';
import { resume } from './revival.ts';
import { isInDoubt, isUntried } from './unknown.ts';
import type { Choice } from '../../qmgr/selection.ts';
import { queueFind } from '../../qmgr/queue.ts';
import { systemSeconds } from '../../qmgr/clock.ts';
import { blockerUpdate } from '../../qmgr/blocker.ts';

/**
 * The queue manager chooses and the record decides. A difference is reported and the run then follows the record, so
 * that one difference does not cause others.
 */

/** Reports a difference: what the record has, and what the run predicted. */
export type Differ = (what: RecordedDifference['what'], recorded: string, predicted: string) => void;

/** A hand-over that the log states. The queue manager selects now, and its choice is compared. */
export function selectRecorded(world: World, recorded: RecordedWorld, index: number, differ: Differ): void {
  const { setup } = recorded;
  const { selections, texts } = setup;
  const message = selections.message[index] as number;
  const queueName = texts[selections.queue[index] as number] ?? '';
  const transport = transportFind(world.qmgr, texts[selections.transport[index] as number] ?? '');
  const said = `${texts[setup.messages.id[message] as number] ?? ''} to ${queueName}`;
  if (transport === NONE)
    return differ('selection', said, 'nothing, because the transport has not been used yet');
  resume(world, transport, queueName);
  takeConnection(world, transport);
  const chosen = choose(world, transport);
  const msg = get(recorded.messages, message + 1).msg;
  if (chosen !== null && isFor(world, chosen.entry, msg, queueName))
    return deliveryStart(world, chosen, agentFree(world, transport));
  const isLate = mayHaveRead(world, transport, queueName, chosen);
  const what = isInDoubt(world, recorded, transport) ? 'unknown' : isLate ? 'order' : 'selection';
  differ(what, said, chosen === null ? 'nothing' : nameOf(world, chosen.entry));
  if (chosen !== null) entryPutBack(world.qmgr, chosen.entry);
  if (find(world.qmgr.messages, msg) === undefined) return;
  const waiting = entryWaiting(world.qmgr, msg, (entry) => isFor(world, entry, msg, queueName));
  if (waiting !== NONE) take(world, waiting, transport);
}

/**
 * True if a report of `retry` or `error` may explain a difference. The log does not show when the queue manager read such a
 * report, so a recent one may have been read before or after a hand-over. Nor does the log show the start of a pause.
 */
function mayHaveRead(world: World, transport: TransportId, recorded: string, chosen: Choice | null): boolean {
  const { qmgr } = world;
  const { name } = get(qmgr.transports, transport);
  if (name !== 'retry' && name !== 'error') return false;
  const since = systemSeconds(qmgr) - 1;
  const other = chosen === null ? NONE : get(qmgr.entries, chosen.entry).queue;
  return [queueFind(qmgr, transport, recorded), other].some(
    (queue) => (find(qmgr.queues, queue)?.lastDone ?? 0) >= since,
  );
}

/**
 * Asks the queue manager for its choice. Untried recipients were not handed over, so their destination had no room:
 * if the queue manager chooses them, it is asked again without them.
 */
function choose(world: World, transport: TransportId): Choice | null {
  const first = entrySelect(world.qmgr, transport);
  if (first === null || !isUntried(world, first.entry)) return first;
  entryPutBack(world.qmgr, first.entry);
  const { queue } = get(world.qmgr.entries, first.entry);
  touch(world.qmgr.queues, queue).status = 'suspended';
  const second = entrySelect(world.qmgr, transport);
  touch(world.qmgr.queues, queue).status = 'ready';
  blockerUpdate(world.qmgr, queue);
  return second;
}

/**
 * Hands over requests of a transport until `enough` returns true or none is left. In a plain log the start of a
 * delivery is exact only to some milliseconds. Agents that start too early here are subtracted later.
 */
export function handOverUntil(
  world: World,
  recorded: RecordedWorld,
  transport: TransportId,
  enough: () => boolean,
): void {
  if (recorded.index.selectedBy.has(get(world.qmgr.transports, transport).name)) return;
  connectionsOpen(world);
  while (!enough() && acceptFor(world, transport));
}

/** Starts the request that the record ends now but the run has not handed over. Returns 0 if no such request waits. */
export function startRecorded(
  world: World,
  recorded: RecordedWorld,
  message: number,
  position: number,
  differ: Differ,
): number {
  const { texts, messages } = recorded.setup;
  const { msg } = get(recorded.messages, message + 1);
  const id = texts[messages.id[message] as number] ?? '';
  const entry =
    find(world.qmgr.messages, msg) === undefined
      ? NONE
      : entryWaiting(world.qmgr, msg, (e) => get(world.qmgr.entries, e).recipients.includes(position));
  if (entry === NONE) {
    differ('delivery', id, 'no such request waits');
    return 0;
  }
  const { transport } = get(world.qmgr.queues, get(world.qmgr.entries, entry).queue);
  handOverUntil(world, recorded, transport, () => openDelivery(world, msg, position) !== 0);
  const open = openDelivery(world, msg, position);
  if (open !== 0) return open;
  // The log gives no order within one time stamp: a report of this instant may have blocked the destination in the run
  // only.
  const atOnce = hasReportAtOnce(recorded, message, position);
  differ(
    atOnce ? 'order' : isInDoubt(world, recorded, transport) ? 'unknown' : 'delivery',
    id,
    'still waits',
  );
  return take(world, entry, transport);
}

/** True when another request of the same destination ended earlier, at the same instant. */
function hasReportAtOnce({ setup, one }: RecordedWorld, message: number, position: number): boolean {
  const { facts, attempts, messages } = setup;
  const recipientOf = (of: number, place: number): number => (messages.first[of] as number) + place;
  const recipient = recipientOf(message, position);
  // The current fact is the fact before the cursor.
  const now = get(one, CURSOR).next - 1;
  for (let fact = now - 1; fact >= 0 && facts.at[fact] === facts.at[now]; fact--) {
    if (facts.kind[fact] !== 'end') continue;
    const attempt = facts.ref[fact] as number;
    const other = recipientOf(attempts.message[attempt] as number, attempts.recipient[attempt] as number);
    if (
      attempts.message[attempt] !== message &&
      messages.nexthop[other] === messages.nexthop[recipient] &&
      messages.transport[other] === messages.transport[recipient]
    )
      return true;
  }
  return false;
}

/** Ends every request of an active message without an attempt: its recipients stay on file. */
export function giveUpAll(world: World, recorded: RecordedWorld, msg: MessageId): void {
  for (const id of openDeliveries(world, msg)) giveUp(world, recorded, id);
  while (find(world.qmgr.messages, msg)?.status === 'active') {
    const entry = entryWaiting(world.qmgr, msg, () => true);
    if (entry === NONE) return;
    giveUp(
      world,
      recorded,
      take(world, entry, get(world.qmgr.queues, get(world.qmgr.entries, entry).queue).transport),
    );
  }
}

function take(world: World, entry: EntryId, transport: TransportId): number {
  const choice = entryTake(world.qmgr, entry);
  const id = world.deliveries.length;
  deliveryStart(world, choice, agentFree(world, transport));
  return id;
}

/** Uses a connection of the transport: a pending connection, or a new one that only the log shows. */
function takeConnection(world: World, transport: TransportId): void {
  const { pending } = get(world.one, ONE);
  const at = pending.indexOf(transport);
  if (at >= 0) touch(world.one, ONE).pending = pending.toSpliced(at, 1);
  else transportConnect(world.qmgr, transport);
  connectionWithdraw(world.qmgr, transport);
}

function isFor(world: World, entry: EntryId, msg: MessageId, queueName: string): boolean {
  const { message, queue } = get(world.qmgr.entries, entry);
  return message === msg && get(world.qmgr.queues, queue).name === queueName;
}

function nameOf(world: World, entry: EntryId): string {
  const { message, queue } = get(world.qmgr.entries, entry);
  return `${get(world.qmgr.messages, message).name} to ${get(world.qmgr.queues, queue).name}`;
}
