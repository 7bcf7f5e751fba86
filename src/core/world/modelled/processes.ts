import type { Micros } from '../../../protocol/units.ts';
import { rowOf } from './kept.ts';
import type { ModelledPool, ModelledWorld } from './model.ts';

function poolOf(modelled: ModelledWorld, pool: number): ModelledPool {
  return rowOf(modelled.pools, pool, () => ({ idle: [], starting: 0 }));
}

/**
 * The process that takes a delivery: of those with nothing to do the one that has waited longest (they queue for the lock on the
 * socket), else a new one. master starts one at a time: it counts a new process as free until that one has taken a request.
 * `startUp`: what starting one takes now. Answers what passes until the process is there, and its requests with this one.
 */
export function processFor(
  modelled: ModelledWorld,
  pool: number,
  now: Micros,
  startUp: Micros,
): { startUp: Micros; uses: number } {
  const row = poolOf(modelled, pool);
  const [first, ...others] = row.idle.filter(({ since }) => since + modelled.setup.maxIdle > now);
  row.idle = others;
  if (first !== undefined) return { startUp: 0, uses: first.uses + 1 };
  row.starting = Math.max(now, row.starting) + startUp;
  return { startUp: row.starting - now, uses: 1 };
}

/** The process of a delivery is done with it. */
export function processDone(modelled: ModelledWorld, pool: number, uses: number, now: Micros): void {
  if (uses >= modelled.setup.maxUse) return;
  const row = poolOf(modelled, pool);
  row.idle = [...row.idle, { since: now, uses }];
}
