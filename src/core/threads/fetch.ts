/**
 * Fetching: admission, waiting, and what a woken thread does (threads/README.md §5, §6). AIO of today is at the end.
 *
 * The caller looks at the ready list itself, so it is served before all that wait, even before one that was
 * woken for that very item and has no CPU yet: that is what keeps a busy thread on its CPU without a switch.
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

/** Arguments of a fetch: epoll_wait, epoll_pwait, io_getevents. */
export interface FetchArguments {
  readonly source: SourceId;
  /** Most items to hand over (`max`, `nr`). */
  readonly max: number;
  /** AIO: fewest items to return with. 1 for epoll. */
  readonly min: number;
  /** µs; −1 = never, 0 = do not wait. */
  readonly timeout: Micros;
  /** Signals are masked during the call (epoll_pwait). */
  readonly masked: boolean;
}

/**
 * A runnable thread without a call in progress begins a fetch on a live source; arguments have been checked.
 * Returns the result, or null when the thread waits now.
 */
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

/** Steps 4 to 6 of §5. */
function admit(m: Machine, thread: ThreadId): FetchStep {
  const { source } = get(m.threads, thread);
  if (isOverLimit(m, get(m.sources, source).group)) return sleepOnTop(m, thread, 'gate');
  return collect(m, thread) ?? sleepOnTop(m, thread, 'event');
}

/**
 * A woken thread has a CPU and looks again (§6). Null: back to sleep. The order of the tests is the
 * specification's: an expired deadline and a signal bypass the gate.
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
  // Something was listed, but perhaps only level descriptors that have been read meanwhile: then once more round.
  return collect(m, thread) ?? sleepOnTop(m, thread, 'event');
}

/** The source is gone: EBADF for epoll (a modelling choice, §12 no. 8), for AIO EINVAL or what it has collected. */
function destroyedResult(m: Machine, thread: ThreadId): FetchResult {
  const { held, source } = get(m.threads, thread);
  if (held.length > 0) return { ok: held };
  return { err: goneErrno(m, source) };
}

/** What a call on a destroyed source returns. */
export function goneErrno(m: Machine, source: SourceId): Errno {
  return get(m.sources, source).kind === 'aio' ? 'EINVAL' : 'EBADF';
}

/** The call ends without another look: it comes from the exit gate, or was stopped and continued (EINTR, §10). */
export function leaveFetch(m: Machine, thread: ThreadId): FetchResult {
  const { held } = get(m.threads, thread);
  return held.length > 0 ? { ok: held } : { err: 'EINTR' };
}

/** Ends the call in progress: the result is stored, the timer cancelled, and W3 acts. */
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

/** Forgets the call in progress. The thread must not be on the stack or in the gate any more. */
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
 * io_getevents as the patch has it (threads/README.md §8, `today`): a completion wakes all, events are taken
 * first, and the limit acts on the way out, in a FIFO. "Pending" is then 0 while sleeping threads hold events.
 */

/** The call begins: no gate, and no association before it leaves. */
function aioEnter(m: Machine, thread: ThreadId): FetchStep {
  gather(m, thread);
  const { held, min, timeout } = get(m.threads, thread);
  if (held.length >= min || timeout === 0) return aioLeave(m, thread);
  return sleepOnTop(m, thread, 'event');
}

/** A woken thread takes what is there, newest thread first; with fewer than `min` it keeps them and sleeps again. */
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
 * On the way out the thread joins the group, and waits in the exit gate if that makes the count exceed the limit. Not
 * when it holds nothing, must not wait, or was interrupted.
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
