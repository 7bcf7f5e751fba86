/**
 * The document's rule for a pool that grows (threads/README.md §14): a counter of threads inside the fetch, kept by
 * the program itself; when a return takes it to 0, no standby is left.
 *
 * The counter includes threads held at the gate and threads that are on their way back, so it overestimates the
 * waiters: that is the rule, not a mistake of this file. The document says nothing of shrinking, so pools do not.
 */
import type { Micros } from '../../protocol/units.ts';
import type { SourceId, ThreadPoolId } from '../../protocol/threads.ts';
import { get, insert, NONE, touch } from '../tables.ts';
import type { Program } from './model.ts';
import type { Machine } from './tables.ts';
import { createThread } from './thread.ts';

export interface PoolSettings {
  readonly source: SourceId;
  /** Live threads at which it stops growing. */
  readonly max: number;
  /** Threads created at a time; 0 = a pool of fixed size. */
  readonly growBy: number;
  /** New threads are called prefix1, prefix2, … */
  readonly prefix: string;
}

/** A pool for a source without one. Threads join it when they are created. */
export function createPool(m: Machine, settings: PoolSettings): number {
  const pool = insert(m.pools, { ...settings, counter: 0, live: 0, created: 0 });
  touch(m.sources, settings.source).pool = pool;
  return pool;
}

/** A thread is about to fetch: one more on standby. */
export function poolEnter(m: Machine, source: SourceId): void {
  const { pool } = get(m.sources, source);
  if (pool !== NONE) touch(m.pools, pool).counter++;
}

/** A fetch has returned and its events are not handled yet: one standby less, and perhaps more threads. */
export function poolLeave(m: Machine, source: SourceId, program: Program): void {
  const { pool, destroyed } = get(m.sources, source);
  if (pool === NONE) return;
  const row = touch(m.pools, pool);
  row.counter--;
  // No thread can fetch from a destroyed source: threads created for it would only fail.
  if (row.counter === 0 && !destroyed) growPool(m, pool, program);
}

function growPool(m: Machine, pool: ThreadPoolId, program: Program): void {
  const { growBy, prefix, source, max } = get(m.pools, pool);
  let created = 0;
  while (created < growBy && get(m.pools, pool).live < max) {
    const number = ++touch(m.pools, pool).created;
    const { transport } = get(m.sources, source);
    createThread(m, { name: `${prefix}${number}`, program, next: 'fetch', pool, transport });
    created++;
  }
  if (created === 0 || !m.port.recording) return;
  const { transport } = get(m.sources, source);
  m.port.emit({ kind: 'pool.grew', transport, source, created, live: get(m.pools, pool).live, max });
}

/**
 * Threads that a pool should have: CV × (T-all / T-cpu), and one or two more (§14). Both times in µs per request;
 * null while nothing has been measured.
 */
export function estimatePoolSize(limit: number, allUs: Micros, cpuUs: Micros): number | null {
  return cpuUs > 0 ? (limit * allUs) / cpuUs : null;
}
