/**
 * Every record of concurrency management groups, a paragraph each (threads/README.md §1).
 *
 * A thread fetches events from a source. A source may be bound to a group for life; the group counts those of its
 * threads that are runnable, and a fetch on its source hands out events only while that count is within the limit.
 * CPUs run what is ready. Nothing here knows of mail: a host (the laboratory, a scenario file, the mail world)
 * posts items and says what a thread does with them.
 *
 * Time is whole microseconds. Ids start at 1; 0 is "none".
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

/** What a fetch hands over: the item's name, and the number that the host gave it. */
export interface TakenItem {
  readonly name: string;
  readonly tag: number;
}

/** Result of a finished fetch. */
export type FetchResult = { readonly ok: readonly TakenItem[] } | { readonly err: Errno };

/** One step of a handler. `until: null` = until the host says that the wait is over. */
export type Phase = { readonly cpu: Micros } | { readonly block: Micros | null; readonly why: string };

/** What a thread does when it gets a CPU. */
export type NextAct =
  /** Go on with the handler, or compute for ever when there is none. */
  | 'compute'
  /** First act of a new pool thread. */
  | 'fetch'
  /** Woken inside a fetch: look again (§6). */
  | 'recheck'
  /** The fetch is over, only the return is missing: the exit gate opened, or SIGCONT after SIGSTOP. */
  | 'leave';

/**
 * Who decides what a thread does outside of fetches: `manual` = operations from outside, in between it computes for
 * ever; `worker` = the host is asked after each fetch and at the end of each handler; `background` = computes for
 * ever, is in no group, and is left out of the pool's figures (§14).
 */
export type Program = 'manual' | 'worker' | 'background';

/** What a worker wants to know from the host. The host answers before the next step of the machine. */
export type Awaiting = 'none' | 'fetched' | 'handled';

/**
 * A thread. Two things are independent: the run state, and the group it is associated with. `charged` is true
 * exactly while it is associated and runnable, and makes every change of the count happen once (§2).
 *
 * While a fetch is in progress `source` names it. A waiting thread is on its source's waiter stack; a released one
 * (`woken`) has left the stack but keeps its `stamp`, because a thread that finds nothing goes back to sleep in
 * place: the stack is ordered by stamp, newest on top. (Leaving woken threads on the stack, as the kernel does,
 * would make "topmost waiter not yet woken" a walk over all of them.)
 */
export interface ThreadRecord extends Row {
  readonly name: string;
  readonly owner: number;
  readonly transport: PoolId;
  readonly program: Program;
  /** Threads of one process end together when one of them executes another program. */
  readonly process: number;
  /** Pool that it counts as a live member of. */
  readonly pool: ThreadPoolId;

  state: RunState;
  /** When it came into this state. */
  since: Micros;
  group: GroupId;
  charged: boolean;

  cpu: CpuId;
  /** Run queue that it stands in (0 = none), and that it stood in last. */
  runQueue: number;
  homeQueue: number;
  runPrev: ThreadId;
  runNext: ThreadId;
  next: NextAct;

  /** Call in progress: source, or 0. */
  source: SourceId;
  max: number;
  min: number;
  timeout: Micros;
  /** Absolute, −1 = never; kept over going back to sleep. */
  deadline: Micros;
  deadlineAlarm: number;
  masked: boolean;
  reason: WaitReason;
  woken: boolean;
  timedOut: boolean;
  interrupted: boolean;
  /** Was on its way when its source was bound: for this pass it is neither held nor counted there (§9). */
  outsider: boolean;
  stamp: number;
  waitPrev: ThreadId;
  waitNext: ThreadId;
  /** Events taken so far by a call that needs more of them, or that is held in the exit gate (AIO). */
  held: readonly TakenItem[];
  /** Result of the latest fetch; null while one is in progress, and before the first. */
  result: FetchResult | null;

  phases: readonly Phase[];
  phase: number;
  /** CPU work left in this phase, and the stretch that is being run. */
  work: Micros;
  segmentStart: Micros;
  /** Work takes `slowdown` / 1000 of its time in this stretch (§13, contention). */
  slowdown: number;
  blockAlarm: number;
  waitsFor: string;
  /** Stopped while blocked in its handler, and the wait has not ended yet. */
  stillBlocked: boolean;
  awaiting: Awaiting;
  awaitPrev: ThreadId;
  awaitNext: ThreadId;
}

/**
 * A concurrency management group: the limit (CV) and the number of threads charged to it. It lives while it has a
 * descriptor, a thread or a source (§3). `peak` is the largest count since it was reset; the integrals are
 * step functions since the start of the measurement. `over…` say who took the count over the limit last, and why.
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
 * An event source: a FIFO of pending items and a LIFO of waiting threads (`waitFirst` = top). `eager` is false for
 * the kernel's AIO of today, whose limit acts on the way out: threads that hold events wait there in a FIFO, the
 * exit gate (§8).
 */
export interface SourceRecord extends Row {
  readonly name: string;
  readonly transport: PoolId;
  readonly kind: SourceKind;
  readonly wake: WakeOrder;
  /** The limit acts when events are taken (§5); false: when the call returns (§8, `today`). */
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

/** How a descriptor is reported (§11): again and again, once per post, or once until it is re-armed. */
export type Trigger = 'level' | 'edge' | 'one-shot';

/**
 * Something on a ready list. A plain item is consumed when fetched, and its record used again (`freeNext`). A
 * descriptor stays with its source: it is on the list at most once, and knows whether it has been read.
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
 * A CPU. `alarm` is the one thing that will happen to it: the end of the switch, of the phase, or of the slice. A CPU
 * of a lower number than `online` in the machine's record takes threads; the others are unplugged.
 */
export interface CpuRecord extends Row {
  thread: ThreadId;
  lastThread: ThreadId;
  switching: boolean;
  sliceEnd: Micros;
  alarm: number;
}

/** A FIFO of ready threads: number 1 is the global one, or each CPU has the one with its own number. */
export interface RunQueueRecord extends Row {
  first: ThreadId;
  last: ThreadId;
  length: number;
}

/** What happens at `due`. `order` ranks kinds within one instant when the machine is told to (world/README.md §3). */
export type AlarmKind =
  | 'cpu.start'
  | 'cpu.phase'
  | 'cpu.slice'
  | 'thread.deadline'
  | 'thread.unblock'
  | 'queues.rebalance'
  | 'host';

/**
 * An alarm, a node of a pairing heap over ids (alarms.ts). Total order: (due, order, seq). Records of spent alarms
 * are used again, so that a run of any length needs as many as were pending at once.
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
 * A pool that grows by the document's rule (§14): `counter` is the number of threads inside a fetch on its source;
 * when a return takes it to 0, `growBy` threads are created unless `max` live ones exist. There is no rule for
 * shrinking.
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

/**
 * A descriptor: small integers that calls name things with. Groups and epolls have them; for AIO it is the context
 * id.
 */
export interface DescriptorRecord extends Row {
  readonly kind: 'group' | SourceKind;
  readonly id: number;
  readonly closeOnExec: boolean;
  open: boolean;
}

/** Sums since the start of the measurement (§15). Each is 0 at its start. */
export interface TotalsRecord extends Row {
  since: Micros;
  voluntary: number;
  involuntary: number;
  /** Dispatches of a thread that was not the last one on its CPU. */
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

/** The one row about the machine as a whole. `runnable` leaves background threads out, `runnableAll` does not. */
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

/** How room in a group came about: who left the count, by what, and in which wait. */
export interface Opening {
  readonly thread: ThreadId;
  readonly cause: ThreadCause;
  readonly detail: string;
}
