import type { EntryId, TransportId } from '../../../protocol/ids.ts';
import { UNTRIED } from '../../../protocol/recorded.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { queueFind } from '../../qmgr/queue.ts';
import { timerFired } from '../../qmgr/timer-fired.ts';
import { get, ids, NONE, touch } from '../../tables.ts';
import { numberOf } from '../ledger.ts';
import type { World } from '../state.ts';
import type { RecordedWorld } from './model.ts';

/** What of a message is not in its record, and what therefore cannot be compared (README.md 9). */

/**
 * Recipients that the record never tries stand at a destination of their own. In a plain log it takes nothing as long as the
 * record lasts: whatever their destination was, nothing was handed over for them. Where hand-overs are stated it is asked
 * like any other, and what it is chosen for is taken back.
 */
export function holdUntried(world: World, { setup, index }: RecordedWorld): void {
  if (index.lastUntried === 0) return;
  const end: Seconds = Math.ceil((setup.facts.at.at(-1) ?? 0) / MICROS_PER_SECOND) + 1;
  for (const id of untriedQueues(world)) {
    const { status, transport } = get(world.qmgr.queues, id);
    if (status !== 'ready' || index.selectedBy.has(get(world.qmgr.transports, transport).name)) continue;
    const queue = touch(world.qmgr.queues, id);
    queue.status = 'suspended';
    queue.retryAt = end;
  }
}

/** The record is left: a model says what becomes of them. */
export function releaseUntried(world: World): void {
  for (const id of untriedQueues(world)) timerFired(world.qmgr, 'queue.resume', id);
}

/** An entry for recipients of whom the record does not say where they are for. */
export function isUntried(world: World, entry: EntryId): boolean {
  return get(world.qmgr.queues, get(world.qmgr.entries, entry).queue).nexthop === UNTRIED;
}

function untriedQueues({ qmgr }: World): number[] {
  // The second is that of a transport with a recipient limit of 1.
  const names = [UNTRIED, `${UNTRIED}@${UNTRIED}`];
  return [...ids(qmgr.transports)]
    .flatMap((transport) => names.map((name) => queueFind(qmgr, transport, name)))
    .filter((id) => id !== NONE);
}

/**
 * Does a job wait in this transport whose entries are not known from the record: of a message with recipients that were never
 * tried, or of one that was read in parts, whose order in the queue file no line tells?
 */
export function isInDoubt(world: World, recorded: RecordedWorld, transport: TransportId): boolean {
  const { qmgr } = world;
  for (let id = get(qmgr.transports, transport).byTimeFirst; id !== NONE; ) {
    const { message, timeNext } = get(qmgr.jobs, id);
    const number = numberOf(world.ledger, message);
    if (number >= 1 && number < recorded.messages.length) {
      if (recorded.index.untried[number - 1] === 1 || get(recorded.messages, number).inParts) return true;
    }
    id = timeNext;
  }
  return false;
}
