import type { TransportId, DeliveryId, PoolId } from '../../protocol/ids.ts';
import { get, insert, touch } from '../tables.ts';
import type { AgentPoolRecord } from './model.ts';
import type { World } from './state.ts';

/** Returns the agent pool of a transport, created with the default limit if the scenario does not name it. */
export function poolByName(world: World, name: string): number {
  for (let id = 1; id < world.pools.length; id++) {
    if (get(world.pools, id).name === name) return id;
  }
  return poolAdd(world, name, world.agentsByDefault);
}

/** Adds an empty pool and, where agents are threads, its threads. */
export function poolAdd(world: World, name: string, limit: number): number {
  const id = insert(world.pools, poolNew(name, limit));
  world.threads?.part.threadPoolAdd(world, world.threads, id);
  return id;
}

function poolNew(name: string, limit: number): AgentPoolRecord {
  return {
    name,
    transport: 0,
    limit,
    fault: 'none',
    busy: [],
    busyCount: 0,
    atWork: 0,
    selections: 0,
    candidate: 0,
    score: 0,
  };
}

export function poolBind(world: World, name: string, transport: TransportId): void {
  touch(world.pools, poolByName(world, name)).transport = transport;
}

/** Finds the pool of a transport by walking all pools, because there are few. */
export function poolIdOf(world: World, transport: TransportId): number {
  for (let id = 1; id < world.pools.length; id++) {
    if (get(world.pools, id).transport === transport) return id;
  }
  throw new Error(`transport ${transport}: no agents`);
}

export function poolOf(world: World, transport: TransportId): Readonly<AgentPoolRecord> {
  return get(world.pools, poolIdOf(world, transport));
}

/** Value in `busy` instead of a delivery id: the agent waits for a transport rate delay before it may take an entry. */
export const HELD = -1;

/** `index`: position in the pool's `busy` list. */
export interface AgentPlace {
  pool: PoolId;
  index: number;
}

export function agentAssign(world: World, place: AgentPlace, delivery: DeliveryId): void {
  const row = touch(world.pools, place.pool);
  const { index } = place;
  if (delivery === (row.busy[index] ?? 0))
    throw new Error(`pool ${place.pool}, agent ${index + 1}: is ${delivery} already`);
  // Threads do not start in the order of their numbers: lower numbers without an element in `busy` are free.
  const busy = row.busy.slice();
  while (busy.length <= index) busy.push(0);
  busy[index] = delivery;
  row.busy = busy;
  row.busyCount += delivery === 0 ? -1 : 1;
}
