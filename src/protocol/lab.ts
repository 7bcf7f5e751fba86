import type { TimerNumber } from './ids.ts';
import type { Micros, Millis } from './units.ts';
import type { WheelLevelRow } from './wheel.ts';

/**
 * The timer laboratory, a run without mail: one raw wheel, exactly as Kafka's, or three designs of the request purgatory with
 * the same requests (timers/README.md §7, §8). Times of its commands are whole milliseconds.
 */
export interface LabSetup {
  kind: 'wheel' | 'designs';
  /** For one wheel: `up` rounds each instant up to a tick, so nothing runs early. Absent = as in Kafka. */
  rounding?: 'up';
  /** The members below are for the designs only. */
  params?: Partial<LabSettings>;
  stream?: Partial<LabStreamSetup>;
}

/** Settings of the designs. The defaults are those of the reference measurements. */
export interface LabSettings {
  /** Number that starts a purge. Old design: requests on watch lists. Today's design: estimated completed operations. */
  purgeInterval: number;
  oldVersion: '0.8.1' | '0.8.2';
  /** Proposed design: the number of cleared references that starts a purge, counted per list or over all lists. */
  weakThreshold: number;
  weakCount: 'per-list' | 'global';
  /** Time between garbage collections, in milliseconds. */
  collectEvery: number;
  /** Maximum sleep of the reaper, in milliseconds. */
  reaperWait: Millis;
}

export interface LabStreamSetup {
  /** Total requests, and arrivals per second. 0 requests = only manual ones. */
  requests: number;
  perSecond: number;
  /** Milliseconds until an unanswered request expires. */
  timeout: Millis;
  /** Number of different keys, and keys of one request. */
  keySpace: number;
  keys: number;
  /** Median and 75th percentile of the reply time of answered requests, in milliseconds. */
  p50: number;
  p75: number;
  /** Percentage of requests that are ever answered. */
  answered: number;
}

export type LabCommand =
  /**
   * Adds `count` timers (in the designs: requests with this timeout). With `upTo`, delays are drawn from `delay` … `upTo`:
   * `even` = uniformly, `short` = mostly short.
   */
  | { kind: 'lab.add'; delay: Millis; count: number; upTo?: Millis; mix?: 'even' | 'short' }
  /** Cancels the timer with this number. In the designs, this answers the request. */
  | { kind: 'lab.cancel'; timer: TimerNumber }
  /** Cancels this percentage of the pending timers, oldest first. */
  | { kind: 'lab.cancel-share'; percent: number }
  /** The clock jumps, as after a sleep of the machine. Everything due by then is found together. */
  | { kind: 'lab.jump'; ms: Millis }
  /** Time passes without calls of the reaper, so the wheel lags behind the clock. */
  | { kind: 'lab.lag'; ms: Millis }
  /** In the designs: adds a request with these keys. */
  | { kind: 'lab.request'; timeout: Millis; keys: number[] }
  /** In the designs: checks the watch list of this key and completes the requests that have been answered. */
  | { kind: 'lab.check'; key: number };

export type LabDesign = 'old' | 'proposed' | 'today';

export type LabEvent =
  | { kind: 'lab.passed'; arrived: number; answered: number; expired: number }
  | {
      kind: 'lab.purged';
      design: LabDesign;
      scans: number;
      visits: number;
      freed: number;
      pending: number;
      listed: number;
    }
  | { kind: 'lab.collected'; cleared: number }
  | { kind: 'lab.added'; count: number; delay: Millis; upTo: Millis }
  | { kind: 'lab.cancelled'; count: number }
  | { kind: 'lab.requested'; request: number; keys: number[]; timeout: Millis }
  | { kind: 'lab.checked'; key: number; completed: number }
  | { kind: 'lab.jumped'; ms: Millis; polled: boolean };

/** Counters drawn in charts; each is a column of `LabHistory`. */
export const LAB_METRICS = ['heapOps', 'nodeVisits', 'purges', 'retainedDone', 'longestPause'] as const;
export type LabMetric = (typeof LAB_METRICS)[number];

export interface LabDesignRow {
  design: LabDesign;
  counters: Record<string, number>;
  /** Old design: the heap's array, one letter for each request (`p` pending, `r` completed); at most 4,095 entries. */
  heap: string;
  heapLength: number;
  levels: (WheelLevelRow & { buckets: { index: number; count: number }[] })[];
  /** Number of armed buckets, and of timers in them. */
  armed: number;
  timers: number;
  /** The watch lists shown: nodes from the head as letters `p`, `r`, `c` (reference cleared), and each list's full length. */
  lists: { key: number; nodes: string; total: number }[];
  estimate: number;
  nextCollection: number;
}

/** Samples over the run so far: `at` in milliseconds, and a column for each design and metric. */
export interface LabHistory {
  at: Float64Array;
  series: Record<LabDesign, Record<LabMetric, Float64Array>>;
}

export interface LabReport {
  now: Micros;
  settings: LabSettings;
  stream: LabStreamSetup;
  /** End of the stream, milliseconds. */
  span: Millis;
  arrived: number;
  designs: LabDesignRow[];
  history: LabHistory;
  /** The latest purge of each design. */
  purged: Extract<LabEvent, { kind: 'lab.purged' }>[];
}
