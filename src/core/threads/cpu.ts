/**
 * CPUs and run queues: which thread gets a CPU, and what that costs (threads/README.md §13).
 *
 * Threads only move between "ready" and "running" here, which changes no group's count. machine.ts decides what a thread does
 * once the switch is paid.
 */
import type { CpuId, ThreadId } from '../../protocol/threads.ts';
import { listAppend, listFirst, listPrepend, listRemove } from '../lists.ts';
import { get, NONE, touch } from '../tables.ts';
import { alarmCancel, alarmSet } from './alarms.ts';
import { emitState } from './emit.ts';
import { GLOBAL_QUEUE, type Machine, ONE } from './tables.ts';

/** Appends a ready thread to a run queue, and dispatches it if a CPU is idle. */
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
 * With per-CPU queues a thread returns to its last queue, for its cache; a new thread joins the shortest queue. Neither looks
 * for an idle CPU: only the periodic rebalancing does, as in the kernel. The author of the patch measured the resulting loss
 * (§12 no. 11).
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

function dequeue(m: Machine, thread: ThreadId): void {
  const queue = get(m.threads, thread).runQueue;
  listRemove(m.readyList, queue, thread);
  touch(m.runQueues, queue).length--;
  touch(m.threads, thread).runQueue = NONE;
}

/** Gives idle CPUs to ready threads. Call it after adding either. */
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

/** Returns the idle CPU on which the thread ran last, else the idle CPU with the lowest number. */
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
  // The alarm is armed only while a thread waits; a permanent period would keep an idle machine busy.
  if (waiting && rebalanceAlarm === NONE) {
    touch(m.one, ONE).rebalanceAlarm = alarmSet(m, now + m.config.rebalanceUs, 'queues.rebalance', NONE);
  }
}

/**
 * Rebalances per-CPU queues: moves threads from the tail of the longest queue to the shortest until they differ by at most
 * one.
 */
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
  // Even without cost an alarm starts the thread, so that requests of one instant are served in order.
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

/** Puts a thread on an idle CPU immediately and without cost, for the initial state of a scenario. */
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

/** Starts a slice for the thread on `cpu`: the latency divided by the runnable threads per CPU, at least the minimum. */
export function startSlice(m: Machine, cpu: CpuId): void {
  const place = touch(m.cpus, cpu);
  place.switching = false;
  if (m.config.latencyUs === 0) return;
  const { now, runnableAll, online } = get(m.one, ONE);
  const share = Math.max(1, Math.ceil(runnableAll / online));
  place.sliceEnd = now + Math.max(m.config.minSliceUs, Math.floor(m.config.latencyUs / share));
}

/** Books the work done since `segmentStart`. Interrupted work is rounded down to whole microseconds. */
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

/** Removes a runnable thread from its CPU or run queue. The caller sets its new state and calls `dispatch`. */
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

/** Replaces the pending alarm of a CPU. `alarm` may be NONE. */
export function setCpuAlarm(m: Machine, cpu: CpuId, alarm: number): void {
  const old = get(m.cpus, cpu).alarm;
  if (old !== NONE) alarmCancel(m, old);
  touch(m.cpus, cpu).alarm = alarm;
}

/** Returns the number of threads in the queue that `cpu` takes its next thread from. */
export function readyFor(m: Machine, cpu: CpuId): number {
  return get(m.runQueues, m.config.runQueue === 'global' ? GLOBAL_QUEUE : cpu).length;
}

/** Moves a running thread to the tail of its queue: its slice ended, or its CPU was unplugged. */
export function preempt(m: Machine, thread: ThreadId, cause: 'slice-end' | 'cpu-removed'): void {
  leaveCpu(m, thread);
  touch(m.threads, thread).state = 'ready';
  emitState(m, thread, 'running', 'ready', cause, '');
  touch(m.totals, ONE).involuntary++;
  enqueue(m, thread);
}

/** Moves the ready threads of an unplugged CPU to the head of the first queue. */
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
