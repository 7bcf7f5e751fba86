import type { FeedbackDecision } from '../protocol/decisions.ts';
import type { Arithmetic, Explanation } from './explanation.ts';
import type { Names, Token } from './tokens.ts';
import { formatNumber } from './figures.ts';
import { say } from './tokens.ts';

/** Explains what one delivery report did to the window of its destination (qmgr/README.md §13). */
export function explainFeedback(decision: FeedbackDecision, names: Names): Explanation {
  const explanation: Explanation = {
    sentence: sentence(decision, names),
    notes: [],
    parameter: decision.parameter,
    section: decision.section,
  };
  const sums = arithmetic(decision);
  if (sums !== undefined) explanation.arithmetic = sums;
  return explanation;
}

function sentence(d: FeedbackDecision, names: Names): Token[] {
  const name = { mono: d.queueName };
  const moved = d.windowAfter - d.windowBefore;
  switch (d.sign) {
    case 'revival':
      return say`${name} is tried again: its window starts at ${d.windowAfter}.`;
    case 'positive':
      if (!d.applied) return say`${answered(d, names)}. Nothing is added: ${guard(d)}.`;
      if (moved > 0)
        return say`${answered(d, names)}: its window grows from ${d.windowBefore} to ${d.windowAfter}.`;
      return say`${answered(d, names)}: ${formatNumber(d.amount)} towards a larger window; the success total is ${formatNumber(d.success)}.`;
    case 'negative':
      if (d.died) {
        return say`${name} failed. Its failed cohorts reached ${formatNumber(d.failCohorts)} (limit ${formatNumber(d.cohortLimit)}), so it is dead.`;
      }
      if (moved < 0)
        return say`${name} failed: its window shrinks from ${d.windowBefore} to ${d.windowAfter}.`;
      return say`${name} failed: the window stays at ${d.windowAfter}; the failure allowance left before it shrinks is ${formatNumber(d.failure)}.`;
    default:
      return d.sign satisfies never;
  }
}

/**
 * Says what counted as success. A reply counts even if it deferred recipients in session. An agent of `retry` has no
 * server; its destination is the text of a failure.
 */
function answered(d: FeedbackDecision, names: Names): Token[] {
  const name = { mono: d.queueName };
  if (names.transportName?.(d.transport) !== 'retry') return say`${name} answered`;
  return say`${{ mono: 'retry' }} logged a deferral for ${name}`;
}

/** Says which test of qmgr/README.md §13.2 prevented the addition. */
function guard(d: FeedbackDecision): string {
  if (d.concurrencyLimit > 0 && d.windowBefore >= d.concurrencyLimit) {
    return `its window of ${d.windowBefore} is at the limit`;
  }
  return `the window is not fully used (${d.windowBefore} ≥ ${d.busy} busy + ${d.initialConcurrency} initial)`;
}

function arithmetic(d: FeedbackDecision): Arithmetic | undefined {
  if (d.sign === 'revival') return undefined;
  const cohorts = {
    label: say`failed cohorts (limit ${d.cohortLimit === 0 ? 'none' : formatNumber(d.cohortLimit)})`,
    expression:
      d.sign === 'positive' ? `0` : `+ 1 ÷ ${formatNumber(d.windowBefore)} = ${formatNumber(d.failCohorts)}`,
  };
  const verdict = d.died
    ? say`${formatNumber(d.failCohorts)} ≥ ${formatNumber(d.cohortLimit)}, so the destination is dead`
    : say`window ${d.windowBefore} → ${d.windowAfter}`;
  const sum =
    d.sign === 'positive'
      ? {
          label:
            d.windowAfter > d.windowBefore
              ? say`success total, less what widened the window`
              : say`success total`,
          expression: successSum(d),
        }
      : {
          label: say`failure total`,
          expression: `− ${formatNumber(d.amount)}, now ${formatNumber(d.failure)}`,
        };
  return { lines: d.died ? [cohorts] : [sum, cohorts], verdict };
}

/** The success total: "0.4 + 0.2 = 0.6", or "0.4 + 0.7 − 1 = 0.1" when the window grew. */
export function successSum({
  applied,
  amount,
  success,
  windowBefore,
  windowAfter,
}: FeedbackDecision): string {
  if (!applied) return formatNumber(success);
  const steps = Math.max(0, windowAfter - windowBefore);
  const used = steps === 0 ? '' : ` − ${steps}`;
  return `${formatNumber(success + steps - amount)} + ${formatNumber(amount)}${used} = ${formatNumber(success)}`;
}
