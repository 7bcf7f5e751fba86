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
 * What the page sees of the simulation: flat rows with an id and a `rev`. Equal `rev` means equal row, so the page
 * keeps the old object and selectors compare by reference.
 */
export interface TransportRow {
  id: TransportId;
  rev: number;
  name: string;
  status: 'ready' | 'dead';
  /** When a dead transport is tried again; 0 when ready. */
  until: Micros;
  /** Jobs with a JobRow in the order of the scheduler's list: all, or of a long list those that are drawn as cards. */
  jobs: JobId[];
  /** The same jobs by queue time. */
  byTime: JobId[];
  /** Length of the list; more than `jobs` when the rest comes as columns (`ListRow`). */
  jobCount: number;
  /** Destinations in memory; at most 5,000 of them, the oldest, come as rows. */
  queueCount: number;
  current: JobId;
  /** Best candidate of the latest preemption test of this transport, while it is still on the list; else 0. */
  candidate: JobId;
  candidateScore: number;
  /** How its agents fail. */
  agentFault: 'none' | AgentFault;
  agentLimit: number;
  agentsBusy: number;
  pending: number;
  /** A rate-delayed connection keeps it from opening another. */
  rateLocked: boolean;
  /** Why it is dead; "" when ready. */
  cause: string;
  /** Place in the list that transport selection walks, from 1. */
  turn: number;
  /** What is left in its pool of recipient slots; below 0 = so many extra slots are lent. */
  recipientSlotsUnused: number;
  /** Job that gets recipient slots as they become free: the first with recipients to read; 0 = none. */
  nextUnread: JobId;
  /** Delivery slots given so far. */
  selections: number;
  /** Values in force in this transport, by Postfix suffix (`delivery_slot_cost` …). */
  params: Record<string, string | number>;
  /** What its two feedback texts come to under the run's rule. */
  feedback: { positive: FeedbackAmount; negative: FeedbackAmount };
}

/** Bit of `ListRow.flags`: the job is a blocker. */
export const LISTED_BLOCKER = 1;

/**
 * A list of jobs too long for rows, one number a job in each column, in the order that the view asks for. Typed arrays
 * on one buffer, because ten thousand objects a frame cost the page 4 ms and this next to nothing.
 */
export interface ListRow {
  /** The transport. */
  id: TransportId;
  rev: number;
  ids: Uint32Array<ArrayBuffer>;
  /** Number on the chip. */
  numbers: Uint32Array<ArrayBuffer>;
  /** Entries that have not left todo, and recipients still in the queue file. */
  left: Uint32Array<ArrayBuffer>;
  /** Share of the waiting entries that is blocked, 0 to 255; always 0 in lists above 400 jobs. */
  blocked: Uint8Array<ArrayBuffer>;
  flags: Uint8Array<ArrayBuffer>;
}

/**
 * State of one entry, for its cell: `d` delivered, `f` not delivered (deferred, or moved to retry), `b` being
 * delivered, `s` selectable, `x` blocked (its destination takes no more at this instant).
 */
export type CellState = 'd' | 'f' | 'b' | 's' | 'x';

/** Delivery slots of a job spent on another: `count` slots on message `number`. */
export interface Spend {
  number: MessageNumber;
  count: number;
}

