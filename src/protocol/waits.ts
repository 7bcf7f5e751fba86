import type { MessageNumber } from './ids.ts';
import type { Micros } from './units.ts';

/**
 * Why a message waited. `job`: another job had the delivery slots, `number` says which. `process`: its own deliveries
 * held all agents, or there were none. `core`: in the incoming queue, or recipients in the queue file that no memory was
 * left for. `deferred`: put off, or on hold. `server`: with an agent.
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

/** One part of a waiting time. */
export interface WaitShare {
  cause: WaitCause;
  /** Number of the other message, for `job`; 0 = several, or none. */
  number: MessageNumber;
  /** Destination, for `full`, `dead`, `rate` and `server`; "" = none, or several. */
  destination: string;
  time: Micros;
}

/** The time of one message from its arrival until it was done, or until the cursor, divided over causes. */
export interface WaitReport {
  /** Still being worked out; ask again. */
  running: boolean;
  /** Messages in it: 1, or those of a class. */
  messages: number;
  /** Sum of the shares, exactly. */
  total: Micros;
  /** Longest first. */
  shares: WaitShare[];
  /** Recipients of the class, both ends included; null for one message. `to` 0 = no end. */
  size: { from: number; to: number } | null;
}

/** About one message, or about all messages of its size class. */
export interface WaitQuestion {
  number: MessageNumber;
  scope: 'message' | 'class';
}

/** A job that was preempted: what it lent, and how much longer that makes it. */
export interface InflationRow {
  number: MessageNumber;
  /** Entries of the job, those still in the queue file counted as one each; of a job that is gone: those it had. */
  entries: number;
  selected: number;
  /** Delivery slots lent to others, what they gave back taken off. */
  lent: number;
  /** Entries ÷ (cost − 1): more is never lent for long. */
  most: number;
  /** How long the transport spent on its own slots, each counted to the next slot that was given. */
  own: Micros;
  /** The same of the slots that it lent: it is done so much later. */
  delay: Micros;
  gone: boolean;
  to: { number: MessageNumber; count: number }[];
}

/** Who lent delivery slots on a transport, and who got them. */
export interface InflationReport {
  cost: number;
  /** Largest lender first. */
  rows: InflationRow[];
  /** Slots that each message got out of its turn, most first. */
  profits: { number: MessageNumber; count: number }[];
}
