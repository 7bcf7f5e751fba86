/** The boundary between a fetch and its program: the call, its return, and what the program does next. */
import type { ThreadId } from '../../protocol/threads.ts';
import { get, NONE, touch } from '../tables.ts';
import { endFetch, enterFetch, type FetchArguments, goneErrno } from './fetch.ts';
import type { Errno, FetchResult } from './model.ts';
import { awaitHost, runPhases } from './phases.ts';
import { poolEnter, poolLeave } from './pool.ts';
import type { Machine } from './tables.ts';

/** A runnable thread fetches. Returns null while it waits. */
export function fetchItems(m: Machine, thread: ThreadId, args: FetchArguments): FetchResult | null {
  if (get(m.sources, args.source).destroyed) {
    failFetch(m, thread, goneErrno(m, args.source));
    return get(m.threads, thread).result;
  }
  poolEnter(m, args.source);
  const step = enterFetch(m, thread, args);
  if (step !== null) returnFromFetch(m, thread, step);
  return step;
}

/**
 * A fetch returns: first the kernel's part (wake rule W3), then the program's (the pool's counter), then the handler.
 * A worker asks the host for its handler; a manual thread computes until an operation moves it.
 */
export function returnFromFetch(m: Machine, thread: ThreadId, result: FetchResult): void {
  const { source, program } = get(m.threads, thread);
  endFetch(m, thread, result);
  poolLeave(m, source, program);
  goOn(m, thread);
}

/** Ends a call that failed before it reached a source. */
export function failFetch(m: Machine, thread: ThreadId, err: Errno): void {
  const row = touch(m.threads, thread);
  row.result = { err };
  row.next = 'compute';
  goOn(m, thread);
}

function goOn(m: Machine, thread: ThreadId): void {
  const { cpu, program } = get(m.threads, thread);
  // An operation from outside came before the thread ran. The thread continues when its switch is paid.
  if (cpu === NONE || get(m.cpus, cpu).switching) return;
  if (program === 'worker') awaitHost(m, thread, 'fetched');
  else runPhases(m, thread);
}
