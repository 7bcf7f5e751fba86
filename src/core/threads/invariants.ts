/** Rules that hold after every instant (threads/README.md §6, safety). A broken rule throws with its numbers. */
import type { SourceId, ThreadPoolId } from '../../protocol/threads.ts';
import { listIds } from '../lists.ts';
import { find, get, ids, NONE } from '../tables.ts';
import { GLOBAL_QUEUE, type Machine, ONE } from './tables.ts';
import { hasRoom, wakesAll } from './wake.ts';

function assert(holds: boolean, message: () => string): void {
  if (!holds) throw new Error(message());
}

/** Checks all rules. O(threads); for tests and debugging. */
export function checkMachine(m: Machine): void {
  checkCounts(m);
  for (const source of ids(m.sources)) checkSource(m, source);
  checkCpus(m);
  for (const pool of ids(m.pools)) checkPool(m, pool);
}

/** The count of a group, and of the machine, is the number of its running and ready threads. */
function checkCounts(m: Machine): void {
  const counted = new Map<number, number>();
  const members = new Map<number, number>();
  let runnable = 0;
  let all = 0;
  for (const id of ids(m.threads)) {
    const { state, group, charged, program } = get(m.threads, id);
    const isRunnable = state === 'running' || state === 'ready';
    assert(charged === (isRunnable && group !== NONE), () => `thread ${id}: ${state}, charged ${charged}`);
    assert(state !== 'exited' || group === NONE, () => `thread ${id}: exited in group ${group}`);
    if (group !== NONE) members.set(group, (members.get(group) ?? 0) + 1);
    if (charged) counted.set(group, (counted.get(group) ?? 0) + 1);
    if (isRunnable) all++;
    if (isRunnable && program !== 'background') runnable++;
  }
  for (const id of ids(m.groups)) {
    const g = get(m.groups, id);
    assert(g.runnable === (counted.get(id) ?? 0), () => `group ${id}: count ${g.runnable}`);
    assert(g.members === (members.get(id) ?? 0), () => `group ${id}: members ${g.members}`);
    const used = g.descriptors > 0 || g.members > 0 || g.source !== NONE;
    assert(g.alive === used, () => `group ${id}: alive ${g.alive}, used ${used}`);
    if (g.source !== NONE) {
      assert(
        get(m.sources, g.source).group === id,
        () => `group ${id}: source ${g.source} is not bound to it`,
      );
    }
  }
  const one = get(m.one, ONE);
  assert(one.runnable === runnable, () => `runnable ${one.runnable}, should be ${runnable}`);
  assert(one.runnableAll === all, () => `runnableAll ${one.runnableAll}, should be ${all}`);
}

/**
 * A source never has room, a pending item and a sleeping waiter at the same time, unless a woken thread has not run yet.
 * With AIO of the present kernel all woken threads take items, and the exit gate must be empty while there is room.
 */
function checkSource(m: Machine, source: SourceId): void {
  const s = get(m.sources, source);
  const waiting = listIds(m.waiterStack, source);
  const items = listIds(m.itemList, source);
  const gate = listIds(m.exitGate, source);
  assert(items.length === s.pending, () => `source ${source}: ${items.length} items, pending ${s.pending}`);
  assert(
    waiting.length === s.waiting,
    () => `source ${source}: ${waiting.length} waiters, counted ${s.waiting}`,
  );
  let above = Number.POSITIVE_INFINITY;
  for (const id of waiting) {
    const t = get(m.threads, id);
    const isWaiter = t.state === 'blocked-in-fetch' && t.source === source && !t.woken;
    assert(isWaiter && t.reason !== 'exit-gate', () => `thread ${id}: on the stack, ${t.state} ${t.reason}`);
    assert(t.stamp < above, () => `thread ${id}: stamp ${t.stamp} below ${above}`);
    assert(
      s.group === NONE || !s.eager || t.group === s.group,
      () => `thread ${id}: waits at ${source} in group ${t.group}`,
    );
    above = t.stamp;
  }
  for (const id of gate) {
    const t = get(m.threads, id);
    assert(t.reason === 'exit-gate' && t.held.length > 0, () => `thread ${id}: in the exit gate for nothing`);
  }
  if (gate.length > 0)
    assert(!hasRoom(m, s.group), () => `source ${source}: room, and ${gate.length} in its gate`);
  if (wakesAll(m, source) || s.pending === 0 || waiting.length === 0 || !hasRoom(m, s.group)) return;
  const onItsWay = [...ids(m.threads)].some((id) => {
    const t = get(m.threads, id);
    return t.source === source && t.woken;
  });
  assert(
    onItsWay,
    () => `source ${source}: ${s.pending} pending, ${waiting.length} wait, and no thread was woken`,
  );
}

/** CPUs, run queues and run states agree; no CPU is idle while a thread is ready for it. */
function checkCpus(m: Machine): void {
  const { online, busy } = get(m.one, ONE);
  let taken = 0;
  for (const id of ids(m.cpus)) {
    const cpu = get(m.cpus, id);
    if (cpu.thread === NONE) {
      assert(cpu.alarm === NONE, () => `cpu ${id}: idle with an alarm`);
      continue;
    }
    taken++;
    const t = get(m.threads, cpu.thread);
    assert(
      id <= online && t.cpu === id && t.state === 'running',
      () => `cpu ${id}: thread ${cpu.thread} ${t.state}`,
    );
  }
  assert(taken === busy, () => `busy ${busy}, should be ${taken}`);
  for (const id of ids(m.runQueues)) {
    const ready = listIds(m.readyList, id);
    const { length } = get(m.runQueues, id);
    assert(ready.length === length, () => `run queue ${id}: ${ready.length} threads, but length ${length}`);
    for (const thread of ready) {
      const t = get(m.threads, thread);
      assert(
        t.state === 'ready' && t.runQueue === id,
        () => `thread ${thread}: in run queue ${id}, ${t.state}`,
      );
    }
    const idle =
      m.config.runQueue === 'global' ? busy < online : find(m.cpus, id)?.thread === NONE && id <= online;
    const mine = m.config.runQueue === 'per-cpu' || id === GLOBAL_QUEUE;
    assert(!(mine && idle && length > 0), () => `run queue ${id}: ${length} ready and an idle CPU`);
  }
}

/** The counter of a pool is the number of threads in a fetch on its source. */
function checkPool(m: Machine, pool: ThreadPoolId): void {
  const p = get(m.pools, pool);
  let inside = 0;
  let live = 0;
  for (const id of ids(m.threads)) {
    const t = get(m.threads, id);
    if (t.source === p.source) inside++;
    if (t.pool === pool && t.state !== 'exited') live++;
  }
  assert(p.counter === inside, () => `pool ${pool}: counter ${p.counter}, inside ${inside}`);
  assert(p.live === live, () => `pool ${pool}: live ${p.live}, should be ${live}`);
}
