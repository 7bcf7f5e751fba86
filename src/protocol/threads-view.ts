import type { GroupRow, SourceRow, ThreadId, ThreadRow } from './threads.ts';
import type { Micros } from './units.ts';

/**
 * The data for a picture of one concurrency group: the agents of a transport in a run of mail, or a group in a run of threads
 * alone. Panels need not know which.
 */

/** A thread with its work. Lists refer to threads by id; every id in a `ThreadsRow` has a token. */
export interface ThreadToken extends ThreadRow {
  /** Instant at which the thread entered its present state. */
  since: Micros;
  /** What the thread works on: the chip number of its message (0 = none), and the name of its event ('' = none). */
  number: number;
  item: string;
  /** Destination that the thread talks to; '' = none. */
  destination: string;
  /** Phase of the delivery: connect, greeting, commands, data, end; '' = none. */
  phase: string;
  /** Instant at which the wait ends at the latest, by timeout or known length; −1 = never. */
  until: Micros;
  /** True for a thread of background load: it computes for ever and belongs to no group, so no limit counts it. */
  background: boolean;
}

/** A pending event. In the mail world it is a token ("the transport has something selectable"), or an entry bound ahead. */
export interface PendingItem {
  name: string;
  /** Message that the event is already bound to; 0 = none, because of late binding. */
  number: number;
}

export interface CpuToken {
  index: number;
  thread: ThreadId;
  /** The last thread on this CPU. It returns without a switch, because its cache is still warm. */
  lastThread: ThreadId;
  /** True while the CPU pays for the switch: the thread is counted but makes no progress. */
  switching: boolean;
  /** Instant at which the slice ends; −1 = no slices. */
  sliceEnd: Micros;
}

/** Runnable threads, limit and pending events from `at` on. */
export type CountSample = readonly [at: Micros, runnable: number, limit: number, pending: number];

/** The threads of a transport or pool: `live` exist, `busy` have work, at most `max` may exist (the process limit). */
export interface PoolGauge {
  live: number;
  busy: number;
  max: number;
  /** Number of threads inside a fetch, as the program counts them. At 0 the pool creates another thread. */
  standby: number;
}

/** The window of a destination for which these threads work. Absent outside mail. */
export interface WindowGauge {
  destination: string;
  busy: number;
  window: number;
  todo: number;
  /** Messages being delivered to this destination, oldest first, at most 12. */
  numbers: number[];
}

/** The result of `CV × (T-all ÷ T-cpu)` so far; mean times in µs per request. Null when nothing is known. */
export interface PoolEstimate {
  all: Micros;
  cpu: Micros;
  threads: number;
}

/** One group at the cursor, with its source, its threads, and the CPUs that it shares with all others. */
export interface ThreadsRow {
  rev: number;
  /** Name of the transport or of the group. */
  name: string;
  /** Null = no group: every thread is admitted. */
  group: GroupRow | null;
  source: SourceRow;
  /** Names to choose from: transports, by the pool of their agents (from 1), or groups. */
  names: string[];
  /** Largest number of runnable threads so far. `overshoot`: excess over the limit, summed over time, in thread × µs. */
  peak: number;
  overshoot: number;
  cpus: CpuToken[];
  online: number;
  /** Ready threads of all groups, in order; they wait for the same CPUs. At most 60 of `ready`. */
  runQueue: ThreadId[];
  ready: number;
  /** Pending events, oldest first, at most 60 of `source.pending`. */
  pending: PendingItem[];
  /** Threads of this group (or, without a group, of its source) by state; waiting threads are in `source`. At most 60 each. */
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
  /** Waits are this many times shorter, relative to CPU work, than in reality; 1 = real. */
  story: number;
  /** Entries bound before an agent is available; 0 = late binding. */
  prefetch: number;
}
