import type { FeedbackRule, FeedbackValue } from './feedback-text.ts';

/**
 * Concurrency feedback as pure arithmetic on the sums of one destination. `queue.ts` applies the result (qmgr/README.md
 * §13; qmgr_queue.c).
 *
 * `shipped` is what Postfix 3.12 runs. `documented` is the pseudocode of SCHEDULER_README, on which its tables rest.
 * The order of operations is Postfix's: these are doubles, and (a + b) − c is not a + (b − c).
 */

export interface FeedbackSums {
  window: number;
  success: number;
  failure: number;
  failCohorts: number;
}

/** The sums after one report. `amount` is the feedback computed from the window before the report. */
export interface FeedbackStep extends FeedbackSums {
  amount: number;
  /** False if a guard prevented adding the amount. */
  applied: boolean;
  /** True if the failed cohorts have reached their limit: the destination is dead. */
  died: boolean;
}

/** The window steps when a sum reaches this value. Postfix fixes it at 1. */
const HYSTERESIS = 1;

/** Returns the amount of feedback at a window. Source: §2.9. */
function feedbackAmount(value: FeedbackValue, window: number): number {
  if (value.kind === 'perWindow') return value.base / window;
  if (value.kind === 'perSqrtWindow') return value.base / Math.sqrt(window);
  return value.base;
}

export interface PositiveOperands {
  readonly feedback: FeedbackValue;
  /** Deliveries in flight, including the delivery that has just ended. */
  readonly busy: number;
  readonly initialConcurrency: number;
  /** Largest window; 0 = no limit. */
  readonly limit: number;
}

/**
 * Feedback after a delivery without connection or handshake failure. `failCohorts` becomes 0 even if a guard applies.
 * The guard keeps the window near the concurrency in use. Without it a destination with little mail would build up a
 * window that negative feedback needs long to reduce. Source: §13.2; SCHEDULER_README "After success".
 */
export function feedbackPositive(
  rule: FeedbackRule,
  sums: Readonly<FeedbackSums>,
  o: PositiveOperands,
): FeedbackStep {
  const amount = feedbackAmount(o.feedback, sums.window);
  const step = newStep(sums, amount);
  step.failCohorts = 0;
  const atLimit = rule === 'shipped' && o.limit !== 0 && o.limit <= sums.window;
  if (atLimit || sums.window >= o.busy + o.initialConcurrency) {
    step.applied = false;
    return step;
  }
  step.success += amount;
  // Shipped: stepping half an amount early absorbs rounding errors, so that three times 1/3 is one step.
  const early = rule === 'shipped' ? amount / 2 : 0;
  while (step.success + early >= HYSTERESIS) {
    step.window += HYSTERESIS;
    step.success -= HYSTERESIS;
    step.failure = 0;
  }
  if (o.limit > 0 && step.window > o.limit) step.window = o.limit;
  return step;
}

/**
 * Feedback after a connection or handshake failure. The hysteresis is reversed: the window shrinks at the first failure of
 * a cycle, not at the last, because a correction for overload must not come late. With a `cohortLimit` of 0 the destination
 * never becomes dead. Source: §13.3–13.6; SCHEDULER_README "After failure" (which has `>`, and no half amount).
 */
export function feedbackNegative(
  rule: FeedbackRule,
  sums: Readonly<FeedbackSums>,
  feedback: FeedbackValue,
  cohortLimit: number,
): FeedbackStep {
  const amount = feedbackAmount(feedback, sums.window);
  const step = newStep(sums, amount);
  step.failCohorts += 1 / sums.window;
  const reached = rule === 'shipped' ? step.failCohorts >= cohortLimit : step.failCohorts > cohortLimit;
  if (cohortLimit > 0 && reached) {
    step.died = true;
    step.applied = false;
    return step;
  }
  step.failure -= amount;
  const early = rule === 'shipped' ? amount / 2 : 0;
  while (step.failure - early < 0) {
    step.window -= HYSTERESIS;
    step.success = 0;
    step.failure += HYSTERESIS;
  }
  if (step.window < 1) step.window = 1;
  return step;
}

function newStep(sums: Readonly<FeedbackSums>, amount: number): FeedbackStep {
  return {
    window: sums.window,
    success: sums.success,
    failure: sums.failure,
    failCohorts: sums.failCohorts,
    amount,
    applied: true,
    died: false,
  };
}
