import type { QueueId } from '../../../protocol/ids.ts';
import {
  type RecordedDifference,
  type RecordPlace,
  FLUSH_TAKES,
  type RecordedFactKind,
} from '../../../protocol/recorded.ts';
import { type Micros, MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { messageFeed, messageForget } from '../../qmgr/active.ts';
import { flushAll } from '../../qmgr/flush.ts';
import { messageCreate } from '../../qmgr/inject.ts';
import { find, get, touch, NONE } from '../../tables.ts';
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
import { holdUntried } from './unknown.ts';
import { revive, isTried } from './revival.ts';
import { attemptOver, openDelivery, readReport } from './outcome.ts';
import { systemSeconds } from '../../qmgr/clock.ts';
import { queueFind } from '../../qmgr/queue.ts';
import { transportFind } from '../../qmgr/transport.ts';

/** Returns the time of the next fact, or null at the end of the record. */
export function nextFact({ setup, one }: RecordedWorld): Micros | null {
  return setup.facts.at[get(one, CURSOR).next] ?? null;
}

export function placeInRecord({ setup, one }: RecordedWorld): RecordPlace {
  const { next, differences } = get(one, CURSOR);
  return { done: next, total: setup.facts.at.length, differences };
}

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
  if (row === undefined) return differ('activation', id, 'finished, with no recipient left to try');
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

/** A recipient has been tried. If the run has not handed over its request yet, it hands the request over now. */
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
 * A log line shows that the queue manager has read a report on this destination. Two successive lines show whether the
 * window moved. A window moves only if enough requests are in flight, so requests that were handed over shortly after the
 * line are handed over before the report.
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

/** True when the guard of positive feedback lets the window move (core/qmgr/README.md §13.2). */
function windowMayMove(world: World, queue: QueueId): boolean {
  const row = find(world.qmgr.queues, queue);
  if (row === undefined || row.status !== 'ready') return true;
  const { initialDestinationConcurrency } = get(world.qmgr.transports, row.transport).params;
  return row.window < row.busyCount + initialDestinationConcurrency;
}

/** Reads reports without a log line: a dead or paused destination logs none. */
function readDue(world: World, recorded: RecordedWorld): void {
  const due = (id: number): boolean => {
    const { queueName, queue, recorded: so, orphaned } = get(world.deliveries, id);
    if (orphaned !== null || !recorded.index.reportedOn.has(queueName)) return true;
    const status = find(world.qmgr.queues, queue)?.status;
    return status === 'suspended' || (status === 'throttled' && so?.reason !== '');
  };
  while (readReport(world, recorded, due));
}

/** Returns the whole message to its sender, including recipients that were not tried in this pass (`postsuper -e`). */
function expire(world: World, recorded: RecordedWorld, index: number): void {
  const { msg } = get(recorded.messages, index + 1);
  if (find(world.qmgr.messages, msg)?.status === 'active') giveUpAll(world, recorded, msg);
  remove(world, recorded, index);
}

/** The file was deleted or requeued under another queue id. An active message is left to its agents. */
function remove(world: World, recorded: RecordedWorld, index: number): void {
  const { msg } = get(recorded.messages, index + 1);
  const status = find(world.qmgr.messages, msg)?.status;
  if (status === undefined || status === 'active') return;
  const { now } = get(world.one, ONE);
  noteMail(world.history, now, status, '');
  messageForget(world.qmgr, msg);
  ledgerMessageEnd(world.ledger, msg, 'removed', now);
}

const ABOUT_DESTINATIONS: ReadonlySet<RecordedFactKind> = new Set(['good', 'held']);

/** Largest difference, in seconds, between the clock of time stamps and the clock of log lines. */
const DOUBT: Seconds = 2;

/**
 * Returns what an activation of message `index` revives: `all` = a flush begins, which revives every dead destination
 * once, at its beginning; `each` = what this message needs (`postqueue -i`); `none`.
 */
function revivedWith(world: World, recorded: RecordedWorld, index: number): 'each' | 'all' | 'none' {
  const now = systemSeconds(world.qmgr);
  const early = earlyBy(world, recorded, index, now);
  if (revivesDead(world, recorded, index, early)) return 'each';
  // With feedback debug, each revived destination has a log line.
  if (recorded.index.reportedOn.size > 0 || !wasFlushed(world, recorded, index, now, early)) return 'none';
  const cursor = touch(recorded.one, CURSOR);
  const isSame = now - cursor.flushed <= FLUSH_TAKES;
  cursor.flushed = now;
  return isSame ? 'none' : 'all';
}

/**
 * True if a flush (`postqueue -f`) activated message `index`. A flush leaves no log line. Call this before the message is
 * fed. A scan takes no file earlier than a second before its time stamp (core/qmgr/README.md §4.3), so a file that is
 * activated much earlier was flushed. One or two seconds prove nothing: the time stamp is from the turn of the event loop,
 * the log line from the time of writing. If a second begins between the two, the error is one second, or two if the delay
 * equals the age. In that case other files decide: a flush takes all files, including some that are certainly too early.
 */
function wasFlushed(
  world: World,
  recorded: RecordedWorld,
  index: number,
  now: Seconds,
  early: Seconds,
): boolean {
  if (early < 1 || early > DOUBT) return early > DOUBT;
  const { facts } = recorded.setup;
  const mine = get(recorded.one, CURSOR).next - 1;
  const at = facts.at[mine] as number;
  const second = (time: number): Seconds => Math.floor(time / MICROS_PER_SECOND);
  const seen = new Set([index]);
  for (const way of [-1, 1])
    for (let fact = mine + way; fact >= 0 && fact < facts.at.length; fact += way) {
      const then = facts.at[fact] as number;
      if (Math.abs(then - at) > FLUSH_TAKES * MICROS_PER_SECOND) break;
      if (facts.kind[fact] !== 'activate') continue;
      const other = facts.ref[fact] as number;
      // Only the nearest activation of a file counts: at its other activations the file had another time stamp.
      if (seen.has(other)) continue;
      seen.add(other);
      if (statusOf(world, recorded, other) !== (way < 0 ? 'active' : 'deferred')) continue;
      if (earlyBy(world, recorded, other, now + second(then) - second(at)) > DOUBT) return true;
    }
  return false;
}

/**
 * True if the record shows that the activation revived a dead destination of the message that was not due soon. With
 * feedback debug, the log line of the revival directly follows the activation. Without feedback debug, the file was
 * activated too early and an agent tries it.
 */
function revivesDead(world: World, recorded: RecordedWorld, index: number, early: Seconds): boolean {
  const { setup, messages, one } = recorded;
  const { facts, texts } = setup;
  const dead = deadFor(world, recorded, index);
  if (dead.length === 0) return false;
  const { pass } = get(messages, index + 1);
  if (dead.some(({ told, nexthop }) => !told && early >= 1 && isTried(recorded, index, pass, nexthop)))
    return true;
  for (let fact = get(one, CURSOR).next; ABOUT_DESTINATIONS.has(facts.kind[fact] as RecordedFactKind); fact++)
    if (dead.some(({ told, name }) => told && name === texts[facts.ref[fact] as number])) return true;
  return false;
}

/** Returns the dead destinations of a message that are not due within `DOUBT` and have no agents at work. */
function deadFor(
  { qmgr }: World,
  { setup, index: { reportedOn } }: RecordedWorld,
  index: number,
): { name: string; nexthop: string; told: boolean }[] {
  const found = new Map<number, { name: string; nexthop: string; told: boolean }>();
  const soon = systemSeconds(qmgr) + DOUBT;
  const { first, transport, nexthop: to, address } = setup.messages;
  const text = (column: readonly number[], at: number): string => setup.texts[column[at] as number] ?? '';
  for (let at = first[index] as number; at < (first[index + 1] as number); at++) {
    const id = transportFind(qmgr, text(transport, at));
    if (id === NONE) continue;
    const nexthop = text(to, at);
    const mailbox = text(address, at).replace(/@[^@]*$/, '');
    for (const name of [nexthop, `${mailbox}@${nexthop}`].map((one) => one.toLowerCase())) {
      const queue = queueFind(qmgr, id, name);
      const row = find(qmgr.queues, queue);
      if (row?.status === 'throttled' && row.retryAt > soon && row.busyCount === 0)
        found.set(queue, { name, nexthop, told: reportedOn.has(name) });
    }
  }
  return [...found.values()];
}

/** Returns the seconds by which a deferred file is activated before a scan would. 0 or less: a scan may have done it. */
function earlyBy(world: World, recorded: RecordedWorld, index: number, now: Seconds): Seconds {
  const row = rowOf(world, recorded, index);
  return row === undefined ? 0 : row.fileTime - 1 - now;
}

const statusOf = (world: World, recorded: RecordedWorld, index: number) =>
  rowOf(world, recorded, index)?.status;

const rowOf = (world: World, recorded: RecordedWorld, index: number) =>
  find(world.qmgr.messages, get(recorded.messages, index + 1).msg);
