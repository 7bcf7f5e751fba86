/** Projects a group with its source, threads and CPUs into rows for panels. The host adds the data that only it has. */
import type { LaneStart } from '../../protocol/thread-lanes.ts';
import type {
  GroupId,
  SourceId,
  SourceRow,
  ThreadId,
  ThreadPoolId,
  CpuId,
  CpuRow,
  GroupRow,
  ThreadRow,
} from '../../protocol/threads.ts';
import type { PoolGauge, ThreadsRow, ThreadToken } from '../../protocol/threads-view.ts';
import { listFirst, listNext, type List } from '../lists.ts';
import { get, ids, NONE, revOf } from '../tables.ts';
import { settleGroup } from './count.ts';
import type { ThreadRecord } from './model.ts';
import { cpusOnline, type Machine, machineNow } from './tables.ts';

/** Largest number of members shown of each list; the length of the list is given separately. */
const SHOWN = 60;

export interface GroupHost {
  name: string;
  names: string[];
  /**
   * Returns what a thread works on, its server, and when its wait ends at the latest. Default: the item of its latest
   * fetch.
   */
  work?(
    thread: Readonly<ThreadRecord>,
  ): Partial<Pick<ThreadToken, 'number' | 'item' | 'destination' | 'phase' | 'until'>>;
  /** Returns the number of the message to which an item is already bound; 0 = none. */
  numberOf?(tag: number): number;
  rest: Pick<ThreadsRow, 'pool' | 'windows' | 'estimate' | 'samples' | 'story' | 'prefetch'>;
}

/** Returns the picture now. `group` NONE = no group; `source` NONE = a group without a source. */
export function groupPicture(m: Machine, group: GroupId, source: SourceId, host: GroupHost): ThreadsRow {
  const row = group === NONE ? null : groupRow(m, group);
  const queue = source === NONE ? NO_SOURCE : sourceRow(m, source);
  const cpus = Array.from({ length: cpusOnline(m) }, (_, i) => cpuRow(m, i + 1));
  const queues = m.config.runQueue === 'per-cpu' ? cpus.map(({ id }) => id) : [1];
  const runQueue = queues.flatMap((id) => readyThreads(m, id)).slice(0, SHOWN);
  const own = ownThreads(m, group, source);
  const blocked = own.filter((id) => get(m.threads, id).state === 'blocked-in-handler');
  const stopped = own.filter((id) => get(m.threads, id).state === 'stopped');
  const shown = new Set<ThreadId>([
    ...cpus.map(({ thread }) => thread),
    ...runQueue,
    ...queue.waiters,
    ...queue.exitGate,
    ...queue.onTheirWay,
    ...blocked.slice(0, SHOWN),
    ...stopped.slice(0, SHOWN),
  ]);
  shown.delete(NONE);
  return {
    rev: m.one.store.rev,
    name: host.name,
    group: row,
    source: queue,
    names: host.names,
    ...extremes(m, group),
    cpus: cpus.map(({ id, thread, lastThread, switching, sliceEnd }) => ({
      index: id - 1,
      thread,
      lastThread,
      switching,
      sliceEnd,
    })),
    online: cpus.length,
    runQueue,
    ready: queues.reduce((sum, id) => sum + get(m.runQueues, id).length, 0),
    pending: pendingItems(m, source, host),
    blocked: blocked.slice(0, SHOWN),
    blockedCount: blocked.length,
    stopped: stopped.slice(0, SHOWN),
    threads: [...shown].map((id) => token(m, id, host)),
    background: [...ids(m.threads)].filter((id) => isBackground(get(m.threads, id))).length,
    ...host.rest,
  };
}

const NO_SOURCE: SourceRow = {
  id: NONE,
  rev: 0,
  name: '',
  transport: NONE,
  kind: 'epoll',
  group: NONE,
  destroyed: false,
  pending: 0,
  queue: [],
  waiters: [],
  waiting: 0,
  exitGate: [],
  onTheirWay: [],
};

/** Returns the threads of the group, and the threads of its transport that join the group only at their first fetch. */
function ownThreads(m: Machine, group: GroupId, source: SourceId): ThreadId[] {
  const transport = source === NONE ? NONE : get(m.sources, source).transport;
  return [...ids(m.threads)].filter((id) => {
    const thread = get(m.threads, id);
    if (thread.state === 'exited' || isBackground(thread)) return false;
    return thread.group === group || (thread.group === NONE && thread.transport === transport);
  });
}

function isBackground({ program }: Pick<ThreadRecord, 'program'>): boolean {
  return program === 'background';
}

function extremes(m: Machine, group: GroupId): { peak: number; overshoot: number } {
  if (group === NONE) return { peak: 0, overshoot: 0 };
  const settled = { ...get(m.groups, group) };
  settleGroup(settled, machineNow(m));
  return { peak: settled.runnableMax, overshoot: settled.overIntegral };
}

