/** Threads outside fetches: creation, waits, signals, stop, exit, exec (threads/README.md §10). */
import type { Micros } from '../../protocol/units.ts';
import type { PoolId } from '../../protocol/ids.ts';
import type { ThreadId, ThreadPoolId } from '../../protocol/threads.ts';
import { listRemove } from '../lists.ts';
import { get, ids, insert, NONE, touch } from '../tables.ts';
import { alarmCancel, alarmSet } from './alarms.ts';
import { countRunnable } from './count.ts';
import { enqueue } from './cpu.ts';
import { emitState } from './emit.ts';
import { clearCall } from './fetch.ts';
import { leaveGroup } from './group.ts';
import type { NextAct, Program, ThreadRecord } from './model.ts';
import { isRunnable, readyThread, sleepThread } from './run-state.ts';
import { type Machine, machineNow, ONE } from './tables.ts';
import { release, NO_OPENING, wakeOnReturn } from './wake.ts';
import { waiterRemove } from './waiters.ts';

export interface ThreadSettings {
  readonly name: string;
  readonly program: Program;
  /** What the thread does first; default `compute`. `fetch`: it begins with a fetch on the source of its pool. */
  readonly next?: NextAct;
  readonly pool?: ThreadPoolId;
  readonly process?: number;
  /** The host's reference, such as the number of an agent. */
  readonly owner?: number;
  readonly transport?: PoolId;
}

/**
 * Creates a thread, ready and in no group, even if its creator is in one (§10). It is counted from its first fetch or
 * `associate` on.
 */
export function createThread(m: Machine, settings: ThreadSettings): ThreadId {
  const thread = insertThread(m, settings, 'created');
  countRunnable(m, thread, 1);
  enqueue(m, thread);
  return thread;
}

/** Adds only the record of a thread, `ready` but in no queue, for the initial state of a scenario. */
export function insertThread(m: Machine, settings: ThreadSettings, cause: 'setup' | 'created'): ThreadId {
  const thread = insert(m.threads, freshThread(settings, machineNow(m)));
  const pool = settings.pool ?? NONE;
  if (pool !== NONE) touch(m.pools, pool).live++;
  if (m.port.recording) {
    const transport = settings.transport ?? NONE;
    m.port.emit({ kind: 'thread.created', transport, thread, name: settings.name, cause });
  }
  return thread;
}

function freshThread(settings: ThreadSettings, since: Micros): ThreadRecord {
  return {
    name: settings.name,
    owner: settings.owner ?? NONE,
    transport: settings.transport ?? NONE,
    program: settings.program,
    process: settings.process ?? NONE,
    pool: settings.pool ?? NONE,
    state: 'ready',
    since,
    group: NONE,
    charged: false,
    cpu: NONE,
    runQueue: NONE,
    homeQueue: NONE,
    runPrev: NONE,
    runNext: NONE,
    next: settings.next ?? 'compute',
    source: NONE,
    max: 0,
    min: 0,
    timeout: -1,
    deadline: -1,
    deadlineAlarm: NONE,
    masked: false,
    reason: 'none',
    woken: false,
    timedOut: false,
    interrupted: false,
    outsider: false,
    stamp: 0,
    waitPrev: NONE,
    waitNext: NONE,
    held: [],
    result: null,
    phases: [],
    phase: 0,
    work: 0,
    segmentStart: -1,
    slowdown: 1000,
    blockAlarm: NONE,
    waitsFor: '',
    stillBlocked: false,
    awaiting: 'none',
    awaitPrev: NONE,
    awaitNext: NONE,
  };
}

/**
 * A runnable thread begins a wait that no group controls: futex, connect, read, a page fault with I/O. `duration` in µs; null
 * = until `unblockThread`.
 */
export function blockThread(
  m: Machine,
  thread: ThreadId,
  why: string,
  duration: Micros | null,
  cause: 'block' | 'page-fault',
): void {
  touch(m.threads, thread).waitsFor = why;
  sleepThread(m, thread, 'blocked-in-handler', cause, why);
  if (duration === null) return;
  const alarm = alarmSet(m, machineNow(m) + duration, 'thread.unblock', thread);
  touch(m.threads, thread).blockAlarm = alarm;
}

/**
 * Ends a wait: the thread is runnable immediately, even above the limit; a stopped thread stays stopped. Does nothing
 * if the thread is not in such a wait, because a reply may come after its timeout.
 */
export function unblockThread(m: Machine, thread: ThreadId, cause: 'unblock' | 'fault-done'): void {
  const row = touch(m.threads, thread);
  const { blockAlarm, waitsFor } = row;
  if (row.state !== 'blocked-in-handler' && !row.stillBlocked) return;
  row.blockAlarm = NONE;
  row.waitsFor = '';
  if (blockAlarm !== NONE) alarmCancel(m, blockAlarm);
  if (row.state === 'stopped') row.stillBlocked = false;
  else readyThread(m, thread, cause, waitsFor);
}

