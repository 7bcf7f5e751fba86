import type { DelayQueue } from './delay-queue.ts';
import type { Block } from './pages.ts';

/** A timing wheel as data; wheel.ts says how it works. */
export interface Wheel {
  readonly tick: number;
  readonly size: number;
  /** The clock. NB the wheel's own time (`levelTime`) moves only when a bucket is polled (§2). */
  now: number;
  /** Tasks in buckets, without those on the ready list. */
  count: number;
  /** Number of levels; for each level its tick, its current time, and the id of the first of its `size` roots. */
  levels: number;
  levelTick: Float64Array;
  levelTime: Float64Array;
  levelBase: Int32Array;
  queue: DelayQueue;
  records: Block;
  /** First record never used, and head of the list of freed records (0 = none). */
  length: number;
  free: number;
  counters: WheelCounters;
}

/** Cumulative counts, named as in the recorded traces. */
export interface WheelCounters {
  /** Tasks that an add stored, and tasks that were already due when added. */
  inserts: number;
  immediate: number;
  /** During a flush: tasks stored again on a lower level, and tasks that were due. */
  cascades: number;
  expirations: number;
  /** Cancels that took a task out of a bucket. */
  cancels: number;
  dqOffers: number;
  dqPolls: number;
  /** Polled buckets that were empty. */
  staleFlushes: number;
}

/** Effects of one flush, in list order. Filled only on request. */
export interface FlushLog {
  level: number;
  bucket: number;
  expiration: number;
  ran: number[];
  moved: number[];
}

/** Layout of a record of the block: positions of its integers, then of its float. */
export const RECORD = {
  STRIDE: 6,
  NEXT: 0,
  PREV: 1,
  /** Of a task: id of its bucket's root, or one of MARK. Of a root: ROOT_OF_LEVEL_0 − level. */
  BUCKET: 2,
  /** Of a root: number of its tasks. Of a task: the owner's number. */
  EXTRA: 3,
  /** Stride of a record in 8-byte floats. */
  FLOAT_STRIDE: 3,
  /** Of a task: its due instant. Of a root: its expiration, −1 when not armed. */
  DUE: 2,
} as const;

/** Values of BUCKET that are not a bucket. */
export const MARK = {
  TAKEN: 0,
  FREE: -1,
  ROOT_OF_LEVEL_0: -2,
  /** Id of the root of the ready list, which is not a bucket. */
  READY: 1,
} as const;
