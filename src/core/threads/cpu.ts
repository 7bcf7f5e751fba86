/**
 * CPUs and run queues: who gets a CPU, and what it costs (threads/README.md §13).
 *
 * Here threads only move between "ready" and "running", which no group counts as a change. What a thread does when
 * the switch is paid is decided in machine.ts.
 */
import type { CpuId, ThreadId } from '../../protocol/threads.ts';
import { listAppend, listFirst, listPrepend, listRemove } from '../lists.ts';
import { get, NONE, touch } from '../tables.ts';
import { alarmCancel, alarmSet } from './alarms.ts';
import { emitState } from './emit.ts';
import { GLOBAL_QUEUE, type Machine, ONE } from './tables.ts';

/** Puts a thread that has become ready at the tail of a run queue and gives it a CPU if one is idle. */
export function enqueue(m: Machine, thread: ThreadId): void {
  const queue = m.config.runQueue === 'global' ? GLOBAL_QUEUE : chooseQueue(m, thread);
  const row = touch(m.threads, thread);
  row.runQueue = queue;
  row.homeQueue = queue;
  listAppend(m.readyList, queue, thread);
  touch(m.runQueues, queue).length++;
  dispatch(m);
}

/**
 * Per-CPU queues: where it was, for its cache; a newcomer goes where fewest stand. Not to an idle CPU: that is what
 * the periodic rebalancing is for, and the loss that the author of the patch measured (§12 no. 11).
 */
function chooseQueue(m: Machine, thread: ThreadId): number {
  const { online } = get(m.one, ONE);
  const home = get(m.threads, thread).homeQueue;
  if (home !== NONE && home <= online) return home;
  let best = 1;
  for (let queue = 2; queue <= online; queue++) if (load(m, queue) < load(m, best)) best = queue;
  return best;
}

function load(m: Machine, queue: number): number {
  return get(m.runQueues, queue).length + (get(m.cpus, queue).thread === NONE ? 0 : 1);
}

/** Takes a ready thread off its run queue. */
function dequeue(m: Machine, thread: ThreadId): void {
  const queue = get(m.threads, thread).runQueue;
  listRemove(m.readyList, queue, thread);
  touch(m.runQueues, queue).length--;
  touch(m.threads, thread).runQueue = NONE;
}

/** While a CPU is idle and threads are ready, gives each CPU one. Called after everything that adds either. */
export function dispatch(m: Machine): void {
  if (m.config.runQueue === 'per-cpu') {
    dispatchEach(m);
    return;
  }
  for (;;) {
    const { busy, online } = get(m.one, ONE);
    if (busy >= online) return;
    const thread = listFirst(m.readyList, GLOBAL_QUEUE);
    if (thread === NONE) return;
    assign(m, idleCpuFor(m, thread, online), thread);
  }
}

/** The idle CPU that the thread ran on last, else the idle one with the lowest number. */
function idleCpuFor(m: Machine, thread: ThreadId, online: number): CpuId {
  let lowest = NONE;
  for (let id = 1; id <= online; id++) {
    const cpu = get(m.cpus, id);
    if (cpu.thread !== NONE) continue;
    if (cpu.lastThread === thread) return id;
    if (lowest === NONE) lowest = id;
  }
  return lowest;
}

function dispatchEach(m: Machine): void {
  const { online, rebalanceAlarm, now } = get(m.one, ONE);
  let waiting = false;
  for (let id = 1; id <= online; id++) {
    const thread = listFirst(m.readyList, id);
    if (thread === NONE) continue;
    if (get(m.cpus, id).thread === NONE) assign(m, id, thread);
    if (get(m.runQueues, id).length > 0) waiting = true;
  }
  // Armed only while a thread waits: a period that ticks for ever would keep an idle machine from being idle.
  if (waiting && rebalanceAlarm === NONE) {
    touch(m.one, ONE).rebalanceAlarm = alarmSet(m, now + m.config.rebalanceUs, 'queues.rebalance', NONE);
  }
}

/** Evens out per-CPU queues: the tail of the longest goes to the shortest until they differ by one at most. */
export function rebalance(m: Machine): void {
  touch(m.one, ONE).rebalanceAlarm = NONE;
  const { online } = get(m.one, ONE);
  for (;;) {
    let longest = 1;
    let shortest = 1;
    for (let queue = 2; queue <= online; queue++) {
      if (load(m, queue) > load(m, longest)) longest = queue;
      if (load(m, queue) < load(m, shortest)) shortest = queue;
    }
    if (load(m, longest) - load(m, shortest) <= 1) break;
    const thread = get(m.runQueues, longest).last;
    if (thread === NONE) break;
    dequeue(m, thread);
    const row = touch(m.threads, thread);
    row.runQueue = shortest;
    row.homeQueue = shortest;
    listAppend(m.readyList, shortest, thread);
    touch(m.runQueues, shortest).length++;
  }
  dispatch(m);
}

