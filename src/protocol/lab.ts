import type { TimerNumber } from './ids.ts';
import type { Micros, Millis } from './units.ts';
import type { WheelLevelRow } from './wheel.ts';

/**
 * The timer laboratory: a run without mail. Either one raw wheel, exactly as Kafka's, or the three designs of the request
 * purgatory on one stream of requests (timers/README.md §7, §8). Times of its commands are whole milliseconds.
 */
export interface LabSetup {
  kind: 'wheel' | 'designs';
  /** One wheel: `up` rounds each instant up to a tick before it is put in, so that nothing runs early. Absent = Kafka's. */
  rounding?: 'up';
  /** Designs only, from here on. */
  params?: Partial<LabSettings>;
  stream?: Partial<LabStreamSetup>;
}

/** What a reader may turn; defaults are those with which the reference was measured. */
export interface LabSettings {
  /** Old: requests on the lists that start a purge. Today: completed operations, by estimate. */
  purgeInterval: number;
  oldVersion: '0.8.1' | '0.8.2';
  /** Proposed: cleared references that start a purge, of one list or of all. */
  weakThreshold: number;
  weakCount: 'per-list' | 'global';
  /** Milliseconds between garbage collections. */
  collectEvery: number;
  /** Longest sleep of the reaper, milliseconds. */
  reaperWait: Millis;
}

export interface LabStreamSetup {
  /** Requests in all, and arrivals a second. 0 requests = only what is done by hand. */
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  timeout: Millis;
  /** Different keys, and keys of one request. */
  keySpace: number;
  keys: number;
  /** Answers come within this many milliseconds for half, and for three quarters, of those that are answered. */
  p50: number;
  p75: number;
  /** Per cent of the requests that are ever answered. */
  answered: number;
}

/** What is done by hand in the laboratory. */
export type LabCommand =
  /**
   * `count` timers (or, in the designs, requests with this timeout). With `upTo` the delays are drawn from
   * `delay` … `upTo`: all equally likely, or mostly short ones.
   */
  | { kind: 'lab.add'; delay: Millis; count: number; upTo?: Millis; mix?: 'even' | 'short' }
  /** One timer, by its number. In the designs: the request is answered. */
  | { kind: 'lab.cancel'; timer: TimerNumber }
  /** So many per cent of those pending, the oldest first. */
  | { kind: 'lab.cancel-share'; percent: number }
  /** The clock jumps, as after a sleep of the machine: everything that is due meanwhile is found at once. */
  | { kind: 'lab.jump'; ms: Millis }
  /** Time passes and the reaper is not called: the wheel lags behind the clock. */
  | { kind: 'lab.lag'; ms: Millis }
  /** Designs: a request with these keys. */
  | { kind: 'lab.request'; timeout: Millis; keys: number[] }
  /** Designs: a check goes through the list of a key. */
  | { kind: 'lab.check'; key: number };

export type LabDesign = 'old' | 'proposed' | 'today';

export type LabEvent =
  /** What one step of the stream did. */
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

/** Counters that a chart follows; one column of `LabHistory`. */
export const LAB_METRICS = ['heapOps', 'nodeVisits', 'purges', 'retainedDone', 'longestPause'] as const;
export type LabMetric = (typeof LAB_METRICS)[number];

/** One design at the cursor. */
export interface LabDesignRow {
  design: LabDesign;
  counters: Record<string, number>;
  /** Old: the heap's array, as one letter a request (`p` pending, `r` completed); at most 4,095 entries. */
  heap: string;
  heapLength: number;
  levels: (WheelLevelRow & { buckets: { index: number; count: number }[] })[];
  /** Armed buckets, and the timers in them. */
  armed: number;
  timers: number;
  /** Letters `p`, `r`, `c` (reference cleared) of the lists shown, from the head; and their full lengths. */
  lists: { key: number; nodes: string; total: number }[];
  estimate: number;
  nextCollection: number;
}

/** Samples over the run so far: `at` in milliseconds, then one column for each design and metric. */
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
