import type { ThreadId, SourceId } from '../../../protocol/threads.ts';
import type { Sliced } from '../../sliced.ts';
import type { TransportId, AgentId, PoolId } from '../../../protocol/ids.ts';
import { agentReadyParts, connectionWithdraw } from '../../qmgr/agent.ts';
import type { Choice } from '../../qmgr/selection.ts';
import { PENDING_MAX, transportConnect, transportPick, transportSelectable } from '../../qmgr/transport.ts';
import { deliveryReport } from '../../qmgr/deliver.ts';
import { drop, find, get, ids, insert, NONE, touch } from '../../tables.ts';
import { completeWait, postToken, withdrawToken } from '../../threads/host.ts';
import { numberOf } from '../ledger.ts';
import { poolIdOf } from '../pools.ts';
import { ONE, type World } from '../state.ts';
import type { ThreadWorld } from './model.ts';
import { agentsGrowForTokens, agentThread, threadPool } from './pools.ts';

/**
 * A token means that a transport has something to select. The queue manager requests connections as always. A
 * connection becomes a token when the process limit leaves an agent for it, so there are as many tokens as selectable
 * entries or free agents, whichever is fewer (world/README.md §2, late binding). Posting the entries instead would be
 * simpler, but would fix the choice while they are pending; `prefetch` does that, to show what is lost.
 */

/** Name of an event without an entry. */
const TOKEN = 'token';

/** Updates the connections of all transports, as part of the step that changed their work. */
export function connectionsSettle(world: World, threads: ThreadWorld): void {
  const { qmgr } = world;
  for (const pool of ids(threads.pools)) takeBack(world, threads, pool);
  for (;;) {
    const transport = transportPick(qmgr, (id) => PENDING_MAX + posted(threads, poolIdOf(world, id)));
    if (transport === NONE) return;
    transportConnect(qmgr, transport);
    const one = touch(world.one, ONE);
    one.pending = [...one.pending, transport];
  }
}

/** Returns the number of connections that have become tokens and no longer wait for an agent. */
function posted(threads: ThreadWorld, pool: PoolId): number {
  return threadPool(threads, pool).tokens;
}

/** Returns how many more agents could take something: the process limit minus busy agents and pending events. */
function room(world: World, threads: ThreadWorld, transport: TransportId): number {
  const pool = poolIdOf(world, transport);
  const { limit, busyCount } = get(world.pools, pool);
  const { tokens, bound } = threadPool(threads, pool);
  return limit - busyCount - tokens - bound;
}

/** Withdraws tokens that have no entry to select or no agent, the newest first. */
function takeBack(world: World, threads: ThreadWorld, pool: PoolId): void {
  const { parts, bound } = threadPool(threads, pool);
  const { transport, limit, busyCount } = get(world.pools, pool);
  const tokens = posted(threads, pool);
  if (tokens <= 0 || find(world.qmgr.transports, transport) === undefined) return;
  const wanted = Math.min(limit - busyCount - bound, transportSelectable(world.qmgr, transport, tokens));
  for (let left = tokens; left > Math.max(0, wanted) && newestIsFree(threads, parts.source); left--) {
    withdrawToken(threads.machine, parts);
    touch(threads.pools, pool).tokens--;
    connectionWithdraw(world.qmgr, transport);
  }
}

/** True if the newest event is a token. An entry that was bound ahead is not withdrawn. */
function newestIsFree({ machine }: ThreadWorld, source: SourceId): boolean {
  const item = get(machine.sources, source).itemLast;
  return item !== NONE && get(machine.items, item).tag === 0;
}

/** True when connections can become tokens, or agents are to return after their reports. */
export function tokensReady(world: World, threads: ThreadWorld): boolean {
  if (get(threads.one, ONE).returning.length > 0) return true;
  return get(world.one, ONE).pending.some((transport) => room(world, threads, transport) > 0);
}

/**
 * Posts a token for each connection that has an agent left, in the order of the connections. This comes after all
 * reports of an instant and before any thread gets a CPU (world/README.md §3), so that deliveries have the same order
 * as without threads. Agents that have reported return in the order of these tokens.
 */
export function* tokensPost(world: World, threads: ThreadWorld): Sliced<void> {
  for (;;) {
    const { pending } = get(world.one, ONE);
    const at = pending.findIndex((transport) => room(world, threads, transport) > 0);
    const transport = pending[at];
    if (transport === undefined) break;
    touch(world.one, ONE).pending = pending.toSpliced(at, 1);
    yield* post(world, threads, transport);
    connectionsSettle(world, threads);
  }
  const { returning } = get(threads.one, ONE);
  touch(threads.one, ONE).returning = [];
  for (const thread of returning) completeWait(threads.machine, thread);
}

