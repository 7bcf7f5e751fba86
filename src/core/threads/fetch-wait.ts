/** Steps that all fetches share: joining the group, the gate, taking items, going to sleep (threads/README.md §5, §6). */
import type { ThreadId, WaitReason, GroupId } from '../../protocol/threads.ts';
import { get, NONE, touch } from '../tables.ts';
import { alarmSet } from './alarms.ts';
import { adoptThread } from './event-source.ts';
import { joinGroup, leaveGroup } from './group.ts';
import { takeItems } from './items.ts';
import type { FetchResult, TakenItem } from './model.ts';
import { sleepThread } from './run-state.ts';
import { type Machine, machineNow, ONE } from './tables.ts';
import { waiterPush, waiterReturn } from './waiters.ts';

/** The result of a fetch, or null while the caller waits. */
export type FetchStep = FetchResult | null;

/** The caller leaves its old group, which may open a slot there, and joins the group of the source (§5.2). */
export function associateCaller(m: Machine, thread: ThreadId, group: GroupId): void {
  if (group === NONE || get(m.threads, thread).group === group) return;
  leaveGroup(m, thread, 'fetch');
  joinGroup(m, thread, group, 'fetch');
}

/**
 * The gate. It counts the caller, so a thread that returns exactly at the limit is admitted and keeps its CPU. If it required
 * room besides the caller, the thread would sleep, only to be released again for the same item.
 */
export function isOverLimit(m: Machine, group: GroupId): boolean {
  if (group === NONE) return false;
  const { runnable, limit } = get(m.groups, group);
  return runnable > limit;
}

/** Takes the remaining items of a call. Null when nothing is pending, or the call still has fewer than `min`. */
export function collect(m: Machine, thread: ThreadId): FetchStep {
  const { source, held, max, min } = get(m.threads, thread);
  const taken = get(m.sources, source).pending === 0 ? [] : takeItems(m, source, max - held.length);
  const all = held.length === 0 ? taken : [...held, ...taken];
  if (all.length >= min) return { ok: all };
  if (taken.length > 0) touch(m.threads, thread).held = all;
  return null;
}

/** Returns the items of a call that stops waiting: the items that it holds, and pending items up to its maximum. */
export function takeAll(m: Machine, thread: ThreadId): readonly TakenItem[] {
  const { source, held, max } = get(m.threads, thread);
  return [...held, ...takeItems(m, source, max - held.length)];
}

/** Puts the caller to sleep on top of the stack (§5.7). */
export function sleepOnTop(m: Machine, thread: ThreadId, reason: 'event' | 'gate'): null {
  waiterPush(m, thread, reason);
  fallAsleep(m, thread, reason, false);
  return null;
}

/** Puts a woken thread back to sleep at its old place in the stack (§6). `spurious`: it found nothing to take. */
export function sleepInPlace(m: Machine, thread: ThreadId, spurious: boolean): null {
  if (spurious) touch(m.totals, ONE).spurious++;
  waiterReturn(m, thread);
  fallAsleep(m, thread, get(m.threads, thread).reason, true);
  return null;
}

/**
 * The source was bound after this thread had been woken and before it ran, so the fetch neither held nor counted it.
 * The thread found nothing and sleeps again; now it is adopted like the other sleeping threads (§9).
 */
export function sleepAndBeAdopted(m: Machine, thread: ThreadId): null {
  sleepInPlace(m, thread, true);
  const row = touch(m.threads, thread);
  row.outsider = false;
  adoptThread(m, thread, get(m.sources, row.source).group);
  return null;
}

/** Puts a thread in a wait list to sleep. The deadline is absolute, so its alarm is set only once. */
export function fallAsleep(m: Machine, thread: ThreadId, reason: WaitReason, again: boolean): void {
  const { deadline, deadlineAlarm } = get(m.threads, thread);
  if (deadline >= 0 && deadlineAlarm === NONE) {
    const alarm = alarmSet(m, Math.max(deadline, machineNow(m)), 'thread.deadline', thread);
    touch(m.threads, thread).deadlineAlarm = alarm;
  }
  emitWait(m, thread, reason, again);
  sleepThread(m, thread, 'blocked-in-fetch', WAIT_CAUSES[reason], '');
}

const WAIT_CAUSES = {
  none: 'wait-event',
  event: 'wait-event',
  gate: 'wait-gate',
  'exit-gate': 'wait-exit-gate',
} as const;

function emitWait(m: Machine, thread: ThreadId, reason: WaitReason, again: boolean): void {
  if (!m.port.recording) return;
  const { name, transport, source } = get(m.threads, thread);
  const { pending, group } = get(m.sources, source);
  const { runnable, limit } = group === NONE ? { runnable: 0, limit: 0 } : get(m.groups, group);
  m.port.emit({
    kind: 'fetch.waited',
    transport,
    thread,
    name,
    source,
    reason,
    again,
    pending,
    runnable,
    limit,
  });
}
