/** "How large is the window after this report?" */
import { say, type Token } from '../../explain/tokens.ts';
import type { FeedbackDecision } from '../../protocol/decisions.ts';
import type { Words } from '../words/en/index.ts';
import type { Draw } from './draw.ts';
import { goOnToEvent, namesOf, type Probe, stepBehind } from './probe.ts';
import { sumsOf, arrange, type Choice, type Question } from './question.ts';

type Report = Words['ask']['report'];

/** Maximum number of reports searched for a suitable one. */
const REPORTS_MAX = 400;

/** Asks about the next report (or failure) of a destination (`about`, "" = any); null when none comes. */
export async function askWindow(
  probe: Probe,
  draw: Draw,
  about: string,
  sign: 'any' | 'negative',
  words: Words['ask'],
): Promise<Question | null> {
  for (let i = 0; i < REPORTS_MAX; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOnToEvent(probe, { kinds: ['entry.done'], message: 0, destination: about }))) return null;
    const { decision: record, cursor } = probe.sight();
    if (record === null || record.step !== cursor.step || record.decision.rule !== 'feedback') continue;
    if (record.decision.sign === 'revival') continue;
    if (sign === 'negative' && record.decision.sign !== 'negative') continue;
    const decision = record.decision;
    // oxlint-disable-next-line no-await-in-loop
    const places = await stepBehind(probe);
    return windowQuestion(probe, draw, decision, places, words);
  }
  return null;
}

function windowQuestion(
  probe: Probe,
  draw: Draw,
  decision: FeedbackDecision,
  places: Pick<Question, 'before' | 'after'>,
  { report }: Words['ask'],
): Question {
  const { sentence, arithmetic } = report.explained(decision, namesOf(probe.sight()));
  const sums = sumsOf(arithmetic);
  const right = decision.died ? 'dead' : String(decision.windowAfter);
  const said = say`${sentence}${sums}`;
  const wrong = choicesOf(decision, report);
  const failed = decision.sign === 'negative';
  return {
    kind: failed ? 'failure' : 'window',
    text: report.text(failed, { mono: decision.queueName }, decision.windowBefore),
    choices: arrange(draw, { key: right, label: windowLabel(right, report), hint: '', why: said }, wrong),
    right,
    ...places,
    number: 0,
  };
}

/** Lists choices for typical mistakes, most tempting first. */
function choicesOf(d: FeedbackDecision, report: Report): Choice[] {
  const { windowBefore: was, amount } = d;
  const failed = d.sign === 'negative';
  const moves: [string, string][] = failed
    ? [
        [String(was), report.stays],
        [String(Math.max(1, was - 1)), report.stepDown(amount)],
        ['dead', report.notDead(d.cohortLimit)],
        [String(Math.max(1, Math.floor(was / 2))), report.notHalved],
        [String(was + 1), report.neverGrows],
      ]
    : [
        [String(was + 1), d.applied ? report.stepUp(amount) : report.notCounted],
        [String(was), report.addUp],
        [String(Math.max(1, was - 1)), report.neverShrinks],
        [String(was * 2), report.notDoubled],
      ];
  return moves.map(([key, why]) => ({ key, label: windowLabel(key, report), hint: '', why: say`${why}` }));
}

function windowLabel(key: string, report: Report): Token[] {
  return say`${key === 'dead' ? report.dead : report.window(key)}`;
}
