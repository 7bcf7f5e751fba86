import type { DecisionRecord } from '../protocol/decisions.ts';
import type { Explanation, Telling } from './explanation.ts';
import { explainFeedback } from './feedback.ts';
import { explainSelection } from './selection.ts';
import type { Names } from './tokens.ts';
import { toText } from './tokens.ts';

/** Explains a decision. Equal records and names give equal sentences. */
export function explainDecision(record: DecisionRecord, names: Names, telling: Telling = {}): Explanation {
  const { decision } = record;
  switch (decision.rule) {
    case 'selection':
      return explainSelection(decision, names, telling);
    case 'feedback':
      return explainFeedback(decision, names);
    default:
      return decision satisfies never;
  }
}

/** Joins sentence and notes to one line, for the command line and screen readers. */
export function explanationText(explanation: Explanation): string {
  return [explanation.sentence, ...explanation.notes].map(toText).join(' ');
}
