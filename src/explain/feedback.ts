/** One concurrency feedback event in words (qmgr/README.md §13). */
import type { FeedbackDecision } from '../protocol/decisions.ts';
import type { Arithmetic, Explanation } from './explanation.ts';
import type { Names, Token } from './tokens.ts';
import { formatNumber } from './figures.ts';
import { say } from './tokens.ts';

/** Explains what one delivery report did to the window of its destination. */
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
      return say`${answered(d, names)}: ${formatNumber(d.amount)} towards a larger window, success is ${formatNumber(d.success)}.`;
    case 'negative':
      if (d.died) {
        return say`${name} failed, and the failed cohorts reach ${formatNumber(d.failCohorts)} of ${formatNumber(d.cohortLimit)}: it is dead.`;
      }
      if (moved < 0)
        return say`${name} failed: its window shrinks from ${d.windowBefore} to ${d.windowAfter}.`;
      return say`${name} failed: the window stays at ${d.windowAfter}, ${formatNumber(d.failure)} of failure is left before the next step down.`;
    default:
      return d.sign satisfies never;
  }
}

/**
 * What counted as good news. A server that put recipients off in session has answered too; an agent of `retry` has no
 * server, and its destination is the text of a failure.
 */
function answered(d: FeedbackDecision, names: Names): Token[] {
  const name = { mono: d.queueName };
  if (names.transportName?.(d.transport) !== 'retry') return say`${name} answered`;
  return say`${{ mono: 'retry' }} noted a deferral under ${name}`;
}

/** Which of the two tests of qmgr/README.md §13.2 kept the amount from being added. */
function guard(d: FeedbackDecision): string {
  if (d.concurrencyLimit > 0 && d.windowBefore >= d.concurrencyLimit) {
    return `its window of ${d.windowBefore} is at the limit`;
  }
  return `its window is not used up: ${d.windowBefore} ≥ ${d.busy} busy + initial ${d.initialConcurrency}`;
}

function arithmetic(d: FeedbackDecision): Arithmetic | undefined {
  if (d.sign === 'revival') return undefined;
  const cohorts = {
    label: say`failed cohorts, dead at ${d.cohortLimit === 0 ? 'never' : formatNumber(d.cohortLimit)}`,
    expression:
      d.sign === 'positive' ? `0` : `+ 1 ÷ ${formatNumber(d.windowBefore)} = ${formatNumber(d.failCohorts)}`,
  };
  const verdict = d.died
    ? say`${formatNumber(d.failCohorts)} ≥ ${formatNumber(d.cohortLimit)}, so the destination is dead`
    : say`window ${d.windowBefore} → ${d.windowAfter}`;
  const sum =
    d.sign === 'positive'
      ? {
          label: say`success after this delivery`,
          expression: d.applied
            ? `+ ${formatNumber(d.amount)}, now ${formatNumber(d.success)}`
            : `+ 0, now ${formatNumber(d.success)}`,
        }
      : {
          label: say`failure after this delivery`,
          expression: `− ${formatNumber(d.amount)}, now ${formatNumber(d.failure)}`,
        };
  return { lines: d.died ? [cohorts] : [sum, cohorts], verdict };
}
