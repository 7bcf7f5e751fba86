import type { QueueId } from '../../../protocol/ids.ts';
import type { RecordedDifference, RecordPlace } from '../../../protocol/recorded.ts';
import type { Micros } from '../../../protocol/units.ts';
import { messageFeed, messageForget } from '../../qmgr/active.ts';
import { flushAll } from '../../qmgr/flush.ts';
import { messageCreate } from '../../qmgr/inject.ts';
import { find, get, touch } from '../../tables.ts';
import { connectionsOpen } from '../connections.ts';
import { noteMail } from '../history.ts';
import { fileMove, fileRefusal } from '../hold.ts';
import { ledgerMessageAdd, ledgerMessageEnd } from '../ledger.ts';
import { poolByName } from '../pools.ts';
import { reload } from '../reload.ts';
import { ONE, report, type World } from '../state.ts';
import { recipientsIn } from '../recipients-in.ts';
import { CURSOR } from './create.ts';
import { type Differ, giveUpAll, handOverUntil, selectRecorded, startRecorded } from './follow.ts';
import type { RecordedWorld } from './model.ts';
import { revivedWith } from './flushed.ts';
import { holdUntried } from './unknown.ts';
import { revive } from './revival.ts';
import { attemptOver, openDelivery, readReport } from './outcome.ts';

/** Instant of the next fact, or null when the record is over. */
export function nextFact({ setup, one }: RecordedWorld): Micros | null {
  return setup.facts.at[get(one, CURSOR).next] ?? null;
}

/** How far the record has been followed. */
export function placeInRecord({ setup, one }: RecordedWorld): RecordPlace {
  const { next, differences } = get(one, CURSOR);
  return { done: next, total: setup.facts.at.length, differences };
}

/** Does the next fact. */
export function factTurn(world: World, recorded: RecordedWorld): void {
  const { facts } = recorded.setup;
  const fact = touch(recorded.one, CURSOR).next++;
  const ref = facts.ref[fact] as number;
  const differ = (what: RecordedDifference['what'], was: string, got: string): void =>
    differs(world, recorded, { what, fact, recorded: was, predicted: got });
  switch (facts.kind[fact]) {
    case 'activate':
      activate(world, recorded, ref, differ);
      break;
    case 'select':
      selectRecorded(world, recorded, ref, differ);
      break;
    case 'end':
      end(world, recorded, ref, differ);
      break;
    case 'good':
    case 'held':
    case 'bad':
      reported(world, recorded, ref, facts.kind[fact] as 'good' | 'held' | 'bad');
      break;
    case 'dead':
      revive(world, recorded, recorded.setup.texts[ref] ?? '');
      break;
    case 'take':
    case 'free':
      touch(world.pools, poolByName(world, recorded.setup.texts[ref] ?? '')).atWork +=
        facts.kind[fact] === 'take' ? 1 : -1;
      break;
    case 'expire':
      expire(world, recorded, ref);
      break;
    case 'remove':
      remove(world, recorded, ref);
      break;
    case 'hold':
    case 'release': {
      const command = facts.kind[fact] === 'hold' ? 'message.hold' : 'message.release';
      if (fileRefusal(world, command, ref + 1) === null) fileMove(world, command, ref + 1);
      break;
    }
    case 'restart':
      reload(world);
      break;
    default:
      throw new Error(`fact ${fact}: unknown kind ${facts.kind[fact]}`);
  }
  readDue(world, recorded);
  connectionsOpen(world);
}

function differs(world: World, recorded: RecordedWorld, difference: RecordedDifference): void {
  if (difference.what !== 'order' && difference.what !== 'unknown') touch(recorded.one, CURSOR).differences++;
  report(world, { kind: 'record.differs', ...difference });
}

/** A message enters the active queue: for the first time, or again after a deferral, a hold or a restart. */
function activate(world: World, recorded: RecordedWorld, index: number, differ: Differ): void {
  const { qmgr } = world;
  const message = touch(recorded.messages, index + 1);
  message.pass++;
  const known = message.msg;
  const id = recorded.setup.texts[recorded.setup.messages.id[index] as number] ?? '';
  const msg = known === 0 ? arrive(world, recorded, index, id) : known;
  const row = find(qmgr.messages, msg);
  if (row === undefined) return differ('activation', id, 'done with, nothing is left to be tried');
  if (row.status === 'active') return differ('activation', id, 'active already');
  const revived = revivedWith(world, recorded, index);
  if (revived === 'all') flushAll(qmgr);
  const answer = messageFeed(qmgr, msg, { all: true, flush: revived === 'each' });
  if (find(qmgr.messages, msg)?.more) message.inParts = true;
  holdUntried(world, recorded);
  if (!answer.fed) differ('activation', id, answer.why);
}

