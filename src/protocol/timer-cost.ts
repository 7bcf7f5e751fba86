/** Measures the cost of a timer on the reader's machine, in a worker that reports progress. */

import type { Millis } from './units.ts';

/** Measured times of a structure, in nanoseconds per operation. */
export interface CostTimes {
  add: number;
  cancel: number;
  /** Removal of one live timer when it is due, including the cost of cancelled timers that must be removed with it. */
  expire: number;
  /** The whole life of one timer: added, then cancelled or expired. */
  life: number;
}
export type CostOperation = keyof CostTimes;
export const COST_OPERATIONS: readonly CostOperation[] = ['add', 'cancel', 'expire', 'life'];

/** The wheel of this project, or the heap of the old design, whose cancel only sets a flag. */
export type CostStructure = 'wheel' | 'heap';

/** Medians of `repeats` runs with this number of pending timers. */
export interface CostPoint extends CostTimes {
  structure: CostStructure;
  pending: number;
  repeats: number;
}

/**
 * Measures each size at most `repeats` times (a million timers: three times). `tick` in milliseconds. Timers are due within
 * an hour, with uniform delays; nine of ten are cancelled.
 */
export interface CostJob {
  pendings: readonly number[];
  repeats: number;
  tick: Millis;
  size: number;
}

export const COST_PENDINGS: readonly number[] = [100, 1000, 10_000, 100_000, 1_000_000];
