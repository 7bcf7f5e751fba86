/** Changes of run state that change the count (threads/README.md §2): a thread becomes runnable or stops being so. */
import type { RunState, ThreadCause, ThreadId } from '../../protocol/threads.ts';
import { get, NONE, touch } from '../tables.ts';
import { charge, countRunnable, uncharge } from './count.ts';
import { dispatch, enqueue, leaveCpu } from './cpu.ts';
import { emitState } from './emit.ts';
import { type Machine, ONE } from './tables.ts';
import { wakeOnOpening } from './wake.ts';

/**
 * A runnable thread goes to sleep: it leaves its CPU and the count; if that opens a slot, wake rule W2 acts
 * (wake.ts). The caller has already put it on its stack or gate, because W2 must see it waiting. The CPU is free
 * before W2 acts, so the released thread may get it.
 */
export function sleepThread(
  m: Machine,
  thread: ThreadId,
  to: Exclude<RunState, 'running' | 'ready'>,
  cause: ThreadCause,
  detail: string,
): void {
  const { state: from, group } = get(m.threads, thread);
  if (!isRunnable(m, thread)) throw new Error(`thread ${thread} cannot go to sleep: it is ${from}`);
  if (from === 'running') touch(m.totals, ONE).voluntary++;
  leaveCpu(m, thread);
  touch(m.threads, thread).state = to;
  emitState(m, thread, from, to, cause, detail);
  countRunnable(m, thread, -1);
  if (group !== NONE && uncharge(m, thread, cause, detail)) {
    wakeOnOpening(m, group, { thread, cause, detail });
  }
  dispatch(m);
}

/** A thread becomes runnable: counted immediately, even above the limit, and queued for a CPU. */
export function readyThread(m: Machine, thread: ThreadId, cause: ThreadCause, detail: string): void {
  const row = touch(m.threads, thread);
  const from = row.state;
  if (isRunnable(m, thread)) throw new Error(`thread ${thread} cannot become ready: it is ${from}`);
  row.state = 'ready';
  emitState(m, thread, from, 'ready', cause, detail);
  countRunnable(m, thread, 1);
  if (row.group !== NONE) charge(m, thread, cause, detail);
  enqueue(m, thread);
}

export function isRunnable(m: Machine, thread: ThreadId): boolean {
  const { state } = get(m.threads, thread);
  return state === 'running' || state === 'ready';
}
