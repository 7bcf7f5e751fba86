/** The border between a fetch and the program around it: the call, its return, and what the program does then. */
import type { ThreadId } from '../../protocol/threads.ts';
import { get, NONE } from '../tables.ts';
import { endFetch, enterFetch, type FetchArguments } from './fetch.ts';
import type { FetchResult } from './model.ts';
import { awaitHost, runPhases } from './phases.ts';
import { poolEnter, poolLeave } from './pool.ts';
import type { Machine } from './tables.ts';

/** A runnable thread fetches from a live source. The result, or null while it waits. */
export function fetchItems(m: Machine, thread: ThreadId, args: FetchArguments): FetchResult | null {
  poolEnter(m, args.source);
  const step = enterFetch(m, thread, args);
  if (step !== null) returnFromFetch(m, thread, step);
  return step;
}

/**
 * A fetch returns: the kernel's part first (W3), then the program's (the pool's counter), then the handler. A worker's host is asked
 * what the handler is; a manual thread computes until an operation moves it.
 */
export function returnFromFetch(m: Machine, thread: ThreadId, result: FetchResult): void {
  const { source, program } = get(m.threads, thread);
  endFetch(m, thread, result);
  poolLeave(m, source, program);
  const { cpu } = get(m.threads, thread);
  // Called by somebody's operation before the thread has run at all: it goes on when its switch is paid.
  if (cpu === NONE || get(m.cpus, cpu).switching) return;
  if (program === 'worker') awaitHost(m, thread, 'fetched');
  else runPhases(m, thread);
}
