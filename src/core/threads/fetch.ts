/**
 * Fetching: admission, waiting, and what a woken thread does (threads/README.md §5, §6). The end of the file has AIO as in the
 * present kernel.
 *
 * The caller examines the ready list itself. It is therefore served before all waiters, even before a thread that was woken
 * for the same item and has no CPU yet. This keeps a busy thread on its CPU without a switch.
 */
import type { Micros } from '../../protocol/units.ts';
import type { SourceId, ThreadId } from '../../protocol/threads.ts';
import { get, NONE, touch } from '../tables.ts';
import { alarmCancel } from './alarms.ts';
import {
  associateCaller,
  collect,
  type FetchStep,
  isOverLimit,
  sleepAndBeAdopted,
  sleepInPlace,
  sleepOnTop,
  takeAll,
  fallAsleep,
} from './fetch-wait.ts';
import type { Errno, FetchResult } from './model.ts';
import { type Machine, machineNow } from './tables.ts';
import { wakeOnReturn } from './wake.ts';
import { listAppend } from '../lists.ts';
import { takeItems } from './items.ts';

export interface FetchArguments {
  readonly source: SourceId;
  /** Largest number of items returned (`max`, `nr`). */
  readonly max: number;
  /** Smallest number of items that an AIO call returns; 1 for epoll. */
  readonly min: number;
  /** Longest wait in µs; −1 = no timeout, 0 = do not wait. */
  readonly timeout: Micros;
  /** True if signals are masked during the call (epoll_pwait). */
  readonly masked: boolean;
}

/** A runnable thread begins a fetch on a live source. Arguments have been checked. Returns null when the thread waits. */
export function enterFetch(m: Machine, thread: ThreadId, args: FetchArguments): FetchStep {
  const row = touch(m.threads, thread);
  row.source = args.source;
  row.max = args.max;
  row.min = args.min;
  row.timeout = args.timeout;
  row.masked = args.masked;
  row.deadline = args.timeout > 0 ? machineNow(m) + args.timeout : -1;
  row.reason = 'none';
  row.woken = false;
  row.timedOut = false;
  row.interrupted = false;
  row.outsider = false;
  row.held = [];
  row.result = null;
  const { eager, group } = get(m.sources, args.source);
  if (!eager) return aioEnter(m, thread);
  associateCaller(m, thread, group);
  if (args.timeout === 0) return { ok: takeAll(m, thread) };
  return admit(m, thread);
}

/** Passes the gate and takes items, or goes to sleep: steps 5.4 to 5.6 of §5. */
function admit(m: Machine, thread: ThreadId): FetchStep {
  const { source } = get(m.threads, thread);
  if (isOverLimit(m, get(m.sources, source).group)) return sleepOnTop(m, thread, 'gate');
  return collect(m, thread) ?? sleepOnTop(m, thread, 'event');
}

/**
 * A woken thread has a CPU and checks again (§6). Returns null when it goes back to sleep. The specification gives the order
 * of the tests: an expired deadline and a signal bypass the gate.
 */
export function recheckFetch(m: Machine, thread: ThreadId): FetchStep {
  const { source, outsider, reason, timedOut, interrupted } = get(m.threads, thread);
  const at = get(m.sources, source);
  if (at.destroyed) return destroyedResult(m, thread);
  if (!at.eager) return aioRecheck(m, thread);
  if (timedOut) return { ok: takeAll(m, thread) };
  if (interrupted) {
    const ok = takeAll(m, thread);
    return ok.length > 0 ? { ok } : { err: 'EINTR' };
  }
  if (outsider) return collect(m, thread) ?? sleepAndBeAdopted(m, thread);
  const closed = isOverLimit(m, at.group);
  if (reason === 'gate') {
    if (closed) return sleepInPlace(m, thread, true);
    return collect(m, thread) ?? sleepOnTop(m, thread, 'event');
  }
  if (at.pending === 0) return sleepInPlace(m, thread, true);
  if (closed) return sleepOnTop(m, thread, 'gate');
  // If only read level-triggered descriptors were listed, the thread waits for another event.
  return collect(m, thread) ?? sleepOnTop(m, thread, 'event');
}

/**
 * The result when the source is gone: the items that the call holds, else EINVAL (AIO) or EBADF (epoll; a modelling
 * choice, §12 no. 8).
 */
