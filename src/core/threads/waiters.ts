/**
 * The waiter stack of a source: newest on top, ordered by stamp (threads/README.md §5.7, §6).
 *
 * It holds only threads that may be woken. A released thread keeps its stamp, so it can return to its place among the
 * waiting threads.
 */
import type { SourceId, ThreadId, WaitReason } from '../../protocol/threads.ts';
import { listFirst, listInsertAfter, listPrepend, listRemove } from '../lists.ts';
import { get, NONE, touch } from '../tables.ts';
import { type Machine, ONE } from './tables.ts';

export function waiterPush(m: Machine, thread: ThreadId, reason: WaitReason): void {
  const row = touch(m.threads, thread);
  row.reason = reason;
  row.woken = false;
  row.stamp = ++touch(m.one, ONE).stamp;
  listPrepend(m.waiterStack, row.source, thread);
  touch(m.sources, row.source).waiting++;
}

/**
 * Returns a thread to its place. Searches from both ends: a single woken thread was at one end, and after a herd the
 * newest thread goes back first.
 */
export function waiterReturn(m: Machine, thread: ThreadId): void {
  const row = touch(m.threads, thread);
  row.woken = false;
  const { source, stamp } = row;
  listInsertAfter(m.waiterStack, source, newerNeighbour(m, source, stamp), thread);
  touch(m.sources, source).waiting++;
}

/** Returns the waiter directly above the place of `stamp`, or NONE for the top. */
function newerNeighbour(m: Machine, source: SourceId, stamp: number): ThreadId {
  let top = listFirst(m.waiterStack, source);
  let bottom = get(m.sources, source).waitLast;
  let above = NONE;
  while (top !== NONE && bottom !== NONE) {
    const upper = get(m.threads, top);
    if (upper.stamp < stamp) return above;
    const lower = get(m.threads, bottom);
    if (lower.stamp > stamp) return bottom;
    above = top;
    top = upper.waitNext;
    bottom = lower.waitPrev;
  }
  return NONE;
}

/** Removes a thread from the stack. It keeps its stamp. */
export function waiterRemove(m: Machine, thread: ThreadId): void {
  const { source } = get(m.threads, thread);
  listRemove(m.waiterStack, source, thread);
  touch(m.sources, source).waiting--;
}

/** Returns the waiter that a single wake-up picks: the newest, or the oldest for a `fifo` source. */
export function waiterNext(m: Machine, source: SourceId): ThreadId {
  const row = get(m.sources, source);
  return row.wake === 'fifo' ? row.waitLast : row.waitFirst;
}
