import type {
  AgentId,
  EntryId,
  JobId,
  MessageId,
  QueueId,
  TransportId,
  TimerNumber,
  MessageNumber,
  DeliveryId,
} from './ids.ts';
import type { AgentFault, ServerBehaviour } from './commands.ts';
import type { FeedbackAmount } from './inspect.ts';
import type { Micros, Seconds } from './units.ts';

/**
 * The page's view of the simulation: flat rows with an id and a `rev`. Equal `rev` means equal row, so the page keeps the old
 * object and selectors compare references.
 */
export interface TransportRow {
  id: TransportId;
  rev: number;
  name: string;
  status: 'ready' | 'dead';
  /** Instant at which a dead transport is tried again; 0 when ready. */
  until: Micros;
  /** Jobs with a JobRow, in job-list order: all jobs or, in a long list, the jobs drawn as cards. */
  jobs: JobId[];
  /** The same jobs as in `jobs`, by queue time. */
  byTime: JobId[];
  /** Length of the list. It is longer than `jobs` when the remaining jobs are sent as columns (`ListRow`). */
  jobCount: number;
  /** Destinations in memory. At most 5,000 of them, the oldest, are sent as rows. */
  queueCount: number;
  current: JobId;
  /** Best candidate of the latest preemption test, while it is still on the list; else 0. */
  candidate: JobId;
  candidateScore: number;
  agentFault: 'none' | AgentFault;
  agentLimit: number;
  agentsBusy: number;
  pending: number;
  /** True while the transport's rate delay (`transport_rate_delay`) keeps it from opening another connection. */
  rateLocked: boolean;
  /** Why the transport is dead; "" when ready. */
  cause: string;
  /** Place in the list from which transports get connections in turn, from 1. */
  turn: number;
  /** Slots left in its pool of recipient slots; negative = extra slots lent. */
  recipientSlotsUnused: number;
  /** Job that gets recipient slots when they become free: the first with recipients to read; 0 = none. */
  nextUnread: JobId;
  selections: number;
  /** Effective values in this transport, by Postfix suffix (`delivery_slot_cost` …). */
  params: Record<string, string | number>;
  /** Values of its two feedback settings under the run's rule. */
  feedback: { positive: FeedbackAmount; negative: FeedbackAmount };
}

/** Bit of `ListRow.flags`: the job is a blocker. */
export const LISTED_BLOCKER = 1;

/**
 * A job list too long for rows, in the order that the view asks for; one number per job in each column. Typed arrays on one
 * buffer cost the page almost nothing; ten thousand objects per frame would cost it 4 ms.
 */
export interface ListRow {
  id: TransportId;
  rev: number;
  ids: Uint32Array<ArrayBuffer>;
  numbers: Uint32Array<ArrayBuffer>;
  /** For each job: its entries still waiting, plus its recipients still in the queue file. */
  left: Uint32Array<ArrayBuffer>;
  /** Blocked share of the waiting entries, 0 to 255; always 0 in lists above 400 jobs. */
  blocked: Uint8Array<ArrayBuffer>;
  flags: Uint8Array<ArrayBuffer>;
}

/**
 * State of one entry, for its cell: `d` delivered, `f` not delivered (deferred, or moved to retry), `b` being delivered, `s`
 * selectable, `x` blocked (its destination has no room at this instant).
 */
export type CellState = 'd' | 'f' | 'b' | 's' | 'x';

/** Delivery slots that a job spent on another job's message: `count` slots on message `number`. */
export interface Spend {
  number: MessageNumber;
  count: number;
}

export interface JobRow {
  id: JobId;
  rev: number;
  transport: TransportId;
  msg: MessageId;
  number: MessageNumber;
  level: number;
  parent: JobId;
  children: JobId[];
  /** Numbers of finished jobs between this job and its parent, nearest first ("4 gone, adopted by 1"). */
  gone: number[];
  blocker: boolean;
  /** Second at which the message entered the active queue. */
  queued: Seconds;
  /** Entries created so far, and how many of them were selected. */
  read: number;
  selected: number;
  /** Recipients of the message still in the queue file. */
  unread: number;
  /** Entries by state; they add up to `read`. */
  counts: Record<CellState, number>;
  /**
   * One letter (CellState) per entry: selected entries in order of selection, then waiting entries; "" = more than 240
   * entries.
   */
  cells: string;
  cost: number;
  /** Undivided balance of delivery slots, as in the real program; may be negative. */
  deliverySlotsAvailable: number;
  /** Messages on which delivery slots were spent (paid or owed), in order. Refunded slots are removed. */
  spends: Spend[];
  /** Recipients in memory of this job, and its recipient slots. */
  recipientCount: number;
  recipientSlots: number;
}

