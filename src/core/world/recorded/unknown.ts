import type { EntryId, TransportId } from '../../../protocol/ids.ts';
import { UNTRIED } from '../../../protocol/recorded.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { queueFind } from '../../qmgr/queue.ts';
import { timerFired } from '../../qmgr/timer-fired.ts';
import { get, ids, NONE, touch } from '../../tables.ts';
import { numberOf } from '../ledger.ts';
import type { World } from '../state.ts';
import type { RecordedWorld } from './model.ts';

/** Parts of a message that the record does not show, so that they cannot be compared (README.md §9). */

/**
 * Untried recipients have their own destination. With a plain log it stays suspended until the record ends, because
 * nothing was handed over for them. If the log states hand-overs, the destination takes part in selections, and
 * choices for it are taken back.
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

/** The record was left: the model decides about these recipients. */
export function releaseUntried(world: World): void {
  for (const id of untriedQueues(world)) timerFired(world.qmgr, 'queue.resume', id);
}

/** True for an entry of untried recipients, whose destination the record does not know. */
export function isUntried(world: World, entry: EntryId): boolean {
  return get(world.qmgr.queues, get(world.qmgr.entries, entry).queue).nexthop === UNTRIED;
}

function untriedQueues({ qmgr }: World): number[] {
  // The second name belongs to a transport with a recipient limit of 1.
  const names = [UNTRIED, `${UNTRIED}@${UNTRIED}`];
  return [...ids(qmgr.transports)]
    .flatMap((transport) => names.map((name) => queueFind(qmgr, transport, name)))
    .filter((id) => id !== NONE);
}

/**
 * True when a job with unknown entries waits in this transport: its message has untried recipients, or was read in
 * parts (no log line gives the order in the queue file).
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
