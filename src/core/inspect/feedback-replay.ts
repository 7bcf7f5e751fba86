import type { FeedbackDecision } from '../../protocol/decisions.ts';
import type { FeedbackRuleName, FeedbackTrack } from '../../protocol/inspect.ts';
import {
  feedbackNegative,
  feedbackPositive,
  type FeedbackStep,
  type FeedbackSums,
} from '../qmgr/feedback.ts';

/**
 * Replays the reports of a run under another feedback rule, with the queue manager's own arithmetic. The reports stay as
 * recorded, although another rule would have led to other deliveries.
 */

/** The operands of a report that do not depend on the rule. */
export type FeedbackOperands = Pick<
  FeedbackDecision,
  'busy' | 'initialConcurrency' | 'concurrencyLimit' | 'cohortLimit' | 'positive' | 'negative'
>;

/** The feedback state of a destination under one rule; `dead` until it revives. */
export interface ReplayState extends FeedbackSums {
  dead: boolean;
}

export function replayStart(window: number): ReplayState {
  return { window, success: 0, failure: 0, failCohorts: 0, dead: false };
}

/** Applies one report under a rule. A dead destination ignores it. */
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

/** Describes the effect of a report, for display; `step` null = the report was ignored. */
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

/** Largest number of windows computed. It is enough for every default; some rules never let a destination die. */
const FAILS_MAX = 12;

/** Returns the windows if every report from now on were a failure, beginning with the current window; 0 = dead. */
export function replayFailures(rule: FeedbackRuleName, from: ReplayState, o: FeedbackOperands): number[] {
  const windows = [from.dead ? 0 : from.window];
  let state = from;
  while (!state.dead && windows.length < FAILS_MAX) {
    state = replayReport(rule, state, false, o).state;
    windows.push(state.dead ? 0 : state.window);
  }
  return windows;
}
