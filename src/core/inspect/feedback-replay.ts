import type { FeedbackDecision } from '../../protocol/decisions.ts';
import type { FeedbackRuleName, FeedbackTrack } from '../../protocol/inspect.ts';
import {
  feedbackNegative,
  feedbackPositive,
  type FeedbackStep,
  type FeedbackSums,
} from '../qmgr/feedback.ts';

/**
 * The same reports put to a rule that is not the one of the run, with the queue manager's own arithmetic. The rule hears
 * what was reported and moves nothing: what it would have caused is another run.
 */

/** What is known about one report: everything that both rules compute from. */
export type FeedbackOperands = Pick<
  FeedbackDecision,
  'busy' | 'initialConcurrency' | 'concurrencyLimit' | 'cohortLimit' | 'positive' | 'negative'
>;

/** Sums of a destination under one rule; `dead` until a revival. */
export interface ReplayState extends FeedbackSums {
  dead: boolean;
}

/** A destination that was just made. */
export function replayStart(window: number): ReplayState {
  return { window, success: 0, failure: 0, failCohorts: 0, dead: false };
}

/** One report under a rule: the sums after it, and what it did. A dead destination hears nothing. */
export function replayReport(
  rule: FeedbackRuleName,
  state: ReplayState,
  good: boolean,
  o: FeedbackOperands,
): { state: ReplayState; track: FeedbackTrack } {
  if (state.dead) return { state, track: trackOf(state, null, state.window) };
  const step = good
    ? feedbackPositive(rule, state, {
        feedback: o.positive,
        busy: o.busy,
        initialConcurrency: o.initialConcurrency,
        limit: o.concurrencyLimit,
      })
    : feedbackNegative(rule, state, o.negative, o.cohortLimit);
  const { window, success, failure, failCohorts, died } = step;
  const next = { window, success, failure, failCohorts, dead: died };
  return { state: next, track: trackOf(next, step, state.window) };
}

/** What a report did, as it is shown; `step` null = it was not heard. */
export function trackOf(state: ReplayState, step: FeedbackStep | null, windowBefore: number): FeedbackTrack {
  const { success, failure, failCohorts, dead, window } = state;
  return {
    alive: step !== null,
    amount: step?.amount ?? 0,
    applied: step?.applied ?? false,
    windowBefore: step === null && dead ? 0 : windowBefore,
    window: dead ? 0 : window,
    success,
    failure,
    failCohorts,
    died: step?.died ?? false,
  };
}

/** Most windows of "if it fails from now on": enough for any default; a destination that never dies has no end. */
const FAILS_MAX = 12;

/** Windows if every report from now on were a failure, beginning with the present one; 0 = dead. */
export function replayFailures(rule: FeedbackRuleName, from: ReplayState, o: FeedbackOperands): number[] {
  const windows = [from.dead ? 0 : from.window];
  let state = from;
  while (!state.dead && windows.length < FAILS_MAX) {
    state = replayReport(rule, state, false, o).state;
    windows.push(state.dead ? 0 : state.window);
  }
  return windows;
}
