import type { StepNumber, TimerNumber } from './ids.ts';
import type { Micros } from './units.ts';

/** The large view of a timing wheel. The page requests it for the cursor, because frames contain only counts. */

export interface TimerToken {
  /** Request number, as in events. */
  id: TimerNumber;
  due: Micros;
  /** Level and bucket, from 0; bucket −1 = in the current tick, in no bucket. */
  level: number;
  bucket: number;
  /** Purpose of the timer: "reply 4 a.example". */
  label: string;
  /** Shape of the timer's token: message (filled), agent (pill), or other: destination, transport, scan, manual timer. */
  form: 'message' | 'agent' | 'other';
  /** Up to three characters inside the token. */
  mark: string;
  /** Number of the message whose colour the token has, 0 = none. */
  number: number;
}

/** One armed bucket. `count` 0 = empty; it will wake the clock although there is nothing to do. */
export interface ArmedBucketRow {
  level: number;
  bucket: number;
  due: Micros;
  count: number;
  /** True when the bucket holds a timer that is due when the bucket opens. That timer runs, whatever the level. */
  runs: boolean;
}

export interface WheelLevelRow {
  tick: Micros;
  /** Current time of this level; changes only when a bucket opens. */
  currentTime: Micros;
  count: number;
}

/** A watch list: its operations from the head, completed ones marked; at most 40 of `total`. */
export interface WatchListRow {
  key: string;
  nodes: { number: number; done: boolean }[];
  total: number;
  done: number;
}

/** One placement of a timer: at instant `at`, into a bucket that opens at `opens`. */
export interface TimerPlacing {
  at: Micros;
  level: number;
  bucket: number;
  opens: Micros;
}

export interface TimerPath {
  id: TimerNumber;
  label: string;
  due: Micros;
  token: TimerToken | null;
  placings: TimerPlacing[];
  /** How the timer ended; null = pending. */
  end: { at: Micros; how: 'ran' | 'cancelled' } | null;
}

export interface WokenTimer {
  id: TimerNumber;
  label: string;
  due: Micros;
  fromLevel: number;
  fromBucket: number;
  /** Level that the timer moved to; −1 = it ran. */
  toLevel: number;
  toBucket: number;
}

/** The last wake-up of the clock: buckets opened together, and what happened to their timers (at most 200). */
export interface WakeUp {
  at: Micros;
  step: StepNumber;
  opened: { level: number; bucket: number; opens: Micros; ran: number; moved: number }[];
  timers: WokenTimer[];
  /** The cancel that emptied the first of the empty buckets. */
  emptiedBy: { label: string; at: Micros } | null;
  /** The purge that this wake-up caused at its end. */
  purge: { estimate: number; interval: number; visited: number; removed: number } | null;
}

/** The opened bucket: its list from the head, at most 60 of `count`. */
export interface OpenedBucket {
  level: number;
  bucket: number;
  /** Instant at which the bucket opens; −1 = not armed. */
  due: Micros;
  count: number;
  timers: TimerToken[];
  /** The cancel that emptied the bucket, if it is armed and empty. */
  emptiedBy: { label: string; at: Micros } | null;
}

export interface WheelQuestion {
  /** Number of the timer to follow, 0 = none. */
  follow: number;
  open: { level: number; bucket: number } | null;
}

export interface WheelDetail {
  /** Instant of this state. The clock may be later, because it sleeps until the next wake-up. */
  at: Micros;
  step: StepNumber;
  tick: Micros;
  size: number;
  /** Timers in buckets and in the current tick. */
  pending: number;
  /** Instant of the next wake-up; −1 = no bucket is armed. */
  nextWakeUp: Micros;
  levels: WheelLevelRow[];
  /** Armed buckets in the order in which they open. */
  queue: ArmedBucketRow[];
  /** Timers that are due soonest, in list order within a bucket; at most 150. */
  timers: TimerToken[];
  watched: WatchListRow[];
  /**
   * The estimate that decides a purge: operations watched since the last purge, minus those still pending. Null when no
   * operation is watched.
   */
  estimate: { total: number; pending: number; interval: number; dead: number; nodes: number } | null;
  counters: {
    inserts: number;
    immediate: number;
    cancels: number;
    cascades: number;
    expirations: number;
    offers: number;
    polls: number;
    empty: number;
  };
  opened: OpenedBucket | null;
  followed: TimerPath | null;
  wakeUp: WakeUp | null;
}
