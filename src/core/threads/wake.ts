/**
 * The wake rules (threads/README.md §6): who is released from a wait, when, and by which rule.
 *
 * At a wake-up the thread is charged at once, although it has no CPU yet and has taken nothing: otherwise every
 * item posted before it runs would release one more thread (the patch does the same). Three triggers release at
 * most one thread each; "one or more" in the document comes about by W3 chains.
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

/** A release for which no thread that left made room. */
export const NO_OPENING: Opening = { thread: NONE, cause: 'setup', detail: '' };

/** Room in the group of a source: no group, or available ≥ 1. */
export function hasRoom(m: Machine, group: GroupId): boolean {
  if (group === NONE) return true;
  const { limit, runnable } = get(m.groups, group);
  return runnable < limit;
}

/** W1: an item was put on the ready list. In a herd all are woken, whatever the limit (§8, §14). */
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
 * W2: room has opened. The caller has seen the crossing; rising from −3 to −1 or from 1 to 2 releases no thread. For AIO
 * of today the exit gate lets go as many as there is room for, oldest first.
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
 * W3: a fetch is over and the ready list is not empty. Also when the fetch ended without taking what it was woken for
 * (`pass-on`: stop or exit): the wake-up that it used up must not be lost.
 */
export function wakeOnReturn(m: Machine, source: SourceId, rule: 'W3' | 'pass-on', by: ThreadId): void {
  const row = get(m.sources, source);
  if (row.destroyed || row.pending === 0 || wakesAll(m, source) || !hasRoom(m, row.group)) return;
  const thread = waiterNext(m, source);
  if (thread !== NONE) release(m, thread, rule, { thread: by, cause: rule, detail: '' });
}

/** Releases all that wait at a source, newest first, then the exit gate, oldest first. Returns how many. */
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

/** True when every post wakes all: policy `herd`, and AIO of today. */
export function wakesAll(m: Machine, source: SourceId): boolean {
  const { wake, eager } = get(m.sources, source);
  return wake === 'herd' || !eager;
}

/** Lets one waiting thread go on: off the stack or the exit gate, charged, at the end of the run queue. */
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
