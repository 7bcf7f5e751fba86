import type { TransportId } from '../../protocol/ids.ts';
import { agentReadyParts, connectionRefused } from '../qmgr/agent.ts';
import type { Choice } from '../qmgr/selection.ts';
import { type Sliced, runToEnd } from '../sliced.ts';
import { get, touch } from '../tables.ts';
import { connectionsOpen } from './connections.ts';
import { deliveryStart } from './deliveries.ts';
import { agentAssign, type AgentPlace, HELD, poolIdOf, poolOf } from './pools.ts';
import { ONE, type World } from './state.ts';

/**
 * Delivery agents. The queue manager opens connections while it finds transports with something to deliver (at most
 * two pending connections for each, qmgr/README.md §16.1). A free agent takes the oldest connection of its transport,
 * and only then is the entry selected: late binding, as in Postfix.
 */

function nextConnection(world: World): number {
  return get(world.one, ONE).pending.findIndex((transport) => {
    const pool = poolOf(world, transport);
    // In a run that follows a record, the record determines how many agents work.
    return pool.busyCount < (world.recorded === null ? pool.limit : pool.atWork);
  });
}

export function agentAvailable(world: World): boolean {
  return nextConnection(world) >= 0;
}

/**
 * A free agent takes the oldest connection it can, and the queue manager selects an entry. Sliced: this may read
 * thousands of recipients, or defer as many when agents are unreachable.
 */
export function agentAccept(world: World): Sliced<void> {
  return accept(world, nextConnection(world));
}

/** An agent takes a connection of this transport, regardless of the process limit. False if none is pending. */
export function acceptFor(world: World, transport: TransportId): boolean {
  const at = get(world.one, ONE).pending.indexOf(transport);
  if (at >= 0) runToEnd(accept(world, at));
  return at >= 0;
}

function* accept(world: World, at: number): Sliced<void> {
  const one = touch(world.one, ONE);
  const transport = one.pending[at];
  if (transport === undefined) throw new Error('agentAccept: no agent');
  one.pending = one.pending.toSpliced(at, 1);
  if (poolOf(world, transport).fault === 'unreachable') {
    yield* connectionRefused(world.qmgr, transport);
    connectionsOpen(world);
    return;
  }
  const place = agentFree(world, transport);
  const answer = yield* agentReadyParts(world.qmgr, transport);
  if (answer.kind === 'delayed') agentAssign(world, place, HELD);
  else if (answer.choice !== null) deliveryStart(world, answer.choice, place);
  connectionsOpen(world);
}

/** The transport rate delay of a connection is over: its agent delivers `choice`, or is free if `choice` is null. */
export function agentResume(world: World, transport: TransportId, choice: Choice | null): void {
  const pool = poolIdOf(world, transport);
  const index = get(world.pools, pool).busy.indexOf(HELD);
  if (index < 0) throw new Error(`transport ${transport}: no agent waits out a rate delay`);
  agentAssign(world, { pool, index }, 0);
  world.threads?.part.threadResume(world.threads, pool, index + 1);
  if (choice !== null) deliveryStart(world, choice, { pool, index });
}

/** Returns the place of the first free agent of a transport, or a new place when all are busy. */
export function agentFree(world: World, transport: TransportId): AgentPlace {
  const pool = poolIdOf(world, transport);
  const { busy } = get(world.pools, pool);
  const free = busy.indexOf(0);
  return { pool, index: free < 0 ? busy.length : free };
}
