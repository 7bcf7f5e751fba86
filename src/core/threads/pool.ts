/**
 * The document's rule for a growing pool (threads/README.md §14): the program counts its threads inside the fetch.
 * When a return takes the counter to 0, no thread is on standby.
 *
 * The counter includes threads held at the gate and woken threads that have not returned yet, so it overestimates the
 * waiters. That is the rule as documented. The document has no rule for shrinking, so pools do not shrink.
 */
import type { Micros } from '../../protocol/units.ts';
import type { SourceId, ThreadPoolId } from '../../protocol/threads.ts';
import { get, insert, NONE, touch } from '../tables.ts';
import type { Program } from './model.ts';
import type { Machine } from './tables.ts';
import { createThread } from './thread.ts';

export interface PoolSettings {
  readonly source: SourceId;
  /** Number of live threads at which the pool stops growing. */
  readonly max: number;
  /** Number of threads created at a time; 0 = a pool of fixed size. */
  readonly growBy: number;
  /** New threads are named prefix1, prefix2, … */
  readonly prefix: string;
}

export function createPool(m: Machine, settings: PoolSettings): number {
  const pool = insert(m.pools, { ...settings, counter: 0, live: 0, created: 0 });
  touch(m.sources, settings.source).pool = pool;
  return pool;
}

/** A thread begins a fetch: one more on standby. */
export function poolEnter(m: Machine, source: SourceId): void {
  const { pool } = get(m.sources, source);
  if (pool !== NONE) touch(m.pools, pool).counter++;
}

/** A fetch has returned: one fewer on standby, so the pool may grow. Its events are not handled yet. */
export function poolLeave(m: Machine, source: SourceId, program: Program): void {
  const { pool, destroyed } = get(m.sources, source);
  if (pool === NONE) return;
  const row = touch(m.pools, pool);
  row.counter--;
  // Threads created for a destroyed source could only fail.
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
 * Returns the size that a pool should have: CV × (T-all / T-cpu), plus one or two (§14). Both times in µs per request; null
 * while nothing has been measured.
 */
export function estimatePoolSize(limit: number, allUs: Micros, cpuUs: Micros): number | null {
  return cpuUs > 0 ? (limit * allUs) / cpuUs : null;
}
