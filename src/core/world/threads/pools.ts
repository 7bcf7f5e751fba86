import type { AgentId, PoolId } from '../../../protocol/ids.ts';
import type { ThreadId } from '../../../protocol/threads.ts';
import { find, get, insert, touch } from '../../tables.ts';
import { addTransport, addWorker, pendingTokens, setMaxWorkers } from '../../threads/host.ts';
import { placeThread } from '../../threads/place.ts';
import { createThread, exitThread } from '../../threads/thread.ts';
import { report, type World } from '../state.ts';
import type { ThreadPoolRecord, ThreadWorld } from './model.ts';

/** The threads of each transport: their number, their names, and when more are created (threads/README.md §14). */

/** Gives a new agent pool its source, its group and its first threads. Call it once for each pool. */
export function threadPoolAdd(world: World, threads: ThreadWorld, pool: PoolId): void {
  const { name, limit: max } = get(world.pools, pool);
  const { setup, machine } = threads;
  const own = Object.hasOwn(setup.limits, name) ? setup.limits[name] : setup.limit;
  const added = addTransport(machine, {
    name,
    transport: pool,
    limit: own ?? null,
    maxWorkers: max,
    kind: setup.source === 'epoll' ? 'epoll' : 'aio',
    aioMode: setup.source === 'aio-intended' ? 'intended' : 'today',
  });
  if (!added.ok) throw new Error(`threads of ${name}: ${added.errors[0]?.field} ${added.errors[0]?.value}`);
  const fresh = {
    parts: added.value,
    agents: [],
    tokens: 0,
    bound: 0,
    done: 0,
    allTime: 0,
    cpuTime: 0,
    runnable: 0,
    samples: [],
  };
  const id = insert(threads.pools, fresh);
  if (id !== pool) throw new Error(`threads of ${name}: pool ${pool} has the threads of pool ${id}`);
  agentsPlace(threads, pool, Math.min(max, setup.initial ?? max));
}

/** Creates the agents that exist before the run. They already wait for events; the first one is on top of the stack. */
function agentsPlace(threads: ThreadWorld, pool: PoolId, count: number): void {
  const { machine } = threads;
  const { parts } = threadPool(threads, pool);
  const agents: ThreadId[] = [];
  for (let agent = count; agent > 0; agent--) {
    agents[agent - 1] = placeThread(machine, {
      name: `T${machine.threads.length + 2 * agent - count - 1}`,
      program: 'worker',
      owner: agent,
      transport: pool,
      pool: parts.pool,
      state: 'blocked-in-fetch',
      group: parts.group,
      source: parts.source,
      max: 1,
      min: 1,
      timeout: -1,
    });
  }
  touch(threads.pools, pool).agents = agents;
}

export function threadPool(threads: ThreadWorld, pool: PoolId): Readonly<ThreadPoolRecord> {
  return get(threads.pools, pool);
}

export function agentsLive(threads: ThreadWorld, pool: PoolId): number {
  return get(threads.machine.pools, threadPool(threads, pool).parts.pool).live;
}

/** New agents get the lowest free numbers. They are ready, and fetch when they get a CPU. */
export function agentsCreate(threads: ThreadWorld, pool: PoolId, count: number): void {
  const { machine } = threads;
  const { parts, agents } = threadPool(threads, pool);
  const next = agents.slice();
  for (let i = 0; i < count; i++) {
    const free = next.indexOf(0);
    const at = free < 0 ? next.length : free;
    next[at] = addWorker(machine, parts, `T${machine.threads.length}`, at + 1);
  }
  touch(threads.pools, pool).agents = next;
}

/** Returns the thread of an agent; 0 when there is no such agent. */
export function agentThread(threads: ThreadWorld, pool: PoolId, agent: AgentId): ThreadId {
  return find(threads.pools, pool)?.agents[agent - 1] ?? 0;
}

/** Ends an agent and frees its number. The caller has ended its delivery. */
export function agentExit(threads: ThreadWorld, pool: PoolId, agent: AgentId): void {
  const thread = agentThread(threads, pool, agent);
  const row = touch(threads.pools, pool);
  row.agents = row.agents.with(agent - 1, 0);
  exitThread(threads.machine, thread);
}

/**
 * The document's rule: if a fetch returns and no agent is on standby, more threads are created, up to the process
 * limit. `master(8)` does the same on demand.
 */
export function agentsGrow(world: World, threads: ThreadWorld, pool: PoolId): void {
  const { parts } = threadPool(threads, pool);
  const { counter, live } = get(threads.machine.pools, parts.pool);
  const { limit } = get(world.pools, pool);
  const created = Math.min(threads.setup.growBy, limit - live);
  if (counter > 0 || created <= 0) return;
  agentsCreate(threads, pool, created);
  report(world, {
    kind: 'pool.grew',
    transport: pool,
    source: parts.source,
    created,
    live: live + created,
    max: limit,
  });
}

/**
 * The rule of `agentsGrow` when no agent fetches: none exists yet, the last agent was killed, or the limit was raised
 * while all are busy. New agents before their first fetch count as standby.
 */
export function agentsGrowForTokens(world: World, threads: ThreadWorld, pool: PoolId): void {
  const { parts, agents } = threadPool(threads, pool);
  const { machine } = threads;
  const { counter, live } = get(machine.pools, parts.pool);
  if (counter > 0 || live >= get(world.pools, pool).limit || pendingTokens(machine, parts) === 0) return;
  if (agents.some((thread) => thread !== 0 && get(machine.threads, thread).next === 'fetch')) return;
  agentsGrow(world, threads, pool);
}

/**
 * Applies a new process limit. Agents above the limit end: waiting agents now, from the bottom of the stack, and busy
 * agents after their report.
 */
export function agentsLimit(world: World, threads: ThreadWorld, pool: PoolId): void {
  const { machine } = threads;
  const { limit } = get(world.pools, pool);
  const { parts } = threadPool(threads, pool);
  const set = setMaxWorkers(machine, parts, limit);
  if (!set.ok) throw new Error(`process limit ${limit} was not checked before it was applied`);
  while (agentsLive(threads, pool) > limit) {
    const coldest = get(machine.sources, parts.source).waitLast;
    if (coldest === 0) break;
    agentExit(threads, pool, get(machine.threads, coldest).owner);
  }
  agentsGrowForTokens(world, threads, pool);
}

/** Sets the number of threads that compute for ever, in no group. The newest threads end first. */
export function backgroundSet(threads: ThreadWorld, count: number): void {
  const { machine } = threads;
  const { background } = get(threads.one, 1);
  for (const thread of background.slice(count)) exitThread(machine, thread);
  const next = background.slice(0, count);
  while (next.length < count) {
    next.push(createThread(machine, { name: `B${next.length + 1}`, program: 'background' }));
  }
  touch(threads.one, 1).background = next;
}
