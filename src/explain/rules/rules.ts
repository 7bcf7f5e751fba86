import { feedbackTrace } from './feedback.ts';
import { gateTrace } from './gate.ts';
import { purgatoryTrace } from './purgatory.ts';
import { refillTrace } from './refill.ts';
import type { RuleInstant, RuleTrace } from './rule.ts';
import { selectionTrace } from './selection.ts';
import { wheelTrace } from './wheel.ts';

/**
 * The rules that were executed in one step, line by line, the one that says most first: the decision, then what it set
 * off. Empty when none of the rules that are told here was.
 */
export function tracesOf({ decision, events, candidates, feedback, names }: RuleInstant): RuleTrace[] {
  const traces = [
    decided(decision, candidates, feedback, names),
    refillTrace(events, names),
    gateTrace(events),
    purgatoryTrace(events),
    wheelTrace(events),
  ];
  return traces.filter((trace) => trace !== null);
}

/**
 * The rules of the instant at step `step`. Between two decisions the state is what the last one made of it: where nothing
 * was executed at the step itself, the rule of that one is told.
 */
export function tracesAtStep(instant: RuleInstant, step: number): RuleTrace[] {
  const { decision, events } = instant;
  const own = events.filter((record) => record.step === step);
  const now = tracesOf({ ...instant, events: own, decision: decision?.step === step ? decision : null });
  return now.length > 0 ? now : tracesOf({ ...instant, events: [] });
}

function decided(
  record: RuleInstant['decision'],
  candidates: RuleInstant['candidates'],
  feedback: RuleInstant['feedback'],
  names: RuleInstant['names'],
): RuleTrace | null {
  if (record === null) return null;
  const { decision } = record;
  return decision.rule === 'selection'
    ? selectionTrace(decision, candidates, names)
    : feedbackTrace(decision, feedback);
}