function arrive(world: World, recorded: RecordedWorld, index: number, name: string): number {
  const { messages, texts } = recorded.setup;
  const recipients = recipientsIn(recorded.setup, index);
  const one = touch(world.one, ONE);
  const msg = world.qmgr.messages.length;
  one.nextNumber = Math.max(one.nextNumber, recorded.messages.length);
  ledgerMessageAdd(world.ledger, msg, index + 1, recipients.length, one.now);
  noteMail(world.history, one.now, '', 'incoming');
  touch(recorded.messages, index + 1).msg = msg;
  report(world, { kind: 'message.injected', msg, name, recipients: recipients.length });
  const created = messages.created[index] as number;
  const sender = texts[messages.sender[index] as number] ?? '';
  return messageCreate(world.qmgr, { name, sender, created, recipients });
}

/** A recipient has been tried. A request that the run has not handed over yet is handed over now. */
function end(world: World, recorded: RecordedWorld, attempt: number, differ: Differ): void {
  const { attempts } = recorded.setup;
  const message = attempts.message[attempt] as number;
  const position = attempts.recipient[attempt] as number;
  const { msg } = get(recorded.messages, message + 1);
  const id = openDelivery(world, msg, position) || startRecorded(world, recorded, message, position, differ);
  touch(recorded.one, CURSOR).ended = attempt + 1;
  if (id !== 0) attemptOver(world, recorded, id, attempt);
}

/**
 * The log tells that the queue manager has looked at a report on this destination, and by the line before whether the
 * window moved by it. That it did says how much was in flight: requests handed over a moment later are brought forward.
 */
function reported(world: World, recorded: RecordedWorld, name: number, how: 'good' | 'held' | 'bad'): void {
  const destination = recorded.setup.texts[name] ?? '';
  const read = readReport(world, recorded, (id) => {
    const { queueName, queue, transport, recorded: so } = get(world.deliveries, id);
    if (queueName !== destination || (so?.reason !== '') !== (how === 'bad')) return false;
    if (how === 'good') handOverUntil(world, recorded, transport, () => windowMayMove(world, queue));
    return true;
  });
  if (!read && how !== 'bad') revive(world, recorded, destination);
}

/** The safety rule of positive feedback lets the window of the destination move (core/qmgr/README.md §13.2). */
function windowMayMove(world: World, queue: QueueId): boolean {
  const row = find(world.qmgr.queues, queue);
  if (row === undefined || row.status !== 'ready') return true;
  const { initialDestinationConcurrency } = get(world.qmgr.transports, row.transport).params;
  return row.window < row.busyCount + initialDestinationConcurrency;
}

/** Looks at the reports of which the log does not tell: of a destination that is dead or pauses there is no line. */
function readDue(world: World, recorded: RecordedWorld): void {
  const due = (id: number): boolean => {
    const { queueName, queue, recorded: so, orphaned } = get(world.deliveries, id);
    if (orphaned !== null || !recorded.index.reportedOn.has(queueName)) return true;
    const status = find(world.qmgr.queues, queue)?.status;
    return status === 'suspended' || (status === 'throttled' && so?.reason !== '');
  };
  while (readReport(world, recorded, due));
}

/** The message goes back to its sender, tried in this pass or not (`postsuper -e`): nothing of it is left. */
function expire(world: World, recorded: RecordedWorld, index: number): void {
  const { msg } = get(recorded.messages, index + 1);
  if (find(world.qmgr.messages, msg)?.status === 'active') giveUpAll(world, recorded, msg);
  remove(world, recorded, index);
}

/** The file is deleted, or goes on under another queue id (requeued). One that is active is left to its agents. */
function remove(world: World, recorded: RecordedWorld, index: number): void {
  const { msg } = get(recorded.messages, index + 1);
  const status = find(world.qmgr.messages, msg)?.status;
  if (status === undefined || status === 'active') return;
  const { now } = get(world.one, ONE);
  noteMail(world.history, now, status, '');
  messageForget(world.qmgr, msg);
  ledgerMessageEnd(world.ledger, msg, 'removed', now);
}
