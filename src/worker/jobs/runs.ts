import {
  firstPassAdvance,
  firstPassBegin,
  firstPassFigures,
  firstPassProgress,
} from '../../core/experiments/first-pass.ts';
import { sweepAdvance, sweepBegin, sweepFigures, sweepProgress } from '../../core/experiments/sweep-run.ts';
import type { Work } from '../../protocol/serve-jobs.ts';

/** Number of steps between two progress reports: about ten milliseconds of work. */
const STEPS_PER_SLICE = 1000;
/** Number of steps between two progress reports in a sweep. Most runs of a sweep are shorter and report nothing. */
const STEPS_PER_SWEEP_SLICE = 50_000;

export const firstPass: Work<'first-pass'> = (scenario, { say }) => {
  const pass = firstPassBegin(scenario);
  while (!firstPassAdvance(pass, STEPS_PER_SLICE)) say(firstPassProgress(pass));
  return firstPassFigures(pass);
};

export const sweepRun: Work<'sweep-run'> = (scenario, { say }) => {
  const run = sweepBegin(scenario);
  while (!sweepAdvance(run, STEPS_PER_SWEEP_SLICE)) say(sweepProgress(run));
  return sweepFigures(run);
};
