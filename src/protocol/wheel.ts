import type { StepNumber, TimerNumber } from './ids.ts';
import type { Micros } from './units.ts';

/** What the large view of a timing wheel shows, asked for at the cursor: the main frame carries only counts. */

/** A timer as a token. */
export interface TimerToken {
  /** Request number, as in events. */
  id: TimerNumber;
  due: Micros;
  /** Level and bucket count from 0; bucket −1 = in the open tick, in no bucket. */
  level: number;
  bucket: number;
  /** What it is for: "reply 4 a.example". */
  label: string;
  /** Form of the token: a message (filled), an agent (pill), or a destination, transport, scan, or timer by hand. */
  form: 'message' | 'agent' | 'other';
  /** Up to three characters inside the token. */
  mark: string;
  /** Number of the message whose colour it has, 0 = none. */
  number: number;
}

/** One armed bucket. `count` 0 = empty, and it will wake the clock for nothing. */
export interface ArmedBucketRow {
  level: number;
  bucket: number;
  due: Micros;
  count: number;
  /** It holds a timer that is due when it opens: that one runs, whatever the level. */
  runs: boolean;
}

export interface WheelLevelRow {
  tick: Micros;
  /** Where the wheel stands on this level; moves only when a bucket opens. */
  currentTime: Micros;
  count: number;
}

/** A watch list: its operations from the head, those completed marked; at most 40 of `total`. */
export interface WatchListRow {
  key: string;
  nodes: { number: number; done: boolean }[];
  total: number;
  done: number;
}

/** Where a timer was put: at `at`, into a bucket that opens at `opens`. */
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

/** The last time the clock woke: buckets opened together, with what became of their timers (at most 200). */
export interface WakeUp {
  at: Micros;
  step: StepNumber;
  opened: { level: number; bucket: number; opens: Micros; ran: number; moved: number }[];
  timers: WokenTimer[];
  /** Who left the first bucket that opened empty: the cancel of its last timer. */
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
  /** The cancel that left it empty, when it is armed and empty. */
  emptiedBy: { label: string; at: Micros } | null;
}

/** What is asked. */
export interface WheelQuestion {
  /** Timer to follow, 0 = none. */
  follow: number;
  open: { level: number; bucket: number } | null;
}

export interface WheelDetail {
  /** The state is that of this instant; the clock may have gone on since, asleep. */
  at: Micros;
  step: StepNumber;
  tick: Micros;
  size: number;
  /** Timers in buckets and in the open tick. */
  pending: number;
  /** −1 = nothing is armed. */
  nextWakeUp: Micros;
  levels: WheelLevelRow[];
  /** Armed buckets in the order in which they open. */
  queue: ArmedBucketRow[];
  /** Soonest first, inside a bucket in list order; at most 150. */
  timers: TimerToken[];
  watched: WatchListRow[];
  /** The estimate that decides a purge: watched since the last one, less pending ones. Null = nothing is watched here. */
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