function destroyedResult(m: Machine, thread: ThreadId): FetchResult {
  const { held, source } = get(m.threads, thread);
  if (held.length > 0) return { ok: held };
  return { err: goneErrno(m, source) };
}

export function goneErrno(m: Machine, source: SourceId): Errno {
  return get(m.sources, source).kind === 'aio' ? 'EINVAL' : 'EBADF';
}

/** Ends a call without checking again: after the exit gate, or after stop and continue (EINTR, §10). */
export function leaveFetch(m: Machine, thread: ThreadId): FetchResult {
  const { held } = get(m.threads, thread);
  return held.length > 0 ? { ok: held } : { err: 'EINTR' };
}

/** Ends the call in progress: stores the result, cancels the timer and applies wake rule W3 (wake.ts). */
export function endFetch(m: Machine, thread: ThreadId, result: FetchResult): void {
  const { source } = get(m.threads, thread);
  clearCall(m, thread);
  touch(m.threads, thread).result = result;
  if (m.port.recording) {
    const { name, transport } = get(m.threads, thread);
    const items = 'ok' in result ? result.ok.map((item) => item.name) : [];
    const error = 'ok' in result ? '' : result.err;
    const { pending } = get(m.sources, source);
    m.port.emit({ kind: 'fetch.returned', transport, thread, name, source, items, error, pending });
  }
  wakeOnReturn(m, source, 'W3', thread);
}

/** Clears the call in progress. The thread must have left the stack and the gate. */
export function clearCall(m: Machine, thread: ThreadId): void {
  const row = touch(m.threads, thread);
  const alarm = row.deadlineAlarm;
  row.source = NONE;
  row.reason = 'none';
  row.woken = false;
  row.timedOut = false;
  row.interrupted = false;
  row.outsider = false;
  row.deadline = -1;
  row.deadlineAlarm = NONE;
  row.held = [];
  row.next = 'compute';
  if (alarm !== NONE) alarmCancel(m, alarm);
}

/**
 * io_getevents as in the patch (threads/README.md §8, `today`): a completion wakes all waiting threads, events are taken
 * first, and the limit applies on return, at a FIFO exit gate. "Pending" is then 0 although sleeping threads hold events.
 */

/** Begins an io_getevents call. The calling thread meets the gate and joins the group only when the call returns. */
function aioEnter(m: Machine, thread: ThreadId): FetchStep {
  gather(m, thread);
  const { held, min, timeout } = get(m.threads, thread);
  if (held.length >= min || timeout === 0) return aioLeave(m, thread);
  return sleepOnTop(m, thread, 'event');
}

/** Woken threads take items, newest thread first. A thread with fewer than `min` items keeps them and sleeps again. */
function aioRecheck(m: Machine, thread: ThreadId): FetchStep {
  const before = get(m.threads, thread).held.length;
  gather(m, thread);
  const { held, min, timedOut, interrupted, outsider } = get(m.threads, thread);
  if (held.length >= min || timedOut || interrupted) return aioLeave(m, thread);
  if (outsider) return sleepAndBeAdopted(m, thread);
  return sleepInPlace(m, thread, held.length === before);
}

function gather(m: Machine, thread: ThreadId): void {
  const { source, held, max } = get(m.threads, thread);
  if (get(m.sources, source).pending === 0) return;
  const taken = takeItems(m, source, max - held.length);
  if (taken.length > 0) touch(m.threads, thread).held = [...held, ...taken];
}

/**
 * On return the thread joins the group. If the count then exceeds the limit, the thread waits in the exit gate, unless it
 * holds nothing, must not wait, or was interrupted.
 */
function aioLeave(m: Machine, thread: ThreadId): FetchStep {
  const { source } = get(m.threads, thread);
  const { group } = get(m.sources, source);
  const { outsider } = get(m.threads, thread);
  if (!outsider) associateCaller(m, thread, group);
  const { held, timeout, timedOut, interrupted } = get(m.threads, thread);
  if (interrupted && held.length === 0) return { err: 'EINTR' };
  if (outsider || held.length === 0 || timeout === 0 || timedOut || interrupted || !isOverLimit(m, group)) {
    return { ok: held };
  }
  const row = touch(m.threads, thread);
  row.reason = 'exit-gate';
  row.woken = false;
  listAppend(m.exitGate, source, thread);
  fallAsleep(m, thread, 'exit-gate', false);
  return null;
}