/**
 * Signals a thread. Only an unmasked signal to a thread in a fetch has an effect: the call ends, even above the limit. A real
 * signal goes to the process; here it names the thread.
 */
export function signalThread(m: Machine, thread: ThreadId, masked: boolean): void {
  const { source, masked: maskedByCall, state, woken } = get(m.threads, thread);
  if (masked || maskedByCall || source === NONE || state === 'stopped') return;
  touch(m.threads, thread).interrupted = true;
  if (state === 'blocked-in-fetch' && !woken) release(m, thread, 'signal', NO_OPENING);
}

/**
 * Sends SIGSTOP or SIGTSTP to one thread, for teaching; the real signal stops the whole process. A thread in a fetch
 * leaves the stack or the gate, and its call returns EINTR after SIGCONT. If it had been woken but had not returned
 * yet, another waiter is woken instead.
 */
export function stopThread(m: Machine, thread: ThreadId): void {
  const { state, source } = get(m.threads, thread);
  if (state === 'stopped' || state === 'exited') return;
  if (source !== NONE) withdrawFetch(m, thread);
  if (isRunnable(m, thread)) {
    sleepThread(m, thread, 'stopped', 'stop', '');
    if (source !== NONE) wakeOnReturn(m, source, 'pass-on', thread);
    return;
  }
  const row = touch(m.threads, thread);
  row.stillBlocked = state === 'blocked-in-handler';
  row.state = 'stopped';
  emitState(m, thread, state, 'stopped', 'stop', '');
}

/** Removes a thread from its wait. Its call returns later, through `leave`. */
function withdrawFetch(m: Machine, thread: ThreadId): void {
  leaveWaitList(m, thread);
  const row = touch(m.threads, thread);
  const alarm = row.deadlineAlarm;
  row.reason = 'none';
  row.woken = false;
  row.deadline = -1;
  row.deadlineAlarm = NONE;
  row.next = 'leave';
  if (alarm !== NONE) alarmCancel(m, alarm);
}

function leaveWaitList(m: Machine, thread: ThreadId): void {
  const { state, source, reason } = get(m.threads, thread);
  if (state !== 'blocked-in-fetch') return;
  if (reason === 'exit-gate') listRemove(m.exitGate, source, thread);
  else waiterRemove(m, thread);
}

/** SIGCONT: the thread is runnable again, even above the limit, or back in the wait in which it was stopped. */
export function continueThread(m: Machine, thread: ThreadId): void {
  const row = touch(m.threads, thread);
  if (row.state !== 'stopped') return;
  if (row.stillBlocked) {
    row.stillBlocked = false;
    row.state = 'blocked-in-handler';
    emitState(m, thread, 'stopped', 'blocked-in-handler', 'continue', row.waitsFor);
    return;
  }
  readyThread(m, thread, 'continue', '');
}

/** Ends a thread. It leaves its group last; only then may a slot open (§10). */
export function exitThread(m: Machine, thread: ThreadId): void {
  const { state, source, blockAlarm, awaiting, pool } = get(m.threads, thread);
  if (state === 'exited') return;
  if (source !== NONE) leaveWaitList(m, thread);
  if (awaiting !== 'none') listRemove(m.awaitList, ONE, thread);
  if (blockAlarm !== NONE) alarmCancel(m, blockAlarm);
  const row = touch(m.threads, thread);
  row.awaiting = 'none';
  row.blockAlarm = NONE;
  if (isRunnable(m, thread)) {
    sleepThread(m, thread, 'exited', 'exit', '');
  } else {
    row.state = 'exited';
    emitState(m, thread, state, 'exited', 'exit', '');
  }
  if (source !== NONE) endInsideFetch(m, thread);
  if (pool !== NONE) touch(m.pools, pool).live--;
  leaveGroup(m, thread, 'exit');
}

/** A thread ended inside a fetch: corrects the pool's counter and passes on an unused wake-up. */
function endInsideFetch(m: Machine, thread: ThreadId): void {
  const { source, woken } = get(m.threads, thread);
  const { pool } = get(m.sources, source);
  clearCall(m, thread);
  if (pool !== NONE) touch(m.pools, pool).counter--;
  if (woken) wakeOnReturn(m, source, 'pass-on', thread);
}

/** exec: ends the other threads of the process; the caller keeps its group. calls.ts closes the descriptors. */
export function endSiblings(m: Machine, thread: ThreadId): void {
  const { process } = get(m.threads, thread);
  for (const other of ids(m.threads)) {
    const row = get(m.threads, other);
    if (other !== thread && row.process === process && row.state !== 'exited') exitThread(m, other);
  }
}
