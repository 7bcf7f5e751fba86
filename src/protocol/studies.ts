import type { MessageNumber, BranchId } from './ids.ts';
import type { PreemptionOutcome } from './decisions.ts';
import type { CoreEvent } from './events.ts';
import type { Micros } from './units.ts';
import type { WhyReason } from './why.ts';

/** Delivery slots of one transport on one branch, in order: columns of equal length. */
export interface DeliverySlotColumns {
  numbers: number[];
  /** Index in `CompareReport.names`. */
  destinations: number[];
  at: Micros[];
}

/** One side of the first decision that differs. Operands that its test did not reach are 0; numbers are those on chips. */
export interface CauseDecision {
  rule: 'selection' | 'feedback';
  at: Micros;
  outcome: PreemptionOutcome | 'none';
  /** The message that got the delivery slot, 0 = none, and its destination. */
  chosen: MessageNumber;
  destination: string;
  current: MessageNumber;
  candidate: MessageNumber;
  need: number;
  onHand: number;
  price: number;
  cost: number;
  loan: number;
  discount: number;
  minimumDeliverySlots: number;
  maxEntries: number;
  deliverySlotsAvailable: number;
  /** Delivery slots that the current job has or can still earn. */
  most: number;
  /**
   * Why this branch did not admit the job that the other branch admitted. Null if both branches, or neither, admitted a job.
   */
  reason: WhyReason | null;
  windowBefore: number;
  windowAfter: number;
  amount: number;
  died: boolean;
}

export type CompareCause =
  | { kind: 'decision'; a: CauseDecision; b: CauseDecision }
  /** All decisions are equal: the first difference is an event that happened on one branch only, or at another instant. */
  | { kind: 'event'; a: CauseEvent | null; b: CauseEvent | null };

export interface CauseEvent {
  at: Micros;
  event: CoreEvent;
}

/**
 * One message on both branches, where it may have different numbers. Times are −1 when not known yet or not on this
 * branch.
 */
export interface MessageDifference {
  recipients: number;
  a: MessageSide;
  b: MessageSide;
}

export interface MessageSide {
  /** Number on the chip; 0 = this branch does not have the message. */
  number: MessageNumber;
  injected: Micros;
  /** Time from the arrival to the first turn, and to the last turn, of the first pass. */
  firstWait: Micros;
  lastWait: Micros;
  /** Time from the arrival until the last recipient had the message. */
  took: Micros;
  /** Delivery slots of its first pass. */
  deliverySlots: number;
  /** Recipients deferred in its first pass. */
  deferred: number;
  /** True when every recipient was tried once. */
  tried: boolean;
}

export interface DestinationDifference {
  transport: string;
  name: string;
  a: DestinationSide;
  b: DestinationSide;
}

export interface DestinationSide {
  deliverySlots: number;
  recipients: number;
  failed: number;
  deaths: number;
  /** Mean wait of its entries, from the arrival of the message to the entry's slot; −1 = none. */
  meanWait: Micros;
  lastDeliverySlotAt: Micros;
}

/** Comparison of two branches. Everything except the strips covers all transports. */
export interface CompareReport {
  /** True while one of the branches is still being simulated. The report then covers the part known so far. */
  running: boolean;
  /** Share of the known events of both branches that was read, 0 to 1. All figures cover this share. */
  read: number;
  /** Messages tried once, and all messages, of both sides together. */
  tried: number;
  total: number;
  forkAt: Micros;
  a: CompareSide;
  b: CompareSide;
  names: string[];
  /** Number of equal delivery slots at the start. */
  same: number;
  cause: CompareCause | null;
  messages: MessageDifference[];
  destinations: DestinationDifference[];
}

interface CompareSide {
  id: BranchId;
  name: string;
  headAt: Micros;
  deliverySlots: DeliverySlotColumns;
}
