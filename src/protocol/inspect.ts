import type { MessageId, StepNumber, JobId, MessageNumber } from './ids.ts';
import type { Micros, Seconds } from './units.ts';

/** Answers to questions about one subject, such as the feedback of a destination or the recipients of a message. */

/** How the feedback amount depends on the window: base, base ÷ window, or base ÷ √window. */
export interface FeedbackAmount {
  base: number;
  kind: 'constant' | 'perWindow' | 'perSqrtWindow';
}

/**
 * The effect of one report under one rule, and the sums after it. `alive` false = the destination is dead and ignored the
 * report.
 */
export interface FeedbackTrack {
  alive: boolean;
  amount: number;
  /** False when a guard suppressed the amount. */
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
 * One report about a destination. `muted` = it gave no feedback in the run, because the destination was dead or suspended.
 * `life` counts creations of the destination: an idle one is dropped and forgets what it learned.
 */
export interface FeedbackEvent {
  at: Micros;
  step: StepNumber;
  life: number;
  sign: 'positive' | 'negative' | 'revival';
  muted: boolean;
  /** Deliveries in progress, including this one. */
  busy: number;
  /** Settings at the time of the event; parameters can change between events. */
  positive: FeedbackAmount;
  negative: FeedbackAmount;
  cohortLimit: number;
  shipped: FeedbackTrack;
  documented: FeedbackTrack;
}

export type FeedbackRuleName = 'shipped' | 'documented';

/** All feedback events of a destination up to the cursor, under both rules. Beyond the limit the oldest are dropped. */
export interface FeedbackHistory {
  /** The rule of the run. The other rule gets the same reports, without effect on the run. */
  rule: FeedbackRuleName;
  /** Settings at the last event, which also apply to the next one. */
  positive: FeedbackAmount;
  negative: FeedbackAmount;
  cohortLimit: number;
  concurrencyLimit: number;
  initialConcurrency: number;
  events: FeedbackEvent[];
  /** Number of all known events, including dropped events. */
  total: number;
  /** Windows if every report from now on were a failure, at most 12; 0 = dead. */
  ifFails: Record<FeedbackRuleName, number[]>;
  /** Changes of the destination's own server so far, or of all servers (`*`); `text` = the behaviour as JSON. */
  serverChanges: { at: Micros; server: string; text: string }[];
}

/**
 * Recipients of a message for one destination, by where they are. They add up to `total`. Empty `transport` and
 * `destination`: recipients of a finished message that were never tried.
 */
export interface RecipientPlaces {
  transport: string;
  destination: string;
  total: number;
  /** In the queue file: not read yet, or waiting in the file for the next attempt. */
  file: number;
  todo: number;
  busy: number;
  /** Given to an agent of `retry`, which is about to record a deferral. */
  retry: number;
  /**
   * Deferred during this stay in the active queue. They return to the file when the message's remaining recipients are done.
   */
  deferred: number;
  /** Returned to the sender: refused by a server, or too old. */
  bounced: number;
  delivered: number;
}

export type RecipientState = 'file' | 'todo' | 'busy' | 'retry' | 'deferred' | 'bounced' | 'delivered';

/** One recipient. `at`: when it entered this state; −1 = unknown, or since the beginning. */
export interface RecipientRow {
  address: string;
  state: RecipientState;
  at: Micros;
}

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

export interface MessageDetail {
  msg: MessageId;
  number: MessageNumber;
  sender: string;
  status: 'incoming' | 'active' | 'deferred' | 'hold' | 'done';
  created: Seconds;
  /**
   * Earliest retry of a deferred message, and the instant of the scan that can read it; −1 = the message is not
   * deferred.
   */
  retryAt: Micros;
  scanAt: Micros;
  recipients: number;
  unread: number;
  recipientCount: number;
  recipientSlots: number;
  places: RecipientPlaces[];
  /** One row for each recipient, if there are at most 200; else empty. */
  rows: RecipientRow[];
  jobs: MessageJob[];
}

/** Recipients by destination and age (qshape(1)). `buckets[i]`: younger than `bounds[i]` seconds; the last one: older. */
export interface AgeTable {
  bounds: Seconds[];
  rows: { destination: string; total: number; buckets: number[] }[];
  /** Number of unlisted destinations, and the totals. */
  others: number;
  total: { total: number; buckets: number[] };
}

export type MailQueueName = 'incoming' | 'active' | 'deferred' | 'hold';

/** Tells which messages have recipients in memory, and which jobs use the recipient slots. */
export interface MemoryTable {
  /** qmgr_message_recipient_minimum: number of recipients that each message may read beyond the slots of its jobs. */
  minimum: number;
  messages: {
    number: MessageNumber;
    recipientCount: number;
    /** Recipients that the message may hold in memory: the minimum plus the slots of its jobs. */
    recipientSlots: number;
    unread: number;
    /** True when reading stopped at the limit and the file has more recipients. */
    more: boolean;
    /** Recipients that its jobs hold beyond their own recipient slots. */
    beyond: number;
    jobs: { transport: string; recipientCount: number; recipientSlots: number }[];
  }[];
  others: number;
  /** Unread recipients of all messages in memory. */
  unread: number;
  /** Recipient slots of each transport in use, in order of creation. */
  pools: RecipientPool[];
}

/** The recipient slots of a transport, and the jobs that hold them. */
export interface RecipientPool {
  transport: string;
  limit: number;
  extraLimit: number;
  /** Slots that no job holds; negative = extra slots lent. */
  unused: number;
  /** Jobs in the order of the time list, in which they get slots. Jobs beyond the first 100 are summed up as number 0. */
  jobs: readonly { id: JobId; number: MessageNumber; recipientCount: number; recipientSlots: number }[];
}
