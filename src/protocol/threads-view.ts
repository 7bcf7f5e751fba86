import type { GroupRow, SourceRow, ThreadId, ThreadRow } from './threads.ts';
import type { Micros } from './units.ts';

/**
 * What a picture of one concurrency group needs. The mail world fills it for the agents of one transport, a scenario of
 * threads alone for one of its groups; a panel that draws it need not know which.
 */

/** A thread with what it carries. Threads are named in lists by id; every id in a `ThreadsRow` has a token. */
export interface ThreadToken extends ThreadRow {
  /** Instant at which it came into its present state. */
  since: Micros;
  /** What it works on: the number on the chip of its message, 0 = none, and the name of its event, '' = none. */
  number: number;
  item: string;
  /** Destination that it talks to; '' = none. */
  destination: string;
  /** Step of the delivery that it is in: connect, greeting, commands, data, end; '' = none. */
  phase: string;
  /** The latest instant at which its wait ends by itself: patience, or a wait of known length; −1 = none. */
  until: Micros;
  /** Computes for ever, in no group: counted nowhere, but it stands in the same run queue. */
  background: boolean;
}

/** A pending event. In the mail world a token ("the transport has something selectable"), unless it was bound ahead. */
export interface PendingItem {
  name: string;
  /** Message that it is bound to already, 0 = none: late binding. */
  number: number;
}

export interface CpuToken {
  /** CPUs are shown from 0. */
  index: number;
  thread: ThreadId;
  /** Who was here last: it comes back without a switch, its cache still warm. */
  lastThread: ThreadId;
  /** The switch is being paid: the thread is counted and makes no progress. */
  switching: boolean;
  /** −1 = no slices. */
  sliceEnd: Micros;
}

/** One change: from `at` on so many are runnable, under this limit, with so many events pending. */
export type CountSample = readonly [at: Micros, runnable: number, limit: number, pending: number];

/** The process limit of a transport, or the largest size of a pool: threads that exist, and those with work in hand. */
export interface PoolGauge {
  live: number;
  busy: number;
  max: number;
  /** Threads inside a fetch, as the program itself counts them: at 0 it creates another. */
  standby: number;
}

/** Destination windows behind the threads: entries on busy lists. Absent outside of mail. */
export interface WindowGauge {
  destination: string;
  busy: number;
  window: number;
  todo: number;
  /** Messages whose entries fill it, oldest first, at most 12. */
  numbers: number[];
}

/** What `CV × (T-all ÷ T-cpu)` comes to so far; times in µs of one request on average, null while nothing is known. */
export interface PoolEstimate {
  all: Micros;
  cpu: Micros;
  threads: number;
}

/** One group with its source, its threads and the CPUs that it shares with all others, at the cursor. */
export interface ThreadsRow {
  rev: number;
  /** Transport, or group. */
  name: string;
  /** Null = no group: every thread passes. */
  group: GroupRow | null;
  source: SourceRow;
  /** Names that one can look at instead: of transports, by the pool of their agents (from 1), or of groups. */
  names: string[];
  /** Most that was runnable at once, so far; the time integral of what was above the limit, in thread × µs. */
  peak: number;
  overshoot: number;
  cpus: CpuToken[];
  online: number;
  /** Ready threads in order, of every group: they wait for the same CPUs. At most 60 of `ready`. */
  runQueue: ThreadId[];
  ready: number;
  /** Oldest first, at most 60 of `source.pending`. */
  pending: PendingItem[];
  /** Threads of this group (or without one, on its source) by what they do; waiters are in `source`. At most 60 each. */
  blocked: ThreadId[];
  blockedCount: number;
  stopped: ThreadId[];
  threads: ThreadToken[];
  pool: PoolGauge | null;
  windows: WindowGauge[];
  estimate: PoolEstimate | null;
  background: number;
  /** Latest changes, oldest first, at most 96. */
  samples: readonly CountSample[];
  /** Waits are so many times shorter, next to CPU work, than they really are; 1 = real. */
  story: number;
  /** Entries that are bound before an agent is there; 0 = late binding. */
  prefetch: number;
}
