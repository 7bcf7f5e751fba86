import {
  firstPassAdvance,
  firstPassBegin,
  firstPassFigures,
  firstPassProgress,
} from '../../core/experiments/first-pass.ts';
import { sweepAdvance, sweepBegin, sweepFigures, sweepProgress } from '../../core/experiments/sweep-run.ts';
import type { Work } from '../../protocol/serve-jobs.ts';

/** Some ten milliseconds of work: often enough to see it move. */
const STEPS_PER_SLICE = 1000;
/** Runs of a sweep are many and short: only the long ones say how far they are. */
const STEPS_PER_SWEEP_SLICE = 50_000;

/** From a scenario to its figures, as the document's tables have them. */
export const firstPass: Work<'first-pass'> = (scenario, { say }) => {
  const pass = firstPassBegin(scenario);
  while (!firstPassAdvance(pass, STEPS_PER_SLICE)) say(firstPassProgress(pass));
  return firstPassFigures(pass);
};

/** From a scenario to the figures of a sweep. */
export const sweepRun: Work<'sweep-run'> = (scenario, { say }) => {
  const run = sweepBegin(scenario);
  while (!sweepAdvance(run, STEPS_PER_SWEEP_SLICE)) say(sweepProgress(run));
  return sweepFigures(run);
};
