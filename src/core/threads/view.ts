/** Rows for panels and explanations: what threads, groups, sources and CPUs look like at this instant. */
import type {
  CpuId,
  CpuRow,
  GroupId,
  GroupRow,
  SourceId,
  SourceRow,
  ThreadId,
  ThreadRow,
} from '../../protocol/threads.ts';
import { type List, listFirst, listNext } from '../lists.ts';
import { get, ids, NONE, revOf } from '../tables.ts';
import type { Machine } from './tables.ts';

/** A row shows at most so many of a list; its length is beside it. */
const SHOWN = 60;

/** A thread's row. */
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

/** A group's row. */
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
 * A source's row. Its `rev` is that of the record, which moves with every item and waiter; threads on their way are
 * looked for among all threads, so ask only for sources that are shown.
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

/** A CPU's row. */
export function cpuRow(m: Machine, id: CpuId): CpuRow {
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

/** Ready threads of a run queue in order, at most 60; 1 is the global queue. */
export function readyThreads(m: Machine, queue: number): ThreadId[] {
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
