import type { Expression } from '../../protocol/debug.ts';
import { MICROS_PER_SECOND } from '../../protocol/units.ts';
import { get, ids } from '../tables.ts';
import type { ThreadSim } from '../threadlab/model.ts';
import type { Machine } from '../threads/tables.ts';
import { valueOf } from './expression-value.ts';

/**
 * Sums over all groups the runnable threads, or the threads beyond the limits (`overshoot`). Threads that return from a
 * call ignore the limit, so a group can be over its limit until one of its threads waits again.
 */
export function valueOfThreads(machine: Machine, name: 'runnable' | 'overshoot'): number {
  let sum = 0;
  for (const id of ids(machine.groups)) {
    const { alive, runnable, limit } = get(machine.groups, id);
    if (alive) sum += name === 'runnable' ? runnable : Math.max(0, runnable - limit);
  }
  return sum;
}

/** Returns the value of an expression in a run of threads alone; NaN for names that exist only in runs of mail. */
export function evaluateThreads(sim: ThreadSim, expression: Expression): number {
  return valueOf(({ name }) => {
    if (name === 'runnable' || name === 'overshoot') return valueOfThreads(sim.machine, name);
    if (name === 'now') return sim.now / MICROS_PER_SECOND;
    return name === 'event' ? sim.event : Number.NaN;
  }, expression);
}
