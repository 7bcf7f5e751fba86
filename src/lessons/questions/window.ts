/** "How large is the window after this report?" */
import { explainFeedback } from '../../explain/feedback.ts';
import { figure, say, type Token } from '../../explain/tokens.ts';
import type { FeedbackDecision } from '../../protocol/decisions.ts';
import type { Draw } from './draw.ts';
import { goOn, namesOf, type Probe, stepBehind } from './probe.ts';
import { sumsOf } from './sums.ts';
import { arrange, type Choice, type Question } from './question.ts';

/** Reports looked at for one that is worth a question. */
const REPORTS_MAX = 400;

/** The window after the next report (or failure) about a destination (`about`, "" = any); null when none comes. */
export async function askWindow(
  probe: Probe,
  draw: Draw,
  about: string,
  sign: 'any' | 'negative',
): Promise<Question | null> {
  for (let i = 0; i < REPORTS_MAX; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOn(probe, { kinds: ['entry.done'], message: 0, destination: about }))) return null;
    const { decision: record, cursor } = probe.sight();
    if (record === null || record.step !== cursor.step || record.decision.rule !== 'feedback') continue;
    if (record.decision.sign === 'revival') continue;
    if (sign === 'negative' && record.decision.sign !== 'negative') continue;
    const decision = record.decision;
    // oxlint-disable-next-line no-await-in-loop
    const places = await stepBehind(probe);
    return windowQuestion(probe, draw, decision, places);
  }
  return null;
}

function windowQuestion(
  probe: Probe,
  draw: Draw,
  decision: FeedbackDecision,
  places: Pick<Question, 'before' | 'after'>,
): Question {
  const { sentence, arithmetic } = explainFeedback(decision, namesOf(probe.sight()));
  const sums = sumsOf(arithmetic);
  const right = decision.died ? 'dead' : String(decision.windowAfter);
  const said = say`${sentence}${sums}`;
  const wrong = choicesOf(decision);
  const failed = decision.sign === 'negative';
  return {
    kind: failed ? 'failure' : 'window',
    text: say`${failed ? 'A delivery fails' : 'A delivery succeeds'} at ${{ mono: decision.queueName }}, whose window is ${decision.windowBefore}. How large is the window then?`,
    choices: arrange(draw, { key: right, label: windowLabel(right), hint: '', why: said }, wrong),
    right,
    ...places,
    number: 0,
  };
}

/** Typical mistakes, the most tempting first. */
function choicesOf(d: FeedbackDecision): Choice[] {
  const { windowBefore: was, amount } = d;
  const failed = d.sign === 'negative';
  const moves: [string, string][] = failed
    ? [
        [String(was), 'It stays only as long as failure is left over from a step before.'],
        [
          String(Math.max(1, was - 1)),
          `One report counts ${figure(amount)}, and steps down come at the start of a sequence.`,
        ],
        [
          'dead',
          `Dead takes ${d.cohortLimit === 1 ? 'one failed cohort' : `${figure(d.cohortLimit)} failed cohorts`}: add up one divided by the window for each failure.`,
        ],
        [String(Math.max(1, Math.floor(was / 2))), 'Nothing is halved: a step is one.'],
        [String(was + 1), 'A failure never lets a window grow.'],
      ]
    : [
        [
          String(was + 1),
          d.applied
            ? `One report counts ${figure(amount)}, and a step up takes a whole one.`
            : 'Not every success is counted.',
        ],
        [String(was), 'Add the amount to what the successes have come to: does it make a whole one?'],
        [String(Math.max(1, was - 1)), 'A success never lets a window shrink.'],
        [
          String(was * 2),
          'One report never doubles it, a step is one. Where the window doubles, a whole round of reports has come in.',
        ],
      ];
  return moves.map(([key, why]) => ({ key, label: windowLabel(key), hint: '', why: say`${why}` }));
}

function windowLabel(key: string): Token[] {
  return key === 'dead' ? say`the destination is dead` : say`window ${key}`;
}
