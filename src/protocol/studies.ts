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

/** One side of the first decision that differs; operands that its test did not reach are 0. Numbers are those on chips. */
export interface CauseDecision {
  rule: 'selection' | 'feedback';
  at: Micros;
  outcome: PreemptionOutcome | 'none';
  /** Who got the delivery slot, 0 = no job, and for which destination. */
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
  /** Why the job that was let in on the other side was not let in here; null when it was, or none was. */
  reason: WhyReason | null;
  windowBefore: number;
  windowAfter: number;
  amount: number;
  died: boolean;
}

/** What differed first. */
export type CompareCause =
  | { kind: 'decision'; a: CauseDecision; b: CauseDecision }
  /** Nothing was decided differently before it: something happened on one side, or at another instant. */
  | { kind: 'event'; a: CauseEvent | null; b: CauseEvent | null };

interface CauseEvent {
  at: Micros;
  event: CoreEvent;
}

/** One message on both sides; −1 = not yet, or not there. Waits are from its arrival to its last first-pass slot. */
export interface MessageDifference {
  number: MessageNumber;
  recipients: number;
  a: MessageSide;
  b: MessageSide;
}

export interface MessageSide {
  injected: Micros;
  firstWait: Micros;
  lastWait: Micros;
  /** Delivery slots of its first pass. */
  deliverySlots: number;
  /** Recipients put off in its first pass. */
  deferred: number;
  /** Every recipient of it was tried once. */
  tried: boolean;
}

/** One destination on both sides. */
export interface DestinationDifference {
  transport: string;
  name: string;
  a: DestinationSide;
  b: DestinationSide;
}

export interface DestinationSide {
  deliverySlots: number;
  recipients: number;
  /** Deliveries that did not go well. */
  failed: number;
  deaths: number;
  /** Mean wait of its entries from the arrival of their message to their slot; −1 = none. */
  meanWait: Micros;
  lastDeliverySlotAt: Micros;
}

/** Two branches. Everything but the strips covers all transports. */
export interface CompareReport {
  /** True while a side is still being simulated; what is known so far is in the report. */
  running: boolean;
  /** Share of what both branches are known to have done that has been read, 0 to 1; all else is of that share. */
  read: number;
  /** Messages tried once, and all of them, on both sides together. */
  tried: number;
  total: number;
  forkAt: Micros;
  a: CompareSide;
  b: CompareSide;
  names: string[];
  /** Delivery slots at the start that are the same on both sides; where a strip ends, it is its length. */
  same: number;
  cause: CompareCause | null;
  messages: MessageDifference[];
  destinations: DestinationDifference[];
}

interface CompareSide {
  id: BranchId;
  name: string;
  /** Furthest instant simulated. */
  headAt: Micros;
  deliverySlots: DeliverySlotColumns;
}
