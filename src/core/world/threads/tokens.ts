import type { TransportId } from '../../../protocol/ids.ts';
import { listIds } from '../../lists.ts';
import { agentReady, connectionWithdraw } from '../../qmgr/agent.ts';
import { CORE } from '../../qmgr/model.ts';
import { transportConnect, transportPick, transportSelectable } from '../../qmgr/transport.ts';
import { drop, get, ids, insert, NONE, touch } from '../../tables.ts';
import { pendingTokens, postToken, withdrawToken } from '../../threads/host.ts';
import { numberOf } from '../ledger.ts';
import { poolIdOf } from '../pools.ts';
import { picked } from '../picked.ts';
import type { World } from '../state.ts';
import type { ThreadWorld } from './model.ts';
import { agentsGrowForTokens, threadPool } from './pools.ts';

/**
 * Tokens: "the transport has something selectable". Their number is the smaller of what is selectable and of the agents
 * that are not busy, recomputed whenever either may have changed (integration.md §2, late binding). Posting the entries
 * themselves would be simpler and freeze the choice while they are pending; `prefetch` does that, to show what is lost.
 */

/** Name of an event that is not bound to an entry. */
export const TOKEN = 'token';

/** Brings the tokens of all transports up to date. Part of the step that changed something. */
export function tokensSettle(world: World, threads: ThreadWorld): void {
  const { qmgr } = world;
  for (const transport of listIds(qmgr.lists.transports, CORE)) takeBack(world, threads, transport);
  for (;;) {
    const transport = transportPick(qmgr, (id) => room(world, threads, id));
    if (transport === NONE) break;
    transportConnect(qmgr, transport);
    post(world, threads, transport);
  }
  for (const pool of ids(threads.pools)) agentsGrowForTokens(world, threads, pool);
}

/** Agents that could take something, were they there: what the process limit leaves. */
function room(world: World, threads: ThreadWorld, transport: TransportId): number {
  const pool = poolIdOf(world, transport);
  const { limit, busyCount } = get(world.pools, pool);
  return limit - busyCount - threadPool(threads, pool).bound;
}

function takeBack(world: World, threads: ThreadWorld, transport: TransportId): void {
  const { pending } = get(world.qmgr.transports, transport);
  if (pending === 0) return;
  const selectable = transportSelectable(world.qmgr, transport, pending);
  const wanted = Math.max(0, Math.min(room(world, threads, transport), selectable));
  const { parts } = threadPool(threads, poolIdOf(world, transport));
  for (let left = pending; left > wanted && newestIsFree(threads, parts.source); left--) {
    withdrawToken(threads.machine, parts);
    connectionWithdraw(world.qmgr, transport);
  }
}

/** The newest event is a token, not an entry that was bound ahead: that one stays. */
function newestIsFree({ machine }: ThreadWorld, source: number): boolean {
  const item = get(machine.sources, source).itemLast;
  return item !== NONE && get(machine.items, item).tag === 0;
}

function post(world: World, threads: ThreadWorld, transport: TransportId): void {
  const { machine, setup } = threads;
  const pool = poolIdOf(world, transport);
  const { parts, bound } = threadPool(threads, pool);
  const late = bound >= setup.prefetch || cannotBind(world, transport, pool);
  if (late) {
    postToken(machine, parts, 0, TOKEN);
    return;
  }
  world.lastSelection = null;
  const answer = agentReady(world.qmgr, transport);
  if (answer.kind !== 'selected' || answer.entry === NONE) return;
  const choice = picked(world);
  touch(threads.pools, pool).bound++;
  const tag = insert(threads.bound, { rev: 0, pool, picked: choice });
  postToken(machine, parts, tag, `M${numberOf(world.ledger, choice.chosen.msg)}`);
}

/** A rate-delayed transport selects after the delay, agents that cannot be reached never: nothing to bind ahead. */
function cannotBind(world: World, transport: TransportId, pool: number): boolean {
  const { transportRateDelay } = get(world.qmgr.transports, transport).params;
  return transportRateDelay > 0 || get(world.pools, pool).fault === 'unreachable';
}

/** All tokens go: the queue manager that posted them is gone. Entries that were bound ahead go with them. */
export function tokensClear(threads: ThreadWorld): void {
  for (const pool of ids(threads.pools)) {
    const { parts, bound } = threadPool(threads, pool);
    while (pendingTokens(threads.machine, parts) > 0 && withdrawToken(threads.machine, parts));
    if (bound > 0) touch(threads.pools, pool).bound = 0;
  }
  for (const id of ids(threads.bound)) drop(threads.bound, id);
}
