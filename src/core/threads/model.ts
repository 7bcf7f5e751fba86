/**
 * Every record of concurrency management groups (threads/README.md §1).
 *
 * A thread fetches events from a source. A source may be bound to a group for life. The group counts its runnable threads, and
 * a fetch on its source returns events only while that count is within the limit. CPUs run ready threads. This folder knows
 * nothing about mail: a host (the laboratory, a scenario file, the mail world) posts items and tells threads what to do with them.
 *
 * Time is whole microseconds. Ids start at 1; 0 means none.
 */
import type { PoolId } from '../../protocol/ids.ts';
import type {
  CpuId,
  GroupId,
  RunState,
  SourceId,
  SourceKind,
  ThreadCause,
  ThreadId,
  WaitReason,
  WakeOrder,
  ThreadPoolId,
} from '../../protocol/threads.ts';
import type { Micros } from '../../protocol/units.ts';
import type { Row } from '../tables.ts';

/** Error numbers of the calls (§4). */
export type Errno = 'EINVAL' | 'EBADF' | 'EBUSY' | 'EINTR' | 'EMFILE' | 'ENOMEM' | 'ENOSYS';

export interface TakenItem {
  readonly name: string;
  readonly tag: number;
}

export type FetchResult = { readonly ok: readonly TakenItem[] } | { readonly err: Errno };

/** One step of a handler. `block: null` = until the host ends the wait. */
export type Phase = { readonly cpu: Micros } | { readonly block: Micros | null; readonly why: string };

export type NextAct =
  /** Continue the handler, or compute for ever without a handler. */
  | 'compute'
  /** First act of a new pool thread. */
  | 'fetch'
  /** Woken inside a fetch: check again (§6). */
  | 'recheck'
  /** Return from a finished fetch: the exit gate opened, or SIGCONT after SIGSTOP. */
  | 'leave';

/**
 * Who decides what a thread does outside fetches. `manual`: operations from outside; between them the thread computes
 * for ever. `worker`: the host, after each fetch and each handler. `background`: computes for ever, is in no group,
 * and is left out of the pool's figures (§14).
 */
export type Program = 'manual' | 'worker' | 'background';

/** A worker's unanswered question. The host answers it before the next step of the machine. */
export type Awaiting = 'none' | 'fetched' | 'handled';

/**
 * A thread. Its run state and its group are independent. `charged` is true exactly while it is runnable and in a
 * group; the flag ensures that each change is counted once (§2).
 *
 * During a fetch `source` is set. A waiting thread is on its source's waiter stack. A released thread (`woken`) has
 * left the stack but keeps its `stamp`: the stack is ordered by stamp, newest on top, and a thread that finds nothing
 * returns to its old place. The kernel leaves woken threads on the stack; here every search for the topmost sleeping
 * waiter would then be a walk.
 */
export interface ThreadRecord extends Row {
  readonly name: string;
  readonly owner: number;
  readonly transport: PoolId;
  readonly program: Program;
  /** Threads of one process end together when one of them calls exec. */
  readonly process: number;
  /** The pool that counts the thread as a live member. */
  readonly pool: ThreadPoolId;

  state: RunState;
  /** When the thread entered this run state (µs). */
  since: Micros;
  group: GroupId;
  charged: boolean;

  cpu: CpuId;
  /** Run queue that the thread is in (0 = none), and the run queue that it was in last. */
  runQueue: number;
  homeQueue: number;
  runPrev: ThreadId;
  runNext: ThreadId;
  next: NextAct;

  source: SourceId;
  max: number;
  min: number;
  timeout: Micros;
  /** Instant at which the call's wait times out; −1 = never. Kept when the thread goes back to sleep. */
  deadline: Micros;
  deadlineAlarm: number;
  masked: boolean;
  reason: WaitReason;
  woken: boolean;
  timedOut: boolean;
  interrupted: boolean;
  /** True if the source was bound after the thread was woken and before it ran. This fetch is not held or counted (§9). */
  outsider: boolean;
  stamp: number;
  waitPrev: ThreadId;
  waitNext: ThreadId;
  /** Events already taken by a call that needs more, or that waits in the exit gate (AIO). */
  held: readonly TakenItem[];
  /** Result of the latest fetch; null during a fetch and before the first. */
  result: FetchResult | null;

  phases: readonly Phase[];
  phase: number;
  /** Remaining CPU work (µs) of this phase, and when the present stretch of work began. */
  work: Micros;
  segmentStart: Micros;
  /** In this stretch, work takes `slowdown` / 1000 times as long (§13, contention). */
  slowdown: number;
  blockAlarm: number;
  waitsFor: string;
  /** True if the thread was stopped while blocked in its handler, and that wait has not ended. */
  stillBlocked: boolean;
  awaiting: Awaiting;
  awaitPrev: ThreadId;
  awaitNext: ThreadId;
}

/**
 * A concurrency management group: the limit (CV) and the number of threads charged to it. It lives while it has a descriptor,
 * a thread or a source (§3). `peak` is the largest count since its reset; the integrals run from the start of the measurement.
 * `overCause` and `overThread` say what last took the count over the limit.
 */
