import { FLUSH_TAKES, type RecordedFactKind } from '../../../protocol/recorded.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { systemSeconds } from '../../qmgr/clock.ts';
import { queueFind } from '../../qmgr/queue.ts';
import { transportFind } from '../../qmgr/transport.ts';
import { find, get, NONE, touch } from '../../tables.ts';
import { CURSOR } from './create.ts';
import type { World } from '../state.ts';
import type { RecordedWorld } from './model.ts';
import { isTried } from './tried.ts';

/** Lines about destinations. */
const AFTER: ReadonlySet<RecordedFactKind> = new Set(['good', 'held']);

/** What lies between two clocks may make a file seem to rest for so long. */
const DOUBT: Seconds = 2;

/**
 * A flush revives every dead destination when it begins, and none after that. Does fact `fact`, which activates message `index`, tell of
 * that: `each` = what the message needs is revived with it (`postqueue -i`), `all` = a flush begins, or neither?
 */
export function revivedWith(world: World, recorded: RecordedWorld, index: number): 'each' | 'all' | 'none' {
  const now = systemSeconds(world.qmgr);
  const early = earlyBy(world, recorded, index, now);
  if (revivesDead(world, recorded, index, early)) return 'each';
  // With feedback debug each destination that is revived has its line.
  if (recorded.index.reportedOn.size > 0 || !wasFlushed(world, recorded, index, now, early)) return 'none';
  const cursor = touch(recorded.one, CURSOR);
  const isSame = now - cursor.flushed <= FLUSH_TAKES;
  cursor.flushed = now;
  return isSame ? 'none' : 'all';
}

/**
 * Was this file activated by a flush (`postqueue -f`), which leaves no line? Asked when fact `fact` activates message
 * `index`, before it is fed again. A scan leaves files alone until a second before their time stamp (core/qmgr/README.md
 * §4.2). What rests much longer was asked for. A second or two prove nothing: the stamp of a file is counted from the turn of
 * the queue manager's event loop, its line bears the time at which it was written, and between the two a second may
 * begin, which counts once more where the delay is the age. Then others tell: a flush takes all, those that surely rest
 * among them.
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
      // Its stamp belongs to the activation that is nearest, and to none before one that was done and put off since.
      if (seen.has(other)) continue;
      seen.add(other);
      if (statusOf(world, recorded, other) !== (way < 0 ? 'active' : 'deferred')) continue;
      if (earlyBy(world, recorded, other, now + second(then) - second(at)) > DOUBT) return true;
    }
  return false;
}

/**
 * A destination of the message is dead, and its time is far from over: is it used all the same? With feedback debug its line stands
 * behind that of the activation, in front of all that the queue manager does then; else an agent tries it, and the file rested.
 */
function revivesDead(world: World, recorded: RecordedWorld, index: number, early: Seconds): boolean {
  const { setup, messages, one } = recorded;
  const { facts, texts } = setup;
  const dead = deadFor(world, recorded, index);
  if (dead.length === 0) return false;
  const { pass } = get(messages, index + 1);
  if (dead.some(({ told, nexthop }) => !told && early >= 1 && isTried(recorded, index, pass, nexthop)))
    return true;
  for (let fact = get(one, CURSOR).next; AFTER.has(facts.kind[fact] as RecordedFactKind); fact++)
    if (dead.some(({ told, name }) => told && name === texts[facts.ref[fact] as number])) return true;
  return false;
}

/** Destinations of a message that are dead for longer than stamps may be off, with none of their agents at work. */
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

/** Seconds by which a file that was deferred is activated before a scan would; 0 or less = a scan may have done it. */
function earlyBy(world: World, recorded: RecordedWorld, index: number, now: Seconds): Seconds {
  const row = rowOf(world, recorded, index);
  return row === undefined ? 0 : row.fileTime - 1 - now;
}

const statusOf = (world: World, recorded: RecordedWorld, index: number) =>
  rowOf(world, recorded, index)?.status;

const rowOf = (world: World, recorded: RecordedWorld, index: number) =>
  find(world.qmgr.messages, get(recorded.messages, index + 1).msg);
