import { createSimulation, nextInstant, position, stepOnce } from '../../core/simulation.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { bad } from '../bad-input.ts';
import { stateFigures } from '../run-state.ts';
import { answerWhy, parseWhy, WHY_ACCEPTED } from '../why-args.ts';
import type { RunJob } from './run-kind.ts';

/** A run of mail: figures, questions, and the state at its end. */
export function runMail(scenario: MailScenario, { mode, until, report, why, print }: RunJob): void {
  const { transport } = scenario.view;
  const questions = why.map((word) => {
    const parsed = parseWhy(word, transport);
    if (parsed === null) throw bad('--why', word, WHY_ACCEPTED);
    return { word, parsed };
  });
  const sim = createSimulation(scenario, report.sink);
  let next = nextInstant(sim);
  while (next !== null && next <= until) {
    stepOnce(sim);
    next = nextInstant(sim);
  }
  for (const { word, parsed } of questions) for (const line of answerWhy(sim, word, parsed)) print(line);
  if (questions.length > 0 && mode === 'figures') return;
  const figures = report.figures(position(sim), next === null);
  if (mode === 'json')
    print(JSON.stringify({ ...figures, state: stateFigures({ sim, transport }) }, null, 2));
  if (mode === 'figures') print(report.summary(figures));
}