export interface QueueRow {
  id: QueueId;
  rev: number;
  transport: TransportId;
  name: string;
  status: 'ready' | 'throttled' | 'suspended';
  window: number;
  limit: number;
  /** Numbers of the messages being delivered to this destination, oldest first, at most 40. */
  busyBy: number[];
  busy: number;
  todo: number;
  success: number;
  failure: number;
  failCohorts: number;
  cohortLimit: number;
  blocker: boolean;
  /**
   * Latest changes of the window, oldest first, at most 32: `window[i]` is the window from instant `at[i]` on (0 = dead).
   * Columns, because sending a frame with thousands of pairs took twice as long.
   */
  history: { at: readonly Micros[]; window: readonly number[] };
  /** Instant at which a throttled or suspended queue is ready again; 0 when ready. */
  until: Micros;
  reason: string;
}

export interface ServerRow {
  /** Destination name, or `*`. */
  name: string;
  rev: number;
  behaviour: ServerBehaviour;
  /** True when the server behaves like `*` and has no settings of its own. */
  inherited: boolean;
  /** Number of open sessions, and of deliveries waiting in the server's accept queue. */
  sessions: number;
  waiting: number;
}

/** One delivery by one agent: a tile of the strip (ids count tiles from 1) and a bar of the lanes. `end` −1 = in progress. */
export interface DeliveryRow {
  id: DeliveryId;
  rev: number;
  transport: TransportId;
  agent: AgentId;
  number: MessageNumber;
  entry: EntryId;
  queue: string;
  start: Micros;
  end: Micros;
  result: '' | 'ok' | 'defer' | 'site-fail' | 'crash';
  /** Recipients that the server refused permanently. */
  bounced: number;
  /** The reason of the failure that the agent reported. */
  reason: string;
  /** Message that was preempted at this selection; 0 = none. */
  preempted: number;
  /** The message that preempted. It need not have got the slot: when its destinations are full, another message gets it. */
  preemptor: number;
  recipients: number;
}

export interface MessageRow {
  id: MessageId;
  rev: number;
  number: MessageNumber;
  injected: Micros;
  recipients: number;
  delivered: number;
  /** Recipients that a server refused permanently. */
  bounced: number;
  /** Deferred recipients so far; each deferral counts. */
  deferred: number;
  place: 'incoming' | 'active' | 'deferred' | 'hold' | 'done';
  /** Earliest retry of a deferred message, at the first queue scan after it; −1 = not deferred. */
  retryAt: Micros;
  /** Instants of the first and latest delivery slot, and of the end; −1 = not yet. */
  firstSlotAt: Micros;
  lastSlotAt: Micros;
  doneAt: Micros;
}

export interface MailSample {
  at: Micros;
  incoming: number;
  active: number;
  deferred: number;
}

/** The queue manager as a whole: its mail queues, memory and scans. */
export interface MailRow {
  rev: number;
  incoming: number;
  active: number;
  deferred: number;
  hold: number;
  /** History of the numbers in the mail queues, at most 240 samples over the run. */
  samples: readonly MailSample[];
  recipientsInCore: number;
  messageActiveLimit: number;
  messageRecipientLimit: number;
  messageRecipientMinimum: number;
  queueRunDelay: Seconds;
  minimalBackoff: Seconds;
  /** Instant of the next scan of the deferred queue; −1 = none is due. */
  nextScan: Micros;
  scanning: '' | 'incoming' | 'deferred';
}

export interface WheelRow {
  rev: number;
  tick: Micros;
  size: number;
  levels: { tick: Micros; currentTime: Micros; buckets: { index: number; count: number; due: Micros }[] }[];
  pending: number;
  nextWakeUp: Micros;
  /** Timers that are due soonest, at most 60. */
  tasks: { id: TimerNumber; due: Micros; level: number; bucket: number; label: string }[];
  /** Waiting operations of each key. */
  watched: { key: string; numbers: number[]; total: number }[];
  counters: { inserts: number; cancels: number; cascades: number; expirations: number };
}

/** Table name → type of its rows, as streamed. */
export interface RowTypes {
  transport: TransportRow;
  job: JobRow;
  queue: QueueRow;
  message: MessageRow;
  delivery: DeliveryRow;
}
export type RowKind = keyof RowTypes;