export interface JobRow {
  id: JobId;
  rev: number;
  transport: TransportId;
  msg: MessageId;
  /** Number on the chip. */
  number: MessageNumber;
  level: number;
  parent: JobId;
  children: JobId[];
  /** Numbers of vanished jobs between this one and its parent, nearest first ("4 gone, adopted by 1"). */
  gone: number[];
  blocker: boolean;
  /** Second at which the message entered the active queue. */
  queued: Seconds;
  /** Entries made so far, and how many of them have left todo. */
  read: number;
  selected: number;
  /** Recipients of the message still in the queue file. */
  unread: number;
  /** Entries by state; they add up to `read`. */
  counts: Record<CellState, number>;
  /** One letter (CellState) an entry, in order of selection, then of the lists; "" when there are more than 240. */
  cells: string;
  cost: number;
  /** Undivided balance, as the real software holds it; may be negative. */
  deliverySlotsAvailable: number;
  /** On whom delivery slots were spent (paid or owed), in order. What was given back has left this list. */
  spends: Spend[];
  /** Recipients in core and recipient slots of this job. */
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
  /** Numbers of the messages whose entries are being delivered, oldest first, at most 40. */
  busyBy: number[];
  busy: number;
  todo: number;
  success: number;
  failure: number;
  failCohorts: number;
  cohortLimit: number;
  blocker: boolean;
  /**
   * Latest changes of the window, oldest first, at most 32: instants, and the window from each on (0 = dead). Columns, because
   * thousands of pairs took half of the time of handing a frame over.
   */
  history: { at: readonly Micros[]; window: readonly number[] };
  /** When a throttled or suspended queue is ready again; 0 when ready. */
  until: Micros;
  reason: string;
}

export interface ServerRow {
  /** Destination name, or `*`. */
  name: string;
  rev: number;
  behaviour: ServerBehaviour;
  /** Behaves as `*` says: it was not set apart. */
  inherited: boolean;
  /** Sessions open now, and deliveries that wait in its accept queue. */
  sessions: number;
  waiting: number;
}

/** One delivery on one agent: a tile of the strip (ids count them from 1) and a bar of the lanes. `end` −1 = still open. */
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
  /** Recipients that the server refused for good. */
  bounced: number;
  /** What the agent reported, when it did not go well. */
  reason: string;
  /** Message that was preempted at this selection, and the one that did it; 0 = none. */
  preempted: number;
  /** Not always the one that got the slot: a job that is let in may find its destinations full. */
  preemptor: number;
  recipients: number;
}

/** A message that is, or was, in the run. */
export interface MessageRow {
  id: MessageId;
  rev: number;
  number: MessageNumber;
  injected: Micros;
  /** Recipients of the whole message. */
  recipients: number;
  delivered: number;
  /** Refused for good by a server. */
  bounced: number;
  /** Recipients put off so far; one that is put off twice counts twice. */
  deferred: number;
  place: 'incoming' | 'active' | 'deferred' | 'hold' | 'done';
  /** Until when a deferred file rests; −1 = it is not deferred. A queue scan has to come along after it. */
  retryAt: Micros;
  /** First and latest delivery slot that it got, and its end; −1 = not yet. */
  firstSlotAt: Micros;
  lastSlotAt: Micros;
  doneAt: Micros;
}

/** Messages in each mail queue from an instant on. */
export interface MailSample {
  at: Micros;
  incoming: number;
  active: number;
  deferred: number;
}

/** The queue manager as a whole: its mail queues, its memory, its scans. */
export interface MailRow {
  rev: number;
  incoming: number;
  active: number;
  deferred: number;
  hold: number;
  /** How that changed, at most 240 samples over the run. */
  samples: readonly MailSample[];
  recipientsInCore: number;
  messageActiveLimit: number;
  messageRecipientLimit: number;
  messageRecipientMinimum: number;
  queueRunDelay: Seconds;
  minimalBackoff: Seconds;
  /** The next scan of the deferred queue; −1 = none is due. */
  nextScan: Micros;
  scanning: '' | 'incoming' | 'deferred';
}

/** The timing wheel that drives the run. */
export interface WheelRow {
  rev: number;
  tick: Micros;
  size: number;
  levels: { tick: Micros; currentTime: Micros; buckets: { index: number; count: number; due: Micros }[] }[];
  pending: number;
  nextWakeUp: Micros;
  /** Soonest tasks, at most 60. */
  tasks: { id: TimerNumber; due: Micros; level: number; bucket: number; label: string }[];
  /** Operations that wait, by key. */
  watched: { key: string; numbers: number[]; total: number }[];
  counters: { inserts: number; cancels: number; cascades: number; expirations: number };
}

/** Table name → row type, as streamed. */
export interface RowTypes {
  transport: TransportRow;
  job: JobRow;
  queue: QueueRow;
  message: MessageRow;
  delivery: DeliveryRow;
}
export type RowKind = keyof RowTypes;
