/**
 * The machine's clock: each step executes one alarm, in a total order. Also what a thread does when it gets a CPU.
 *
 * A host merges `machineNextDue` with its own clock and calls `machineStep` when the machine is next. After each step and each
 * call it answers the waiting workers (`host.ts`) before anything else happens.
 */
import type { Micros } from '../../protocol/units.ts';
import type { CpuId, ThreadId } from '../../protocol/threads.ts';
import { get, NONE, touch } from '../tables.ts';
import { alarmCancel, alarmFirst, alarmSet } from './alarms.ts';
import { settleTotals } from './count.ts';
import { dispatch, evacuateQueue, preempt, rebalance, startSlice } from './cpu.ts';
import { leaveFetch, recheckFetch } from './fetch.ts';
import type { AlarmKind } from './model.ts';
import { endPhase, endSlice, runPhases } from './phases.ts';
import { fetchItems, returnFromFetch } from './returns.ts';
import { addCpu, type Machine, ONE } from './tables.ts';
import { unblockThread } from './thread.ts';
import { NO_OPENING, release } from './wake.ts';

/** The next alarm: its instant (µs), and its rank within that instant (`ALARM_ORDER`, 0 when unranked). */
export interface MachineDue {
  readonly at: Micros;
  readonly order: number;
}

/**
 * The alarm that a step executed. The host acts on `host` alarms; `id` is the value that it gave to `machineSchedule`.
 */
export interface MachineStepped {
  readonly at: Micros;
  readonly kind: AlarmKind;
  readonly id: number;
}

/** Returns the next alarm, or null when nothing more happens without a command. */
export function machineNextDue(m: Machine): MachineDue | null {
  const alarm = alarmFirst(m);
  if (alarm === NONE) return null;
  const { due, order } = get(m.alarms, alarm);
  return { at: due, order };
}

/** Executes the next alarm and advances to its instant; null when there is none. */
export function machineStep(m: Machine): MachineStepped | null {
  const alarm = alarmFirst(m);
  if (alarm === NONE) return null;
  const { due: at, kind, id } = get(m.alarms, alarm);
  alarmCancel(m, alarm);
  touch(m.one, ONE).now = at;
  fire(m, kind, id);
  return { at, kind, id };
}

/** Advances to `at` (µs) without executing anything. Throws when an alarm is due earlier, as it would fire late. */
export function machineAdvance(m: Machine, at: Micros): void {
  const one = touch(m.one, ONE);
  const due = machineNextDue(m);
  if (at < one.now || (due !== null && due.at < at)) {
    throw new Error(`machine at ${one.now}, next alarm ${due?.at ?? 'none'}: cannot advance to ${at}`);
  }
  one.now = at;
}

/** Executes everything due up to and including `at`, and advances there. For hosts without workers. */
export function machineRunUntil(m: Machine, at: Micros): void {
  for (let due = machineNextDue(m); due !== null && due.at <= at; due = machineNextDue(m)) machineStep(m);
  machineAdvance(m, at);
}

/** Sets a `host` alarm at `at` (µs). Returns its id, for `alarmCancel`. */
export function machineSchedule(m: Machine, at: Micros, id: number): number {
  return alarmSet(m, at, 'host', id);
}

function fire(m: Machine, kind: AlarmKind, id: number): void {
  switch (kind) {
    case 'cpu.start':
    case 'cpu.phase':
    case 'cpu.slice':
      touch(m.cpus, id).alarm = NONE;
      if (kind === 'cpu.start') startThread(m, id);
      else if (kind === 'cpu.phase') endPhase(m, id);
      else endSlice(m, id);
      return;
    case 'thread.deadline':
      expireFetch(m, id);
      return;
    case 'thread.unblock':
      touch(m.threads, id).blockAlarm = NONE;
      unblockThread(m, id, 'unblock');
      return;
    case 'queues.rebalance':
      rebalance(m);
      return;
    case 'host':
      return;
    default:
      kind satisfies never;
  }
}

/** The CPU has paid for the switch: its thread gets a slice and begins. */
function startThread(m: Machine, cpu: CpuId): void {
  startSlice(m, cpu);
  const { thread } = get(m.cpus, cpu);
  const { next, pool } = get(m.threads, thread);
  switch (next) {
    case 'compute':
      runPhases(m, thread);
      return;
    case 'fetch':
      fetchItems(m, thread, {
        source: get(m.pools, pool).source,
        max: 1,
        min: 1,
        timeout: -1,
        masked: false,
      });
      return;
    case 'recheck': {
      const result = recheckFetch(m, thread);
      if (result !== null) returnFromFetch(m, thread, result);
      return;
    }
    case 'leave':
      returnFromFetch(m, thread, leaveFetch(m, thread));
      return;
    default:
      next satisfies never;
  }
}

/** A fetch timed out: its thread is released even above the limit, with the pending items, if any (§10). */
function expireFetch(m: Machine, thread: ThreadId): void {
  const row = touch(m.threads, thread);
  row.deadlineAlarm = NONE;
  row.timedOut = true;
  if (row.state === 'blocked-in-fetch' && !row.woken) release(m, thread, 'timeout', NO_OPENING);
}

/**
 * Plugs or unplugs CPUs; `online` is at least 1. Threads on an unplugged CPU go to the tail of a run queue. Group limits do
 * not change: a limit of 0 meant the number of CPUs at the time of the call (§7).
 */
export function setOnlineCpus(m: Machine, online: number): void {
  const one = touch(m.one, ONE);
  settleTotals(touch(m.totals, ONE), one.runnable, one.online, one.now);
  const before = one.online;
  one.online = online;
  while (m.cpus.length - 1 < online) addCpu(m);
  for (let cpu = online + 1; cpu <= before; cpu++) {
    const { thread } = get(m.cpus, cpu);
    if (thread !== NONE) preempt(m, thread, 'cpu-removed');
    if (m.config.runQueue === 'per-cpu') evacuateQueue(m, cpu);
  }
  dispatch(m);
}
