import type { PoolId } from './ids.ts';
import type { Counted, Micros } from './units.ts';

/** The vocabulary of concurrency management groups (threads/README.md): states, causes, and rows for panels. */

export type ThreadId = Counted<'thread'>;
export type GroupId = Counted<'group'>;
export type SourceId = Counted<'source'>;
/** A pool of threads that grows automatically; not the host's pool of agents. */
export type ThreadPoolId = Counted<'thread pool'>;
/** CPU records count from 1; panels show them from 0. */
export type CpuId = Counted<'cpu'>;
/** A CPU as displayed, from 0; −1 = none. */
export type CpuPlace = Counted<'place of a cpu'>;

/** Run state of a thread (§2). A thread in a group is counted while it is `running` or `ready`. */
export type RunState = 'running' | 'ready' | 'blocked-in-fetch' | 'blocked-in-handler' | 'stopped' | 'exited';

/** Why a thread waits in a fetch, for display. It does not influence who is woken (§2). */
export type WaitReason = 'none' | 'event' | 'gate' | 'exit-gate';

export type SourceKind = 'epoll' | 'aio';
/** Order in which a source wakes threads: the newest, the oldest, or all (§14). */
export type WakeOrder = 'lifo' | 'fifo' | 'herd';

/** Rules that release a waiting thread. W1, W2 and W3 are those of §6; the other rules may exceed or bypass the limit. */
export type ReleaseRule =
  | 'W1'
  | 'W2'
  | 'W3'
  | 'herd'
  | 'exit-gate'
  | 'timeout'
  | 'signal'
  | 'destroy'
  | 'pass-on';

/** What changed a thread's state, and with it the count of its group. No count changes without one. */
export type ThreadCause =
  | ReleaseRule
  | 'setup'
  | 'created'
  | 'dispatched'
  | 'slice-end'
  | 'cpu-removed'
  | 'unblock'
  | 'fault-done'
  | 'continue'
  | 'associate'
  | 'dissociate'
  | 'fetch'
  | 'block'
  | 'page-fault'
  | 'wait-event'
  | 'wait-gate'
  | 'wait-exit-gate'
  | 'stop'
  | 'exit'
  | 'limit-set';

/** A thread, for panels. `transport`, `group` and `source` are 0 when there is none. */
export interface ThreadRow {
  id: ThreadId;
  rev: number;
  name: string;
  /** The host's id for the thread's transport; 0 = none. */
  transport: PoolId;
  /** Number that the host gives the thread, such as an agent's number; 0 = none. */
  owner: number;
  state: RunState;
  reason: WaitReason;
  /** True when the thread was released from a wait and has not checked the ready list yet. */
  onItsWay: boolean;
  group: GroupId;
  counted: boolean;
  /** Source of the fetch in progress; 0 = none. */
  source: SourceId;
  /** Instant at which the fetch times out; −1 = never. */
  deadline: Micros;
  cpu: CpuId;
  /** What the thread waits for while it is blocked in its handler, such as `connect`. */
  waitsFor: string;
}

export interface GroupRow {
  id: GroupId;
  rev: number;
  name: string;
  limit: number;
  runnable: number;
  /** `limit` − `runnable`; negative = over the limit. */
  available: number;
  source: SourceId;
  members: number;
  alive: boolean;
  /** What last took the count over the limit, and which thread; '' when it is not over. */
  overCause: ThreadCause | '';
  overThread: ThreadId;
}

export interface SourceRow {
  id: SourceId;
  rev: number;
  name: string;
  transport: PoolId;
  kind: SourceKind;
  group: GroupId;
  destroyed: boolean;
  pending: number;
  /** Names of pending items, oldest first, at most 60. */
  queue: string[];
  /** Waiting threads, top of the stack first, without those in `onTheirWay`; at most 60. */
  waiters: ThreadId[];
  waiting: number;
  /** Threads that hold events in the exit gate, oldest first. */
  exitGate: ThreadId[];
  /** Threads that were released and have not returned from their fetch, at most 60. */
  onTheirWay: ThreadId[];
}

export interface CpuRow {
  id: CpuId;
  rev: number;
  thread: ThreadId;
  /** The last thread on this CPU. It returns without the cost of a switch. */
  lastThread: ThreadId;
  /** True while the CPU pays for the switch: the thread makes no progress. */
  switching: boolean;
  /** End of the slice; −1 = no slices. */
  sliceEnd: Micros;
}
