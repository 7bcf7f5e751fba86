/**
 * The wake rules (threads/README.md §6): which thread is released from a wait, when, and by which rule.
 *
 * A woken thread is charged immediately, although it has no CPU yet and has taken nothing. Otherwise every item posted before
 * it runs would release one more thread. The patch does the same. Each of the three triggers releases at most one thread;
 * chains of W3 produce the document's "one or more".
 */
import type { GroupId, ReleaseRule, SourceId, ThreadId } from '../../protocol/threads.ts';
import { listRemove } from '../lists.ts';
import { get, NONE, touch } from '../tables.ts';
import { charge, countRunnable } from './count.ts';
import { enqueue } from './cpu.ts';
import { emitState } from './emit.ts';
import type { Opening } from './model.ts';
import type { Machine } from './tables.ts';
import { waiterNext, waiterRemove } from './waiters.ts';

/** The opening that is reported for releases without an opened slot. */
export const NO_OPENING: Opening = { thread: NONE, cause: 'setup', detail: '' };

/** True if the group is NONE or has a free slot. */
export function hasRoom(m: Machine, group: GroupId): boolean {
  if (group === NONE) return true;
  const { limit, runnable } = get(m.groups, group);
  return runnable < limit;
}

/** W1: an item was listed. In a herd all threads are woken, regardless of the limit (§8, §14). */
export function wakeOnPost(m: Machine, source: SourceId): void {
  const row = get(m.sources, source);
  if (wakesAll(m, source)) {
    releaseAll(m, source, 'herd');
    return;
  }
  if (!hasRoom(m, row.group)) return;
  const thread = waiterNext(m, source);
  if (thread !== NONE) release(m, thread, 'W1', NO_OPENING);
}

/**
 * W2: a slot opened. The caller has checked that the number of free slots rose from 0 or less to 1 or more: from −3
 * to −1 or from 1 to 2 releases no thread. With AIO of the present kernel the exit gate releases as many threads as
 * there is room for, oldest first.
 */
export function wakeOnOpening(m: Machine, group: GroupId, opening: Opening): void {
  const { source } = get(m.groups, group);
  if (source === NONE) return;
  if (!get(m.sources, source).eager) {
    for (let held = get(m.sources, source).gateFirst; held !== NONE && hasRoom(m, group); ) {
      release(m, held, 'exit-gate', opening);
      held = get(m.sources, source).gateFirst;
    }
    return;
  }
  if (get(m.sources, source).pending === 0) return;
  const thread = waiterNext(m, source);
  if (thread !== NONE) release(m, thread, 'W2', opening);
}

/**
 * W3: a fetch ended and items are pending. Also applied when a woken thread stops or exits without taking its item
 * (`pass-on`), so that its wake-up is not lost.
 */
export function wakeOnReturn(m: Machine, source: SourceId, rule: 'W3' | 'pass-on', by: ThreadId): void {
  const row = get(m.sources, source);
  if (row.destroyed || row.pending === 0 || wakesAll(m, source) || !hasRoom(m, row.group)) return;
  const thread = waiterNext(m, source);
  if (thread !== NONE) release(m, thread, rule, { thread: by, cause: rule, detail: '' });
}

/** Releases all waiters of a source, newest first, then its exit gate, oldest first. Returns their number. */
export function releaseAll(m: Machine, source: SourceId, rule: 'herd' | 'destroy'): number {
  let released = 0;
  for (let id = get(m.sources, source).waitFirst; id !== NONE; id = get(m.sources, source).waitFirst) {
    release(m, id, rule, NO_OPENING);
    released++;
  }
  if (rule === 'herd') return released;
  for (let id = get(m.sources, source).gateFirst; id !== NONE; id = get(m.sources, source).gateFirst) {
    release(m, id, rule, NO_OPENING);
    released++;
  }
  return released;
}

/** True when every post wakes all threads: policy `herd`, and AIO of the present kernel. */
export function wakesAll(m: Machine, source: SourceId): boolean {
  const { wake, eager } = get(m.sources, source);
  return wake === 'herd' || !eager;
}

/**
 * Releases one waiting thread: takes it off the stack or the exit gate, charges it, and appends it to the run queue.
 */
export function release(m: Machine, thread: ThreadId, rule: ReleaseRule, opening: Opening): void {
  const { reason, source } = get(m.threads, thread);
  if (reason === 'exit-gate') listRemove(m.exitGate, source, thread);
  else waiterRemove(m, thread);
  const row = touch(m.threads, thread);
  row.woken = true;
  row.next = reason === 'exit-gate' ? 'leave' : 'recheck';
  emitRelease(m, thread, rule, opening);
  row.state = 'ready';
  emitState(m, thread, 'blocked-in-fetch', 'ready', rule, '');
  countRunnable(m, thread, 1);
  if (row.group !== NONE) charge(m, thread, rule, '');
  enqueue(m, thread);
}

function emitRelease(m: Machine, thread: ThreadId, cause: ReleaseRule, opening: Opening): void {
  if (!m.port.recording) return;
  const { name, transport, source, group } = get(m.threads, thread);
  m.port.emit({
    kind: 'thread.released',
    transport,
    thread,
    name,
    source,
    group,
    cause,
    by: opening.thread,
    byName: opening.thread === NONE ? '' : get(m.threads, opening.thread).name,
    opening: opening.thread === NONE && opening.cause === 'setup' ? '' : opening.cause,
    detail: opening.detail,
  });
}
