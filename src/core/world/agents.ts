import type { EntryId, TransportId } from '../../protocol/ids.ts';
import { agentReady, connectionRefused } from '../qmgr/agent.ts';
import { get, NONE, touch } from '../tables.ts';
import { connectionsOpen } from './connections.ts';
import { deliveryStart } from './deliveries.ts';
import { picked } from './picked.ts';
import { agentAssign, type AgentPlace, HELD, poolIdOf, poolOf } from './pools.ts';
import { ONE, type World } from './state.ts';

/**
 * Delivery agents. The queue manager asks for connections as long as it finds transports with something to deliver (at
 * most two wait at a time, nqmgr.md §16.1); a free agent takes the oldest one of its transport, and the entry is
 * selected at that instant. That is late binding as the real one has it: nothing is reserved in advance.
 */

function nextConnection(world: World): number {
  return get(world.one, ONE).pending.findIndex((transport) => {
    const pool = poolOf(world, transport);
    return pool.busyCount < pool.limit;
  });
}

/** True when a connection waits and an agent of its transport is free. */
export function agentAvailable(world: World): boolean {
  return nextConnection(world) >= 0;
}

/** A free agent takes the oldest connection that it can; the queue manager selects an entry for it now. */
export function agentAccept(world: World): void {
  const at = nextConnection(world);
  const one = touch(world.one, ONE);
  const transport = one.pending[at];
  if (transport === undefined) throw new Error('agentAccept: nobody can take a connection');
  one.pending = one.pending.toSpliced(at, 1);
  if (poolOf(world, transport).fault === 'unreachable') {
    connectionRefused(world.qmgr, transport);
    connectionsOpen(world);
    return;
  }
  const place = agentFree(world, transport);
  world.lastSelection = null;
  const answer = agentReady(world.qmgr, transport);
  if (answer.kind === 'delayed') agentAssign(world, place, HELD);
  else if (answer.entry !== NONE) deliveryStart(world, picked(world), place);
  connectionsOpen(world);
}

/** A rate-delayed connection's time has come: the agent that it holds delivers `entry`, or is free when there is none. */
export function agentResume(world: World, transport: TransportId, entry: EntryId): void {
  const pool = poolIdOf(world, transport);
  const index = get(world.pools, pool).busy.indexOf(HELD);
  if (index < 0) throw new Error(`transport ${transport}: no agent waits out a rate delay`);
  agentAssign(world, { pool, index }, 0);
  world.threads?.part.threadResume(world.threads, pool, index + 1);
  if (entry !== NONE) deliveryStart(world, picked(world), { pool, index });
}

/** Where the first free agent of a transport stands. */
function agentFree(world: World, transport: TransportId): AgentPlace {
  const pool = poolIdOf(world, transport);
  const { busy } = get(world.pools, pool);
  const free = busy.indexOf(0);
  return { pool, index: free < 0 ? busy.length : free };
}
