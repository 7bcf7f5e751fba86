import type { PoolId } from '../../../protocol/ids.ts';
import type { ThreadToken, ThreadsRow, WindowGauge } from '../../../protocol/threads-view.ts';
import { listIds } from '../../lists.ts';
import { find, get, ids } from '../../tables.ts';
import { groupPicture, poolGauge } from '../../threads/group-picture.ts';
import type { ThreadRecord } from '../../threads/model.ts';
import { estimatePoolSize } from '../../threads/pool.ts';
import { cpusOnline } from '../../threads/tables.ts';
import { numberOf } from '../ledger.ts';
import { HELD } from '../pools.ts';
import type { World } from '../state.ts';
import type { ThreadWorld } from './model.ts';
import { threadPool } from './pools.ts';

const MOST_WINDOWS = 20;
const MOST_NUMBERS = 12;

/** Shows the agents of a transport as a group of threads. Null when agents are not threads or the transport has no threads. */
export function threadsRow(world: World, transport: string): ThreadsRow | null {
  const { threads } = world;
  if (threads === null) return null;
  const names = [...ids(world.pools)].map((id) => get(world.pools, id).name);
  const pool = names.indexOf(transport) + 1;
  if (pool === 0) return null;
  const { parts, samples } = threadPool(threads, pool);
  const { machine, setup } = threads;
  const { busyCount } = get(world.pools, pool);
  return groupPicture(machine, parts.group, parts.source, {
    name: transport,
    names,
    work: (thread) => workOf(world, thread),
    numberOf: (tag) => boundNumber(world, threads, tag),
    rest: {
      pool: poolGauge(machine, parts.pool, busyCount),
      windows: windowsOf(world, pool),
      estimate: estimateOf(threads, pool),
      samples,
      story: setup.story,
      prefetch: setup.prefetch,
    },
  });
}

function workOf(world: World, { owner, transport: pool }: Readonly<ThreadRecord>): Partial<ThreadToken> {
  const id = find(world.pools, pool)?.busy[owner - 1] ?? 0;
  if (id === HELD) return { item: '', phase: 'rate delay' };
  if (id === 0) return { item: '' };
  const { msg, queueName, legs, leg, step, until } = get(world.deliveries, id);
  const number = numberOf(world.ledger, msg);
  const patience = step === 'wait' ? { until } : {};
  return { number, item: `M${number}`, destination: queueName, phase: legs[leg]?.phase ?? '', ...patience };
}

function boundNumber(world: World, threads: ThreadWorld, tag: number): number {
  const bound = tag === 0 ? undefined : find(threads.bound, tag);
  return bound === undefined ? 0 : numberOf(world.ledger, bound.choice.msg);
}

/** Returns the destinations with busy or waiting entries, the fullest first. */
function windowsOf(world: World, pool: PoolId): WindowGauge[] {
  const { qmgr, ledger } = world;
  const { transport } = get(world.pools, pool);
  if (find(qmgr.transports, transport) === undefined) return [];
  return listIds(qmgr.lists.queues, transport)
    .map((id) => ({ id, row: get(qmgr.queues, id) }))
    .filter(({ row }) => row.busyCount + row.todoCount > 0)
    .sort((a, b) => b.row.busyCount - a.row.busyCount || b.row.todoCount - a.row.todoCount || a.id - b.id)
    .slice(0, MOST_WINDOWS)
    .map(({ id, row }) => ({
      destination: row.name,
      busy: row.busyCount,
      window: row.status === 'throttled' ? 0 : row.window,
      todo: row.todoCount,
      numbers: listIds(qmgr.lists.busy, id)
        .slice(0, MOST_NUMBERS)
        .map((entry) => numberOf(ledger, get(qmgr.entries, entry).message)),
    }));
}

/** Estimates the pool size from finished deliveries. Times are those of the run's clock: a story stretches CPU work. */
function estimateOf(threads: ThreadWorld, pool: PoolId): ThreadsRow['estimate'] {
  const { done, allTime, cpuTime, parts } = threadPool(threads, pool);
  if (done === 0) return null;
  const all = allTime / done;
  const cpu = cpuTime / done;
  const limit =
    parts.group === 0 ? cpusOnline(threads.machine) : get(threads.machine.groups, parts.group).limit;
  const size = estimatePoolSize(limit, all, cpu);
  return size === null ? null : { all, cpu, threads: size };
}
