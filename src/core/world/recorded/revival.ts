import type { QueueId, TransportId } from '../../../protocol/ids.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { systemSeconds } from '../../qmgr/clock.ts';
import { queueFind } from '../../qmgr/queue.ts';
import { timerFired } from '../../qmgr/timer-fired.ts';
import { get, ids, NONE } from '../../tables.ts';
import { ONE, type World } from '../state.ts';
import { CURSOR } from './create.ts';
import type { RecordedWorld } from './model.ts';

/** Largest delay, in µs, before the loop of a busy queue manager handles a timer. */
const MAX_TIMER_DELAY_US = 2 * MICROS_PER_SECOND;

/**
 * A pause may seem to end this much too late: a second may begin between a turn of the event loop and the stamp of its
 * log line.
 */
const STAMP_ERROR: Seconds = 1;

/**
 * At the due time of a dead destination: true if the record shows that it is revived up to `MAX_TIMER_DELAY_US` later
 * (README.md §8). Feedback debug logging reports the revival. Without it, mail that is deferred without an attempt
 * shows that the destination is still dead.
 */
export function revivesLater(world: World, recorded: RecordedWorld, queue: QueueId): boolean {
  const { name, status } = get(world.qmgr.queues, queue);
  if (status !== 'throttled') return false;
  const { facts, texts } = recorded.setup;
  const told = recorded.index.reportedOn.has(name);
  const end = get(world.one, ONE).now + MAX_TIMER_DELAY_US;
  for (let fact = get(recorded.one, CURSOR).next; (facts.at[fact] ?? Infinity) <= end; fact++) {
    const ref = facts.ref[fact] as number;
    const kind = facts.kind[fact];
    const tells = told ? kind === 'good' || kind === 'held' : kind === 'dead';
    if (tells && texts[ref] === name) return true;
    // An attempt shows that the destination was alive; mail deferred after the attempt belongs to its next failure.
    if (
      !told &&
      kind === 'activate' &&
      isTried(recorded, ref, get(recorded.messages, ref + 1).pass + 1, name)
    )
      return false;
  }
  return false;
}

/** Resumes a destination that pauses for its rate delay: the log has a hand-over, so the pause is over. */
export function resume(world: World, transport: TransportId, name: string): void {
  const queue = queueFind(world.qmgr, transport, name);
  if (queue === NONE) return;
  const { status, retryAt } = get(world.qmgr.queues, queue);
  if (status === 'suspended' && retryAt <= systemSeconds(world.qmgr) + STAMP_ERROR)
    timerFired(world.qmgr, 'queue.resume', queue);
}

/**
 * Revives a dead destination if a log line about it that is not a report shows that it is alive. Without feedback
 * debug, it must also be due, and no later mail may be deferred for it.
 */
export function revive(world: World, recorded: RecordedWorld, name: string): void {
  for (const transport of ids(world.qmgr.transports)) {
    const queue = queueFind(world.qmgr, transport, name);
    if (queue === NONE) continue;
    const { status, retryAt } = get(world.qmgr.queues, queue);
    if (status !== 'throttled') continue;
    const told = recorded.index.reportedOn.has(name);
    // A flush leaves the same line, even long before the destination is due.
    const isOver = told || (retryAt <= systemSeconds(world.qmgr) && !revivesLater(world, recorded, queue));
    if (isOver) timerFired(world.qmgr, 'queue.revive', queue);
  }
}

/**
 * True when an agent of this destination tries the message in that pass. A recipient that stays on file without a
 * failure was deferred without an attempt.
 */
export function isTried(
  { setup, index }: RecordedWorld,
  message: number,
  pass: number,
  name: string,
): boolean {
  const { attempts, messages: columns, texts } = setup;
  for (let r = columns.first[message] as number; r < (columns.first[message + 1] as number); r++) {
    if (texts[columns.nexthop[r] as number] !== name) continue;
    for (let i = index.first[r] as number; i < (index.first[r + 1] as number); i++) {
      const attempt = index.of[i] as number;
      const stays = attempts.fate[attempt] === 1 && attempts.failure[attempt] === -1;
      if (index.passOf[attempt] === pass && !stays) return true;
    }
  }
  return false;
}
