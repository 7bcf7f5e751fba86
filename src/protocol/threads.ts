import type { PoolId } from './ids.ts';
import type { Counted, Micros } from './units.ts';

/** The vocabulary of concurrency management groups (threads/README.md): states, causes, and the rows a panel sees. */

export type ThreadId = Counted<'thread'>;
export type GroupId = Counted<'group'>;
export type SourceId = Counted<'source'>;
/** A pool of threads that grows by itself; not the host's pool of agents. */
export type ThreadPoolId = Counted<'thread pool'>;
/** CPUs count from 1 as records; a panel shows them from 0. */
export type CpuId = Counted<'cpu'>;
/** A CPU as it is drawn and told, from 0; −1 = none. */
export type CpuPlace = Counted<'place of a cpu'>;

/** Run state of a thread (§2). Only `running` and `ready` are counted, and only when the thread is in a group. */
export type RunState = 'running' | 'ready' | 'blocked-in-fetch' | 'blocked-in-handler' | 'stopped' | 'exited';

/** Why a thread waits in a fetch, for display: it does not influence who is woken (§2). */
export type WaitReason = 'none' | 'event' | 'gate' | 'exit-gate';

export type SourceKind = 'epoll' | 'aio';
/** Order in which a source wakes: one newest, one oldest, or all (§14). */
export type WakeOrder = 'lifo' | 'fifo' | 'herd';

/** Rules that let a waiting thread go on. The first three are §6; the others may exceed the limit or bypass it. */
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

/** What moved a thread, and with it the count of its group. Nothing changes a count without one of these. */
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

/** A thread as a panel sees it. Ids of `thread`, `group` and `source` rows are 0 when there is none. */
export interface ThreadRow {
  id: ThreadId;
  rev: number;
  name: string;
  /** The host's number for what it belongs to, 0 = nothing. */
  transport: PoolId;
  /** What the host put there, such as an agent's number; 0 when nothing. */
  owner: number;
  state: RunState;
  reason: WaitReason;
  /** Released from a wait, but it has not looked at the ready list yet. */
  onItsWay: boolean;
  group: GroupId;
  counted: boolean;
  /** Source of the call in progress. */
  source: SourceId;
  /** When its fetch times out; −1 = never. */
  deadline: Micros;
  cpu: CpuId;
  /** Name of the wait of a thread blocked in its handler. */
  waitsFor: string;
}

/** A group as a panel sees it. */
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
  /** What took the count over the limit last, and which thread; '' when it is not over. */
  overCause: ThreadCause | '';
  overThread: ThreadId;
}

/** An event source as a panel sees it. */
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
  /** Waiting threads, top of the stack first, without those on their way, at most 60. */
  waiters: ThreadId[];
  waiting: number;
  /** Threads that hold events in the exit gate, oldest first. */
  exitGate: ThreadId[];
  /** Threads released and not yet back, at most 60. */
  onTheirWay: ThreadId[];
}

export interface CpuRow {
  id: CpuId;
  rev: number;
  thread: ThreadId;
  /** The thread that was here last: it comes back without switch cost. */
  lastThread: ThreadId;
  /** The switch is being paid: the thread makes no progress. */
  switching: boolean;
  /** End of the slice; −1 = no slices. */
  sliceEnd: Micros;
}
