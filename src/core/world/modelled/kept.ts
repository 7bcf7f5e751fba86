import type { QueueId } from '../../../protocol/ids.ts';
import { MICROS_PER_SECOND, type Micros, schedulerSeconds } from '../../../protocol/units.ts';
import { get, insert, type Row, type Table, touch } from '../../tables.ts';
import { CURSOR } from './create.ts';
import type { KeptConnection, ModelledQueue, ModelledWorld } from './model.ts';

/** smtp_connection_cache_time_limit: how long an idle connection is kept (µs). */
const IDLE_LIMIT: Micros = 2_000_000;
/** smtp_connection_reuse_time_limit: a connection older than this (µs) is closed after its delivery. */
const REUSE_LIMIT: Micros = 300_000_000;

/** Returns row `id` of a table whose ids come from another table. `fresh` creates missing rows. */
export function rowOf<R extends Row>(table: Table<R>, id: number, fresh: () => R): R {
  while (table.length <= id) insert(table, fresh());
  return touch(table, id);
}

function queueOf(modelled: ModelledWorld, queue: QueueId): ModelledQueue {
  return rowOf(modelled.queues, queue, () => ({ lastDone: -2, stores: false, loads: false }));
}

/**
 * Decides whether the delivery selected now stores and loads connections (qmgr_entry_select). Storing begins when one
 * delivery directly follows another, and ends when a delivery neither follows another directly nor overlaps one.
 * Loading continues while the destination has mail. `busy`: deliveries of the destination, including this one.
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

export function noteDone(modelled: ModelledWorld, queue: QueueId, now: Micros): void {
  queueOf(modelled, queue).lastDone = schedulerSeconds(now);
}

/**
 * The process that keeps connections (scache, event_loop) sleeps for whole seconds. It closes a connection that is
 * due at second S at its next request, or at S + f, where f is the fraction of a second of its last request.
 */
function isKept({ one }: ModelledWorld, { due }: KeptConnection, now: Micros): boolean {
  const { cached } = get(one, CURSOR);
  return cached < due && now < due + (cached % MICROS_PER_SECOND);
}

export function keptAt(modelled: ModelledWorld, server: number, now: Micros): readonly KeptConnection[] {
  return get(modelled.servers, server + 1).idle.filter((one) => isKept(modelled, one, now));
}

/** Takes a kept connection to the destination; null when there is none. */
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

export function keep(
  modelled: ModelledWorld,
  server: number,
  { nexthop, begun }: Omit<KeptConnection, 'due'>,
  now: Micros,
): void {
  if (now - begun > REUSE_LIMIT) return;
  touch(modelled.one, CURSOR).cached = now;
  const state = touch(modelled.servers, server + 1);
  const due = Math.floor(now / MICROS_PER_SECOND) * MICROS_PER_SECOND + IDLE_LIMIT;
  state.idle = [...keptAt(modelled, server, now), { nexthop, due, begun }];
}
