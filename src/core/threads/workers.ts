/** Workers and their host: which worker waits for an answer, and the possible answers (threads/README.md §13, handlers). */
import type { SourceId, ThreadId } from '../../protocol/threads.ts';
import { listFirst, listRemove } from '../lists.ts';
import { get, touch } from '../tables.ts';
import type { FetchResult, Phase } from './model.ts';
import { startHandler } from './phases.ts';
import { fetchItems } from './returns.ts';
import { type Machine, ONE } from './tables.ts';

/** Returns the first worker without an answer, or NONE. Answer all of them before the next step. */
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

/** Answers "do this": the worker runs the phases, then asks again (`handled`). Without work it asks again immediately. */
export function handWork(m: Machine, thread: ThreadId, phases: readonly Phase[]): void {
  answer(m, thread);
  startHandler(m, thread, phases);
}

/** Answers "fetch the next": the worker asks again (`fetched`) immediately if an item is pending, else it waits. */
export function refetch(m: Machine, thread: ThreadId, source: SourceId, max: number): FetchResult | null {
  answer(m, thread);
  return fetchItems(m, thread, { source, max, min: 1, timeout: -1, masked: false });
}