export interface GroupRecord extends Row {
  readonly name: string;
  readonly transport: PoolId;
  limit: number;
  runnable: number;
  members: number;
  source: SourceId;
  descriptors: number;
  alive: boolean;
  peak: number;
  since: Micros;
  runnableIntegral: number;
  runnableMax: number;
  overIntegral: number;
  overMax: number;
  overCause: ThreadCause | '';
  overThread: ThreadId;
}

/**
 * An event source: a FIFO of pending items and a LIFO of waiting threads (`waitFirst` = top). `eager` is false for AIO of the
 * present kernel, where the limit applies on return: threads that hold events wait in a FIFO, the exit gate (§8).
 */
export interface SourceRecord extends Row {
  readonly name: string;
  readonly transport: PoolId;
  readonly kind: SourceKind;
  readonly wake: WakeOrder;
  /** True: the limit applies when events are taken (§5). False: when the call returns (§8, `today`). */
  readonly eager: boolean;
  group: GroupId;
  destroyed: boolean;
  pool: ThreadPoolId;
  itemFirst: number;
  itemLast: number;
  pending: number;
  descriptorFirst: number;
  descriptorLast: number;
  waitFirst: ThreadId;
  waitLast: ThreadId;
  waiting: number;
  gateFirst: ThreadId;
  gateLast: ThreadId;
  since: Micros;
  pendingIntegral: number;
  pendingMax: number;
}

/** How a descriptor is reported (§11): repeatedly until it is read, once for each post, or once until rearmed. */
export type Trigger = 'level' | 'edge' | 'one-shot';

/**
 * Something on a ready list. A fetch consumes a plain item, and its record is reused. A descriptor stays with its source, is
 * listed at most once, and stores whether it was read.
 */
export interface ItemRecord extends Row {
  name: string;
  tag: number;
  source: SourceId;
  trigger: Trigger | 'plain';
  listed: boolean;
  unread: boolean;
  armed: boolean;
  prev: number;
  next: number;
  descriptorPrev: number;
  descriptorNext: number;
}

/**
 * A CPU. `alarm` is its next event: the end of the switch, the phase or the slice. CPUs numbered above `online` of the
 * machine's record are unplugged.
 */
export interface CpuRecord extends Row {
  thread: ThreadId;
  lastThread: ThreadId;
  switching: boolean;
  sliceEnd: Micros;
  alarm: number;
}

/** A FIFO of ready threads. Number 1 is the global queue; with per-CPU queues, CPU n has queue n. */
export interface RunQueueRecord extends Row {
  first: ThreadId;
  last: ThreadId;
  length: number;
}

/** What happens at `due`. With `instantOrder` `kinds`, `order` ranks kinds within one instant (world/README.md §3). */
export type AlarmKind =
  | 'cpu.start'
  | 'cpu.phase'
  | 'cpu.slice'
  | 'thread.deadline'
  | 'thread.unblock'
  | 'queues.rebalance'
  | 'host';

/**
 * An alarm: a node of a pairing heap over ids (alarms.ts). Total order: (due, order, seq). Spent records are reused, so a run
 * needs only as many as are pending at the same time.
 */
export interface AlarmRecord extends Row {
  due: Micros;
  order: number;
  seq: number;
  kind: AlarmKind;
  id: number;
  child: number;
  next: number;
  prev: number;
}

/**
 * A pool that grows by the document's rule (§14): `counter` is the number of threads in a fetch on its source. When a
 * return takes it to 0, `growBy` threads are created, up to `max` live threads. There is no rule for shrinking.
 */
export interface PoolRecord extends Row {
  readonly source: SourceId;
  readonly growBy: number;
  readonly prefix: string;
  max: number;
  counter: number;
  live: number;
  created: number;
}

/** A descriptor: a small integer that calls use. Groups and epoll sources have a descriptor; for AIO it is the context id. */
export interface DescriptorRecord extends Row {
  readonly kind: 'group' | SourceKind;
  readonly id: number;
  readonly closeOnExec: boolean;
  open: boolean;
}

/** Sums since the start of the measurement (§15). */
export interface TotalsRecord extends Row {
  since: Micros;
  voluntary: number;
  involuntary: number;
  /** Dispatches of a thread that had not been the last thread on its CPU. */
  dispatches: number;
  spurious: number;
  switchTime: Micros;
  contentionTime: Micros;
  usefulTime: Micros;
  runnableIntegral: number;
  runnableMax: number;
  overIntegral: number;
  overMax: number;
}

/** The single row about the whole machine. `runnable` excludes background threads, `runnableAll` includes them. */
export interface MachineRecord extends Row {
  now: Micros;
  seq: number;
  stamp: number;
  online: number;
  busy: number;
  runnable: number;
  runnableAll: number;
  alarmRoot: number;
  alarmFree: number;
  itemFree: number;
  rebalanceAlarm: number;
  awaitFirst: ThreadId;
  awaitLast: ThreadId;
}

/** Why a slot opened in a group: the thread that left the count, the cause, and the wait that the thread began. */
export interface Opening {
  readonly thread: ThreadId;
  readonly cause: ThreadCause;
  readonly detail: string;
}
