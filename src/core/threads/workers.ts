/** Workers and their host: who waits for its word, and what it can say (threads/README.md §13, handlers). */
import type { SourceId, ThreadId } from '../../protocol/threads.ts';
import { listFirst, listRemove } from '../lists.ts';
import { get, touch } from '../tables.ts';
import type { FetchResult, Phase } from './model.ts';
import { startHandler } from './phases.ts';
import { fetchItems } from './returns.ts';
import { type Machine, ONE } from './tables.ts';

/** The worker that asked first and has no answer yet, or NONE. Answer all of them before the next step. */
export function nextAwaiting(m: Machine): ThreadId {
  return listFirst(m.awaitList, ONE);
}

function answer(m: Machine, thread: ThreadId): void {
  if (get(m.threads, thread).awaiting === 'none') {
    throw new Error(`thread ${thread} has not asked for anything`);
  }
  listRemove(m.awaitList, ONE, thread);
  touch(m.threads, thread).awaiting = 'none';
}

/**
 * The answer "do this": the worker runs through the phases and asks again (`handled`). With none, or only phases of
 * no work, it asks again at once.
 */
export function handWork(m: Machine, thread: ThreadId, phases: readonly Phase[]): void {
  answer(m, thread);
  startHandler(m, thread, phases);
}

/** The answer "fetch the next": it asks again (`fetched`) at once when there is something for it, else it waits. */
export function refetch(m: Machine, thread: ThreadId, source: SourceId, max: number): FetchResult | null {
  answer(m, thread);
  return fetchItems(m, thread, { source, max, min: 1, timeout: -1, masked: false });
}
