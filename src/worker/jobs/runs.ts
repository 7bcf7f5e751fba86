import {
  firstPassAdvance,
  firstPassBegin,
  firstPassFigures,
  firstPassProgress,
} from '../../core/experiments/first-pass.ts';
import { sweepAdvance, sweepBegin, sweepFigures, sweepProgress } from '../../core/experiments/sweep-run.ts';
import type { Work } from '../../protocol/serve-jobs.ts';

/** About ten milliseconds of work, so that progress is visible. */
const STEPS_PER_SLICE = 1000;
/** Sweeps have many short runs; only long ones report progress. */
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
