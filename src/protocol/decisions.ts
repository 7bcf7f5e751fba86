import type { DecisionNumber, EntryId, JobId, MessageId, QueueId, StepNumber, TransportId } from './ids.ts';
import type { FeedbackAmount } from './inspect.ts';
import type { Micros } from './units.ts';

/**
 * A choice of the scheduler, with its operands. Rejected alternatives are not stored, because that would take memory for
 * every job at every decision. When a panel asks for them, they are recomputed from the state before the decision.
 */
export type Decision = SelectionDecision | FeedbackDecision;

/** Why the current job was, or was not, preempted at a selection, in the order of the tests (qmgr/README.md §10.3). */
export type PreemptionOutcome =
  | 'preemption-off'
  | 'nothing-earned'
  | 'too-small'
  | 'no-candidate'
  | 'slots-short'
  | 'preempted';

/** The test of §10.3 with its operands. Fields that the test did not reach are 0. */
export interface PreemptionTest {
  outcome: PreemptionOutcome;
  current: MessageId;
  currentJob: JobId;
  candidate: MessageId;
  candidateJob: JobId;
  /** True if the cache gave the candidate, or the answer "none", so that no job was examined at this instant. */
  cached: boolean;
  score: number;
  /** `slotsAvailable` of the current job before the test, in the scheduler's units: `cost` of them make one delivery slot. */
  deliverySlotsAvailable: number;
  /** Entries of the current job that count towards `minimum_delivery_slots`: read + unread. */
  maxEntries: number;
  minimumDeliverySlots: number;
  cost: number;
  loan: number;
  discount: number;
  /** Delivery slots that the candidate still needs. */
  need: number;
  /** Left side of the test: slotsAvailable div cost + loan. */
  onHand: number;
  /** Right side of the test: need × (100 − discount) / 100. */
  price: number;
}

/** One walk of the job list for one free agent (qmgr/README.md §9). */
export interface SelectionDecision {
  rule: 'selection';
  transport: TransportId;
  /** Absent when the job list was empty. */
  preemption?: PreemptionTest;
  /** Number of jobs skipped as blockers, and the jobs that became blockers in this walk. */
  blockersSkipped: number;
  becameBlockers: MessageId[];
  /** Jobs retired because they had no entries left in memory. */
  stalled: MessageId[];
  chosen?: { msg: MessageId; job: JobId; entry: EntryId; queue: QueueId; recipients: number };
  parameter:
    | 'delivery_slot_cost'
    | 'delivery_slot_loan'
    | 'minimum_delivery_slots'
    | 'destination_concurrency_limit';
  section: string;
}

/** One concurrency feedback event (qmgr/README.md §13). */
export interface FeedbackDecision {
  rule: 'feedback';
  sign: 'positive' | 'negative' | 'revival';
  transport: TransportId;
  queue: QueueId;
  queueName: string;
  /** Feedback amount of this event, computed from the window before it. */
  amount: number;
  /** False when the safety guard or the limit suppressed the amount. */
  applied: boolean;
  windowBefore: number;
  windowAfter: number;
  success: number;
  failure: number;
  failCohorts: number;
  cohortLimit: number;
  died: boolean;
  /** The values needed to apply the other feedback rule to the same report. `busy` includes this delivery. */
  busy: number;
  initialConcurrency: number;
  concurrencyLimit: number;
  positive: FeedbackAmount;
  negative: FeedbackAmount;
  parameter:
    | 'destination_concurrency_positive_feedback'
    | 'destination_concurrency_negative_feedback'
    | 'destination_concurrency_failed_cohort_limit';
  section: string;
}

/** A decision with its place in the log. `n`: number of the selection; 0 = the decision is not a selection. */
export interface DecisionRecord {
  n: DecisionNumber;
  at: Micros;
  step: StepNumber;
  decision: Decision;
}
