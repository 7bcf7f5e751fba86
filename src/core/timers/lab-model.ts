import type { Millis } from '../../protocol/units.ts';
import { createStore, type Store } from '../tables.ts';
import { createDelayQueue, type DelayQueue } from './delay-queue.ts';
import { type Block, createBlock } from './pages.ts';
import { createPurgatory, PURGE_INTERVAL, type Purgatory } from './purgatory-model.ts';
import { createWheel } from './wheel.ts';
import type { Wheel } from './wheel-model.ts';

/**
 * The timer laboratory: three designs of the request purgatory run one stream of requests, and their counters are
 * compared (timers/README.md §7, §8). Times are whole milliseconds. Lists, completion and checks are those of
 * purgatory.ts, as in the real designs. The designs differ in the timer, in what a completion removes, and in the
 * reaper.
 */
export type Design = 'old' | 'proposed' | 'today';
export const DESIGNS: readonly Design[] = ['old', 'proposed', 'today'];

/** An operation that every design receives. `at` never decreases; `clock` only lets time pass. */
export type LabOp =
  | { at: Millis; kind: 'arrive'; op: number; timeout: Millis; keys: readonly number[] }
  | { at: Millis; kind: 'satisfy'; op: number }
  | { at: Millis; kind: 'check'; key: number }
  | { at: Millis; kind: 'clock' };

export interface LabParams {
  tick: number;
  size: number;
  /** Threshold of a purge. Old: number of requests (0.8.2) or additions (0.8.1). Today: estimated completed requests. */
  purgeInterval: number;
  /** Rule of the old reaper (§7a). */
  oldVersion: '0.8.1' | '0.8.2';
  /** Proposed: cleared references that start a purge, counted per list or globally. The document does not say which. */
  weakThreshold: number;
  weakCount: 'per-list' | 'global';
  /** Proposed: milliseconds between garbage collections. A setting, because the times of real collections vary. */
  collectEvery: number;
  /** How long the reaper waits when nothing is due. */
  reaperWait: Millis;
}

/** The broker's values, and the values used for the measurements of §8. */
export const LAB_DEFAULTS: LabParams = {
  tick: 1,
  size: 20,
  purgeInterval: PURGE_INTERVAL,
  oldVersion: '0.8.2',
  weakThreshold: 100,
  weakCount: 'per-list',
  collectEvery: 1000,
  reaperWait: 200,
};

/** Counts of a design: cumulative, unless noted. "Visits" count nodes or heap entries examined. */
export interface LabCounters {
  heapOps: number;
  heapSteps: number;
  linkOps: number;
  cascades: number;
  nodeVisits: number;
  timerVisits: number;
  wakeups: number;
  emptyWakeups: number;
  /** Old: entries popped after their request had been completed. */
  wastedPops: number;
  purges: number;
  nodesFreed: number;
  entriesFreed: number;
  /** Largest number of visits in one turn of the reaper. */
  longestPause: number;
  collections: number;
  completed: number;
  expired: number;
  /** Current values and their maxima. */
  pending: number;
  nodes: number;
  maxNodes: number;
  deadNodes: number;
  maxDeadNodes: number;
  retainedDone: number;
  maxRetainedDone: number;
}

/** One design at work. Plain data: tables, columns, numbers. */
export interface LabMachine {
  readonly design: Design;
  readonly params: LabParams;
  readonly store: Store;
  readonly purgatory: Purgatory;
  /** Timer of the proposed and of today's design. */
  wheel: Wheel;
  /** Timer of the old design: a heap of requests. `dues` has their due instants, by operation. */
  heap: DelayQueue;
  dues: Block;
  now: Millis;
  lastPass: number;
  /** Operation of each request of the stream, by number; 0 = not arrived. */
  operations: number[];
  /** Requests whose condition is true, by number. */
  satisfied: boolean[];
  /** Old 0.8.1: requests added since the last purge. */
  added: number;
  /**
   * Proposed design, by key (0 = all lists): number of cleared references not polled yet, and number of polled
   * references since the last walk.
   */
  cleared: number[];
  counted: number[];
  /** The counters that the driver counts itself. The other members of LabCounters are read from the structures. */
  tally: LabTally;
}

export interface LabTally {
  arrivals: number;
  heapOps: number;
  timerVisits: number;
  wakeups: number;
  emptyWakeups: number;
  wastedPops: number;
  heapPurges: number;
  entriesFreed: number;
  longestPause: number;
  collections: number;
  maxNodes: number;
  maxDeadNodes: number;
  maxRetainedDone: number;
}

/** Creates a machine at instant 0. Throws on wheel parameters that `wheelParamErrors` refuses. */
export function createLabMachine(design: Design, params: Partial<LabParams> = {}): LabMachine {
  const all = { ...LAB_DEFAULTS, ...params };
  const store = createStore();
  return {
    design,
    params: all,
    store,
    purgatory: createPurgatory(store, { purgeInterval: all.purgeInterval }),
    wheel: createWheel({ tick: all.tick, size: all.size }),
    heap: createDelayQueue(),
    dues: createBlock(6, 256),
    now: 0,
    lastPass: 0,
    operations: [],
    satisfied: [],
    added: 0,
    cleared: [],
    counted: [],
    tally: {
      arrivals: 0,
      heapOps: 0,
      timerVisits: 0,
      wakeups: 0,
      emptyWakeups: 0,
      wastedPops: 0,
      heapPurges: 0,
      entriesFreed: 0,
      longestPause: 0,
      collections: 0,
      maxNodes: 0,
      maxDeadNodes: 0,
      maxRetainedDone: 0,
    },
  };
}
