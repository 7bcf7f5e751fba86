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
 * Delivery agents. The queue manager asks for connections as long as it finds transports with something to deliver (at
 * most two wait at a time, qmgr/README.md §16.1); a free agent takes the oldest one of its transport, and the entry is
 * selected at that instant. That is late binding as the real one has it: nothing is reserved in advance.
 */

function nextConnection(world: World): number {
  return get(world.one, ONE).pending.findIndex((transport) => {
    const pool = poolOf(world, transport);
    // A record says itself how many agents are there.
    return pool.busyCount < (world.recorded === null ? pool.limit : pool.atWork);
  });
}

/** True when a connection waits and an agent of its transport is free. */
export function agentAvailable(world: World): boolean {
  return nextConnection(world) >= 0;
}

/**
 * A free agent takes the oldest connection that it can; the queue manager selects an entry for it now. In parts: it may
 * read thousands of destinations for that, or defer as many when agents cannot be reached.
 */
export function agentAccept(world: World): Sliced<void> {
  return accept(world, nextConnection(world));
}

/** An agent of this transport takes a connection whatever the limit is. False when none waits. */
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

/** A rate-delayed connection's time has come: the agent that it holds delivers `choice`, or is free when there is none. */
export function agentResume(world: World, transport: TransportId, choice: Choice | null): void {
  const pool = poolIdOf(world, transport);
  const index = get(world.pools, pool).busy.indexOf(HELD);
  if (index < 0) throw new Error(`transport ${transport}: no agent waits out a rate delay`);
  agentAssign(world, { pool, index }, 0);
  world.threads?.part.threadResume(world.threads, pool, index + 1);
  if (choice !== null) deliveryStart(world, choice, { pool, index });
}

/** Where the first free agent of a transport stands; one more when all are busy. */
export function agentFree(world: World, transport: TransportId): AgentPlace {
  const pool = poolIdOf(world, transport);
  const { busy } = get(world.pools, pool);
  const free = busy.indexOf(0);
  return { pool, index: free < 0 ? busy.length : free };
}