function assign(m: Machine, cpu: CpuId, thread: ThreadId): void {
  dequeue(m, thread);
  const one = touch(m.one, ONE);
  one.busy++;
  const row = touch(m.threads, thread);
  row.cpu = cpu;
  row.state = 'running';
  row.since = one.now;
  const warm = get(m.cpus, cpu).lastThread === thread;
  const paid = warm ? 0 : m.config.switchUs + m.config.rewarmUs;
  if (!warm) {
    const totals = touch(m.totals, ONE);
    totals.dispatches++;
    totals.switchTime += paid;
  }
  const cost = paid + m.config.dispatchDelayUs;
  // Also without cost the thread starts by an alarm: at one instant, what was asked for first happens first.
  const alarm = alarmSet(m, one.now + cost, 'cpu.start', cpu);
  const place = touch(m.cpus, cpu);
  place.thread = thread;
  place.lastThread = thread;
  place.switching = true;
  place.alarm = alarm;
  if (m.port.recording) {
    m.port.emit({ kind: 'cpu.dispatched', cpu, thread, name: row.name, cost, warm });
  }
}

/** Puts a thread on an idle CPU at once and without cost: for states that a scenario starts from. */
export function placeOnCpu(m: Machine, cpu: CpuId, thread: ThreadId): void {
  const row = touch(m.threads, thread);
  row.cpu = cpu;
  row.state = 'running';
  touch(m.one, ONE).busy++;
  const place = touch(m.cpus, cpu);
  place.thread = thread;
  place.lastThread = thread;
  startSlice(m, cpu);
}

/**
 * Gives the thread on `cpu` a fresh slice: latency shared among the runnable threads of a CPU, but not below the
 * minimum.
 */
export function startSlice(m: Machine, cpu: CpuId): void {
  const place = touch(m.cpus, cpu);
  place.switching = false;
  if (m.config.latencyUs === 0) return;
  const { now, runnableAll, online } = get(m.one, ONE);
  const share = Math.max(1, Math.ceil(runnableAll / online));
  place.sliceEnd = now + Math.max(m.config.minSliceUs, Math.floor(m.config.latencyUs / share));
}

/**
 * Books the stretch of work since `segmentStart`. Interrupted work counts as done in whole microseconds, rounded
 * down.
 */
export function settleSegment(m: Machine, thread: ThreadId): void {
  if (get(m.threads, thread).segmentStart < 0) return;
  const row = touch(m.threads, thread);
  const elapsed = get(m.one, ONE).now - row.segmentStart;
  const done = Math.min(row.work, Math.floor((elapsed * 1000) / row.slowdown));
  row.work -= done;
  row.segmentStart = -1;
  const totals = touch(m.totals, ONE);
  totals.usefulTime += done;
  totals.contentionTime += elapsed - done;
}

/** Takes a runnable thread from its CPU or its run queue. Its state is the caller's business; so is `dispatch`. */
export function leaveCpu(m: Machine, thread: ThreadId): void {
  const { cpu, runQueue } = get(m.threads, thread);
  if (cpu === NONE) {
    if (runQueue !== NONE) dequeue(m, thread);
    return;
  }
  settleSegment(m, thread);
  setCpuAlarm(m, cpu, NONE);
  const place = touch(m.cpus, cpu);
  place.thread = NONE;
  place.switching = false;
  place.sliceEnd = -1;
  touch(m.threads, thread).cpu = NONE;
  touch(m.one, ONE).busy--;
}

/** Replaces what will happen to a CPU next. `alarm` may be NONE. */
export function setCpuAlarm(m: Machine, cpu: CpuId, alarm: number): void {
  const old = get(m.cpus, cpu).alarm;
  if (old !== NONE) alarmCancel(m, old);
  touch(m.cpus, cpu).alarm = alarm;
}

/** Threads ready where `cpu` would look for its next one. */
export function readyFor(m: Machine, cpu: CpuId): number {
  return get(m.runQueues, m.config.runQueue === 'global' ? GLOBAL_QUEUE : cpu).length;
}

/** Back to the tail of its queue, still runnable: the slice is over, or the CPU went away. */
export function preempt(m: Machine, thread: ThreadId, cause: 'slice-end' | 'cpu-removed'): void {
  leaveCpu(m, thread);
  touch(m.threads, thread).state = 'ready';
  emitState(m, thread, 'running', 'ready', cause, '');
  touch(m.totals, ONE).involuntary++;
  enqueue(m, thread);
}

/** Moves the ready threads of an unplugged CPU's own queue to the first one, before those that stand there. */
export function evacuateQueue(m: Machine, queue: number): void {
  for (let id = get(m.runQueues, queue).last; id !== NONE; id = get(m.runQueues, queue).last) {
    dequeue(m, id);
    const row = touch(m.threads, id);
    row.runQueue = 1;
    row.homeQueue = 1;
    listPrepend(m.readyList, 1, id);
    touch(m.runQueues, 1).length++;
  }
}