function* post(world: World, threads: ThreadWorld, transport: TransportId): Sliced<void> {
  const { machine } = threads;
  const pool = poolIdOf(world, transport);
  const { parts } = threadPool(threads, pool);
  const bound = yield* bindAhead(world, threads, transport, pool);
  if (bound === null) return;
  const woken = get(machine.sources, parts.source).waiting;
  if (bound.tag === 0) touch(threads.pools, pool).tokens++;
  postToken(machine, parts, bound.tag, bound.name);
  if (woken > 0) return;
  // No agent was on standby. An agent that has just reported returns for this token, or a new agent may be created.
  const one = get(threads.one, ONE);
  const back = one.returning.find((thread) => get(machine.threads, thread).transport === pool);
  if (back === undefined) {
    agentsGrowForTokens(world, threads, pool);
    return;
  }
  touch(threads.one, ONE).returning = one.returning.filter((thread) => thread !== back);
  completeWait(machine, back);
}

interface Bound {
  readonly tag: number;
  readonly name: string;
}

/** Late binding: the entry is chosen when an agent takes the token. */
const UNBOUND_TOKEN: Bound = { tag: 0, name: TOKEN };

/** Returns the event for a connection: a token, an entry selected now, or null when there is none. */
function* bindAhead(
  world: World,
  threads: ThreadWorld,
  transport: TransportId,
  pool: PoolId,
): Sliced<Bound | null> {
  if (threadPool(threads, pool).bound >= threads.setup.prefetch) return UNBOUND_TOKEN;
  // A transport with a rate delay selects later, and unreachable agents never: nothing is bound ahead.
  const { transportRateDelay } = get(world.qmgr.transports, transport).params;
  if (transportRateDelay > 0 || get(world.pools, pool).fault === 'unreachable') return UNBOUND_TOKEN;
  const answer = yield* agentReadyParts(world.qmgr, transport);
  if (answer.kind !== 'selected' || answer.choice === null) return null;
  const { choice } = answer;
  touch(threads.pools, pool).bound++;
  const tag = insert(threads.bound, { pool, choice });
  return { tag, name: `M${numberOf(world.ledger, choice.msg)}` };
}

/** An agent has reported. It returns after the tokens that follow from its report have been posted. */
export function agentReturns(threads: ThreadWorld, pool: PoolId, agent: AgentId): void {
  const one = touch(threads.one, ONE);
  one.returning = [...one.returning, agentThread(threads, pool, agent)];
}

/** Returns the event that an agent took: its entry if bound ahead, else null for a token. The event is then answered. */
export function tokenTake(threads: ThreadWorld, pool: PoolId, tag: number): Choice | null {
  const row = touch(threads.pools, pool);
  if (tag === 0) {
    row.tokens--;
    return null;
  }
  row.bound--;
  const { choice } = get(threads.bound, tag);
  drop(threads.bound, tag);
  return choice;
}

/**
 * An agent ends while it holds unanswered events at the exit gate (`aioMode` `today`). Tokens become closed
 * connections; an entry bound ahead counts as a crash.
 */
export function tokensLose(world: World, threads: ThreadWorld, pool: PoolId, thread: ThreadId): void {
  for (const { tag } of get(threads.machine.threads, thread).held) {
    const choice = tokenTake(threads, pool, tag);
    if (choice === null) connectionWithdraw(world.qmgr, get(world.pools, pool).transport);
    else deliveryReport(world.qmgr, choice.entry, { status: 'crash' });
  }
}

/** Removes all tokens and entries bound ahead: their queue manager has ended. */
export function tokensClear(threads: ThreadWorld): void {
  for (const pool of ids(threads.pools)) {
    const { parts, agents } = threadPool(threads, pool);
    while (withdrawToken(threads.machine, parts));
    // With `aioMode` `today`, threads hold events while they wait at the exit gate. These events belong to the old
    // queue manager, too.
    for (const thread of agents) if (thread !== 0) touch(threads.machine.threads, thread).held = [];
    const row = touch(threads.pools, pool);
    row.tokens = 0;
    row.bound = 0;
  }
  for (const id of ids(threads.bound)) drop(threads.bound, id);
}
