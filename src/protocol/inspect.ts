import type { MessageId, StepNumber, JobId, MessageNumber } from './ids.ts';
import type { Micros, Seconds } from './units.ts';

/** Answers to questions about one thing: what one destination's feedback did, where one message's recipients are. */

/** How a feedback amount follows from the window: the base itself, base ÷ window, base ÷ √window. */
export interface FeedbackAmount {
  base: number;
  kind: 'constant' | 'perWindow' | 'perSqrtWindow';
}

/** What one rule made of one report: the sums after it. `alive` false = it was dead before and heard nothing. */
export interface FeedbackTrack {
  alive: boolean;
  amount: number;
  /** False when a guard kept the amount from being added. */
  applied: boolean;
  windowBefore: number;
  /** 0 = dead. */
  window: number;
  success: number;
  failure: number;
  failCohorts: number;
  died: boolean;
}

/**
 * One report about a destination. `muted` = it gave no feedback in the run (the destination was dead or paused). `life`
 * counts how often the destination was made: an idle one is dropped, and what it had learned is forgotten.
 */
export interface FeedbackEvent {
  at: Micros;
  step: StepNumber;
  life: number;
  sign: 'positive' | 'negative' | 'revival';
  muted: boolean;
  /** Deliveries under way, this one included. */
  busy: number;
  /** What was in force then: parameters can change between two events. */
  positive: FeedbackAmount;
  negative: FeedbackAmount;
  cohortLimit: number;
  shipped: FeedbackTrack;
  documented: FeedbackTrack;
}

export type FeedbackRuleName = 'shipped' | 'documented';

/** Every feedback event of a destination up to the cursor, under both rules; the oldest are left out beyond the limit. */
export interface FeedbackHistory {
  /** The rule of the run; the other one hears the same reports and moves nothing. */
  rule: FeedbackRuleName;
  /** Of the last event; what the next one will be judged by. */
  positive: FeedbackAmount;
  negative: FeedbackAmount;
  cohortLimit: number;
  concurrencyLimit: number;
  initialConcurrency: number;
  events: FeedbackEvent[];
  /** Events that are known; more than `events` when the oldest are left out. */
  total: number;
  /** Windows if every report from now on were a failure, at most 12; 0 = dead. */
  ifFails: Record<FeedbackRuleName, number[]>;
  /** What was changed of its server, or of all servers (`*`), so far; `text` = the behaviour as JSON. */
  serverChanges: { at: Micros; server: string; text: string }[];
}

/**
 * Recipients of a message for one destination, by where they are. They add up to `total`. Empty names: of a message that
 * is gone, those that were never tried.
 */
export interface RecipientPlaces {
  transport: string;
  destination: string;
  total: number;
  /** In the queue file: not read yet, or waiting there for the next attempt. */
  file: number;
  todo: number;
  busy: number;
  /** An agent of `retry` is about to record a deferral. */
  retry: number;
  /** Put off in this life of the message: they go back to the file when the others are through. */
  deferred: number;
  /** Returned to the sender: refused by a server, or too old. */
  bounced: number;
  delivered: number;
}

export type RecipientState = 'file' | 'todo' | 'busy' | 'retry' | 'deferred' | 'bounced' | 'delivered';

/** One recipient. `at`: when that became so, −1 = unknown or at the beginning. */
export interface RecipientRow {
  address: string;
  state: RecipientState;
  at: Micros;
}

/** A message in one transport. */
export interface MessageJob {
  transport: string;
  /** False = retired: on no list, kept with its counters until the message ends. */
  listed: boolean;
  current: boolean;
  level: number;
  readEntries: number;
  selectedEntries: number;
  recipientCount: number;
  recipientSlots: number;
}

/** A message as far as the run knows it. */
export interface MessageDetail {
  msg: MessageId;
  number: MessageNumber;
  sender: string;
  status: 'incoming' | 'active' | 'deferred' | 'hold' | 'done';
  created: Seconds;
  /** A deferred file: not fed before, and the scan that can; −1 = does not apply. */
  retryAt: Micros;
  scanAt: Micros;
  recipients: number;
  unread: number;
  recipientCount: number;
  recipientSlots: number;
  places: RecipientPlaces[];
  /** One by one when there are at most 200; else empty. */
  rows: RecipientRow[];
  jobs: MessageJob[];
}

/** Recipients by destination and age, as qshape(1) shows them. `buckets[i]` = younger than `bounds[i]` seconds, last = older. */
export interface AgeTable {
  bounds: Seconds[];
  rows: { destination: string; total: number; buckets: number[] }[];
  /** Destinations that are not listed, and everything together. */
  others: number;
  total: { total: number; buckets: number[] };
}

export type MailQueueName = 'incoming' | 'active' | 'deferred' | 'hold';

/** Whose recipients are in core, and on whose recipient slots. */
export interface MemoryTable {
  /** qmgr_message_recipient_minimum: what every message may read besides the slots of its jobs. */
  minimum: number;
  messages: {
    number: MessageNumber;
    recipientCount: number;
    /** The minimum and the slots of its jobs together. */
    recipientSlots: number;
    unread: number;
    /** Reading stopped at the limit. */
    more: boolean;
    /** Recipients of its jobs beyond their own slots. */
    beyond: number;
    jobs: { transport: string; recipientCount: number; recipientSlots: number }[];
  }[];
  /** Messages that are not listed. */
  others: number;
  /** Recipients of all messages in memory that are still in their queue files. */
  unread: number;
  /** Recipient slots of each transport that is in use, in the order in which the transports were made. */
  pools: RecipientPool[];
}

/** The recipient slots of one transport, and who has them. */
export interface RecipientPool {
  transport: string;
  limit: number;
  extraLimit: number;
  /** Slots of the pool that no message has; below 0 = so many extra slots are lent. */
  unused: number;
  /** Along the time list, as slots are given; those beyond the first 100 are the last one together, number 0. */
  jobs: readonly { id: JobId; number: MessageNumber; recipientCount: number; recipientSlots: number }[];
}
