import type { MessageNumber } from './ids.ts';
import type { Micros } from './units.ts';

/**
 * Why a message waited. `job`: another job (`number`) had the delivery slots. `full`: the destination's window is full.
 * `dead`: the destination or the transport is dead. `rate`: a rate delay. `core`: the message is in the incoming queue,
 * or recipients are still in the queue file. `deferred`: deferred or on hold. `process`: its own deliveries hold all
 * agents, or no agent exists. `threads`: the limit on runnable threads. `server`: an agent is delivering it.
 */
export type WaitCause =
  | 'job'
  | 'full'
  | 'dead'
  | 'rate'
  | 'core'
  | 'deferred'
  | 'process'
  | 'threads'
  | 'server';

export interface WaitShare {
  cause: WaitCause;
  /** For `job`: number of the message that had the slots; 0 = several, or none. */
  number: MessageNumber;
  /** Destination of the share, for `full`, `dead`, `rate` and `server`; "" = none, or several. */
  destination: string;
  time: Micros;
}

/** The time of a message from its arrival to its end, or to the cursor, divided over causes. */
export interface WaitReport {
  /** True while the report is still being computed; the page then asks again. */
  running: boolean;
  /** Number of messages in the report: 1, or all of a class. */
  messages: number;
  /** Exact sum of the shares. */
  total: Micros;
  /** Shares of the waiting time, longest first. */
  shares: WaitShare[];
  /** Range of recipients of the class, inclusive; null for one message. `to` 0 = no upper bound. */
  size: { from: number; to: number } | null;
}

/** Asks about one message, or about all messages of its size class. */
export interface WaitQuestion {
  number: MessageNumber;
  scope: 'message' | 'class';
}

/** A preempted job: the slots it lent, and the resulting delay. */
export interface InflationRow {
  number: MessageNumber;
  /** Entries of the job, with each unread recipient counted as one entry. */
  entries: number;
  selected: number;
  /** Delivery slots lent to other jobs, without slots that were refunded. */
  lent: number;
  /** Entries ÷ (cost − 1): the upper bound of `lent` over the life of the job. */
  most: number;
  /** Time spent on this job's own slots. A slot lasts until the transport gives the next one. */
  own: Micros;
  /** Delay of this job: time spent on the slots that it lent. A slot lasts until the transport gives the next one. */
  delay: Micros;
  gone: boolean;
  to: { number: MessageNumber; count: number }[];
}

/** Which jobs lent delivery slots on a transport, and which messages got them. */
export interface InflationReport {
  cost: number;
  /** Largest lender first. */
  rows: InflationRow[];
  /** Slots that each message got out of turn, most first. */
  profits: { number: MessageNumber; count: number }[];
}
