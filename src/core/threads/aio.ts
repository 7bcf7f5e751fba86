/**
 * io_getevents as the patch has it (threads/README.md §8, `today`): a completion wakes all, events are taken
 * first, and the limit acts on the way out, in a FIFO. "Pending" is then 0 while sleeping threads hold events.
 */
import type { ThreadId } from '../../protocol/threads.ts';
import { listAppend } from '../lists.ts';
import { get, touch } from '../tables.ts';
import {
  associateCaller,
  type FetchStep,
  fallAsleep,
  isOverLimit,
  sleepAndBeAdopted,
  sleepInPlace,
  sleepOnTop,
} from './fetch-wait.ts';
import { takeItems } from './items.ts';
import type { Machine } from './tables.ts';

/** The call begins: no gate, and no association before it leaves. */
export function aioEnter(m: Machine, thread: ThreadId): FetchStep {
  gather(m, thread);
  const { held, min, timeout } = get(m.threads, thread);
  if (held.length >= min || timeout === 0) return aioLeave(m, thread);
  return sleepOnTop(m, thread, 'event');
}

/** A woken thread takes what is there, newest thread first; with fewer than `min` it keeps them and sleeps again. */
export function aioRecheck(m: Machine, thread: ThreadId): FetchStep {
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