function pendingItems(m: Machine, source: SourceId, { numberOf }: GroupHost): ThreadsRow['pending'] {
  const items: ThreadsRow['pending'] = [];
  if (source === NONE) return items;
  for (
    let id = listFirst(m.itemList, source);
    id !== NONE && items.length < SHOWN;
    id = listNext(m.itemList, id)
  ) {
    const { name, tag } = get(m.items, id);
    items.push({ name, number: numberOf?.(tag) ?? 0 });
  }
  return items;
}

function token(m: Machine, id: ThreadId, host: GroupHost): ThreadToken {
  const thread = get(m.threads, id);
  return {
    ...threadRow(m, id),
    since: thread.since,
    number: 0,
    item: itemOf(thread),
    destination: '',
    phase: '',
    until: thread.blockAlarm === NONE ? -1 : get(m.alarms, thread.blockAlarm).due,
    background: isBackground(thread),
    ...host.work?.(thread),
  };
}

/** Empty during a fetch: the stored result belongs to the previous call. */
function itemOf({ source, result }: Readonly<ThreadRecord>): string {
  if (source !== NONE || result === null || !('ok' in result)) return '';
  return result.ok.map(({ name }) => name).join(', ');
}

export function poolGauge(m: Machine, pool: ThreadPoolId, busy: number): PoolGauge | null {
  if (pool === NONE) return null;
  const { live, max, counter } = get(m.pools, pool);
  return { live, busy, max, standby: counter };
}

/** Returns every thread that has not ended, for lanes. */
export function laneStarts(m: Machine): LaneStart[] {
  return [...ids(m.threads)].flatMap((id) => {
    const thread = get(m.threads, id);
    const { name, transport, state, reason, cpu, waitsFor } = thread;
    if (state === 'exited') return [];
    return [{ id, name, transport, state, reason, cpu, item: itemOf(thread), waitsFor }];
  });
}

export function threadRow(m: Machine, id: ThreadId): ThreadRow {
  const t = get(m.threads, id);
  return {
    id,
    rev: revOf(m.threads, id),
    name: t.name,
    transport: t.transport,
    owner: t.owner,
    state: t.state,
    reason: t.reason,
    onItsWay: t.woken,
    group: t.group,
    counted: t.charged,
    source: t.source,
    deadline: t.deadline,
    cpu: t.cpu,
    waitsFor: t.waitsFor,
  };
}

export function groupRow(m: Machine, id: GroupId): GroupRow {
  const g = get(m.groups, id);
  return {
    id,
    rev: revOf(m.groups, id),
    name: g.name,
    limit: g.limit,
    runnable: g.runnable,
    available: g.limit - g.runnable,
    source: g.source,
    members: g.members,
    alive: g.alive,
    overCause: g.overCause,
    overThread: g.overThread,
  };
}

/**
 * The `rev` of the row is the `rev` of the record, which changes with every item and waiter. Call this only for sources
 * that are shown: it searches all threads for threads that were woken and have not run yet.
 */
export function sourceRow(m: Machine, id: SourceId): SourceRow {
  const s = get(m.sources, id);
  return {
    id,
    rev: revOf(m.sources, id),
    name: s.name,
    transport: s.transport,
    kind: s.kind,
    group: s.group,
    destroyed: s.destroyed,
    pending: s.pending,
    queue: firstIds(m.itemList, id).map((item) => get(m.items, item).name),
    waiters: firstIds(m.waiterStack, id),
    waiting: s.waiting,
    exitGate: firstIds(m.exitGate, id),
    onTheirWay: onTheirWay(m, id),
  };
}

function cpuRow(m: Machine, id: CpuId): CpuRow {
  const c = get(m.cpus, id);
  return {
    id,
    rev: revOf(m.cpus, id),
    thread: c.thread,
    lastThread: c.lastThread,
    switching: c.switching,
    sliceEnd: c.sliceEnd,
  };
}

/** Returns the ready threads of a run queue in order, at most `SHOWN`. Queue 1 is the global queue. */
function readyThreads(m: Machine, queue: number): ThreadId[] {
  return firstIds(m.readyList, queue);
}

function firstIds(list: List, owner: number): number[] {
  const result: number[] = [];
  for (let id = listFirst(list, owner); id !== NONE && result.length < SHOWN; id = listNext(list, id)) {
    result.push(id);
  }
  return result;
}

function onTheirWay(m: Machine, source: SourceId): ThreadId[] {
  const result: ThreadId[] = [];
  for (const id of ids(m.threads)) {
    const { source: at, woken } = get(m.threads, id);
    if (at === source && woken && result.length < SHOWN) result.push(id);
  }
  return result;
}
