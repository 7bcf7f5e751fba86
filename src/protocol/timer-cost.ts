/** Measuring what one timer costs, on the machine of the reader: in a worker, with word of how far it is. */

import type { Millis } from './units.ts';

/** What is measured of each structure, nanoseconds for one operation. */
export interface CostTimes {
  add: number;
  cancel: number;
  /** One live timer taken out when it is due; it pays for the cancelled ones that have to be taken out with it. */
  expire: number;
  /** Everything together, for one timer. */
  life: number;
}
export type CostOperation = keyof CostTimes;
export const COST_OPERATIONS: readonly CostOperation[] = ['add', 'cancel', 'expire', 'life'];

/** The wheel of this project; the heap of the old design, whose cancel only sets a flag. */
export type CostStructure = 'wheel' | 'heap';

/** Medians of `repeats` runs with so many timers pending. */
export interface CostPoint extends CostTimes {
  structure: CostStructure;
  pending: number;
  repeats: number;
}

/** At most `repeats` runs of each, of a million at most three. `tick` in milliseconds; timers are due within an hour, all delays equally likely; nine of ten are cancelled. */
export interface CostJob {
  pendings: readonly number[];
  repeats: number;
  tick: Millis;
  size: number;
}

/** Pending timers of the chart. */
export const COST_PENDINGS: readonly number[] = [100, 1000, 10_000, 100_000, 1_000_000];
