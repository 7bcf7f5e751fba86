import type { StepNumber, TimerNumber } from './ids.ts';
import type { Micros } from './units.ts';

/** The large view of a timing wheel, on request at the cursor: frames carry only counts. */

export interface TimerToken {
  /** Request number, as in events. */
  id: TimerNumber;
  due: Micros;
  /** Level and bucket, from 0; bucket −1 = in the current tick, in no bucket. */
  level: number;
  bucket: number;
  /** Its purpose: "reply 4 a.example". */
  label: string;
  /** Shape of the token: message (filled), agent (pill), or other: destination, transport, scan, manual timer. */
  form: 'message' | 'agent' | 'other';
  /** Up to three characters inside the token. */
  mark: string;
  /** Number of the message whose colour it has, 0 = none. */
  number: number;
}

/** One armed bucket. `count` 0 = empty; it will wake the clock for nothing. */
export interface ArmedBucketRow {
  level: number;
  bucket: number;
  due: Micros;
  count: number;
  /** It holds a timer that is due when it opens. That timer runs, whatever the level. */
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

/** A placement of a timer: at `at`, into a bucket that opens at `opens`. */
export interface TimerPlacing {
  at: Micros;
  level: number;
  bucket: number;
  opens: Micros;
}

/** The life of one timer up to the cursor. */
export interface TimerPath {
  id: TimerNumber;
  label: string;
  due: Micros;
  token: TimerToken | null;
  placings: TimerPlacing[];
  /** How it ended; null = pending. */
  end: { at: Micros; how: 'ran' | 'cancelled' } | null;
}

/** A timer that moved or ran in a wake-up. */
export interface WokenTimer {
  id: TimerNumber;
  label: string;
  due: Micros;
  fromLevel: number;
  fromBucket: number;
  /** −1 = it ran. */
  toLevel: number;
  toBucket: number;
}

/** The last wake-up of the clock: buckets opened together, and what happened to their timers (at most 200). */
export interface WakeUp {
  at: Micros;
  step: StepNumber;
  opened: { level: number; bucket: number; opens: Micros; ran: number; moved: number }[];
  timers: WokenTimer[];
  /** The cancel that emptied the first empty bucket. */
  emptiedBy: { label: string; at: Micros } | null;
  /** The purge at its end. */
  purge: { estimate: number; interval: number; visited: number; removed: number } | null;
}

/** The opened bucket: its list from the head, at most 60 of `count`. */
export interface OpenedBucket {
  level: number;
  bucket: number;
  /** −1 = not armed. */
  due: Micros;
  count: number;
  timers: TimerToken[];
  /** The cancel that emptied it, if it is armed and empty. */
  emptiedBy: { label: string; at: Micros } | null;
}

export interface WheelQuestion {
  /** Timer to follow, 0 = none. */
  follow: number;
  open: { level: number; bucket: number } | null;
}

export interface WheelDetail {
  /** Instant of this state. The clock may have advanced since, asleep. */
  at: Micros;
  step: StepNumber;
  tick: Micros;
  size: number;
  /** Timers in buckets and in the current tick. */
  pending: number;
  /** −1 = no bucket is armed. */
  nextWakeUp: Micros;
  levels: WheelLevelRow[];
  /** Armed buckets in the order in which they open. */
  queue: ArmedBucketRow[];
  /** Soonest first, within a bucket in list order; at most 150. */
  timers: TimerToken[];
  watched: WatchListRow[];
  /** The estimate that decides a purge: operations watched since the last one, minus pending ones. Null = none watched. */
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
