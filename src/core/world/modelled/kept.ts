import type { QueueId } from '../../../protocol/ids.ts';
import { MICROS_PER_SECOND, type Micros, schedulerSeconds } from '../../../protocol/units.ts';
import { get, insert, type Row, type Table, touch } from '../../tables.ts';
import { CURSOR } from './create.ts';
import type { KeptConnection, ModelledQueue, ModelledWorld } from './model.ts';

/** smtp_connection_cache_time_limit. */
const KEPT: Micros = 2_000_000;
/** smtp_connection_reuse_time_limit: an older connection is closed after its delivery. */
const OLDEST: Micros = 300_000_000;

/** The row of a table that is numbered like another one; made with `fresh` on first use. */
export function rowOf<R extends Row>(table: Table<R>, id: number, fresh: () => R): R {
  while (table.length <= id) insert(table, fresh());
  return touch(table, id);
}

function queueOf(modelled: ModelledWorld, queue: QueueId): ModelledQueue {
  return rowOf(modelled.queues, queue, () => ({ lastDone: -2, stores: false, loads: false }));
}

/**
 * What the queue manager asks of a delivery that it selects now (qmgr_entry_select): connections are kept from back-to-back
 * deliveries on, until they neither follow each other nor overlap; kept ones are looked for ever after, as long as the
 * destination has mail. `busy`: deliveries of the destination, this one among them.
 */
export function cachingOf(
  modelled: ModelledWorld,
  queue: QueueId,
  busy: number,
  now: Micros,
): { stores: boolean; loads: boolean } {
  const state = queueOf(modelled, queue);
  const follows = state.lastDone + 1 >= schedulerSeconds(now);
  if (!state.stores && follows) {
    state.stores = true;
    state.loads = true;
  } else if (state.stores && busy <= 1 && !follows) state.stores = false;
  return state;
}

/** A delivery of a destination is done. */
export function noteDone(modelled: ModelledWorld, queue: QueueId, now: Micros): void {
  queueOf(modelled, queue).lastDone = schedulerSeconds(now);
}

/**
 * The process that keeps connections sleeps for whole seconds (scache, event_loop): what was due at second S is closed when it is
 * next asked for something, or at the fraction of a second at which it was asked last.
 */
function isKept({ one }: ModelledWorld, { due }: KeptConnection, now: Micros): boolean {
  const { cached } = get(one, CURSOR);
  return cached < due && now < due + (cached % MICROS_PER_SECOND);
}

/** Kept connections of a server at an instant. */
export function keptAt(modelled: ModelledWorld, server: number, now: Micros): readonly KeptConnection[] {
  return get(modelled.servers, server + 1).idle.filter((one) => isKept(modelled, one, now));
}

/** A kept connection to the destination is taken; null when there is none. */
export function takeKept(
  modelled: ModelledWorld,
  server: number,
  nexthop: string,
  now: Micros,
): KeptConnection | null {
  touch(modelled.one, CURSOR).cached = now;
  const kept = keptAt(modelled, server, now);
  const found = kept.find((one) => one.nexthop === nexthop) ?? null;
  const state = touch(modelled.servers, server + 1);
  state.idle = kept.filter((one) => one !== found);
  if (found !== null) state.open++;
  return found;
}

/** A connection is given to be kept, unless it is too old. */
export function keep(
  modelled: ModelledWorld,
  server: number,
  { nexthop, begun }: Omit<KeptConnection, 'due'>,
  now: Micros,
): void {
  if (now - begun > OLDEST) return;
  touch(modelled.one, CURSOR).cached = now;
  const state = touch(modelled.servers, server + 1);
  const due = Math.floor(now / MICROS_PER_SECOND) * MICROS_PER_SECOND + KEPT;
  state.idle = [...keptAt(modelled, server, now), { nexthop, due, begun }];
}
