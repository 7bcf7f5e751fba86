import type { QueueRow } from './model.ts';

/** One more delivery may start: the destination is ready and below its window (qmgr/README.md §1.7). */
export function queueHasRoom(queue: Readonly<QueueRow>): boolean {
  return queue.status === 'ready' && queue.window > queue.busyCount;
}

/** The window as qmgr holds it in one number with the state: 0 unless ready. For comparisons with traces only. */
export function encodeWindow(queue: Readonly<QueueRow>): number {
  return queue.status === 'ready' ? queue.window : 0;
}

/** The destination has no entries at all. */
export function queueIsEmpty(queue: Readonly<QueueRow>): boolean {
  return queue.todoCount === 0 && queue.busyCount === 0;
}
