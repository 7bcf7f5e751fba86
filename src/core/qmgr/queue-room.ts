import type { QueueRow } from './model.ts';

/** The destination is ready and below its window (qmgr/README.md §1.7). */
export function queueHasRoom(queue: Readonly<QueueRow>): boolean {
  return queue.status === 'ready' && queue.window > queue.busyCount;
}

/** Returns the window as qmgr stores it, combined with the state: 0 unless ready. Only for comparison with traces. */
export function encodeWindow(queue: Readonly<QueueRow>): number {
  return queue.status === 'ready' ? queue.window : 0;
}

export function queueIsEmpty(queue: Readonly<QueueRow>): boolean {
  return queue.todoCount === 0 && queue.busyCount === 0;
}
