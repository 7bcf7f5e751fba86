import {
  firstPassAdvance,
  firstPassBegin,
  firstPassFigures,
  firstPassProgress,
} from '../../core/experiments/first-pass.ts';
import { sweepAdvance, sweepBegin, sweepFigures, sweepProgress } from '../../core/experiments/sweep-run.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import type { ExperimentJob, ExperimentMessage } from '../../protocol/experiments.ts';
import { claimThread } from './sole.ts';

/**
 * The worker of experiments: one run at a time, from a scenario to its figures, with word of how far it is. It keeps
 * nothing between runs; to cancel it is to terminate it.
 */

claimThread('experiments');

/** Some ten milliseconds of work: often enough to see it move. */
const STEPS_PER_SLICE = 1000;
/** Runs of a sweep are many and short: only the long ones say how far they are. */
const STEPS_PER_SWEEP_SLICE = 50_000;

function run({ key, scenario, measure }: ExperimentJob): void {
  if (measure === 'sweep') return sweep(key, scenario);
  const pass = firstPassBegin(scenario);
  while (!firstPassAdvance(pass, STEPS_PER_SLICE)) {
    tell({ kind: 'progress', key, share: firstPassProgress(pass) });
  }
  tell({ kind: 'done', key, figures: firstPassFigures(pass) });
}

function sweep(key: string, scenario: MailScenario): void {
  const run = sweepBegin(scenario);
  while (!sweepAdvance(run, STEPS_PER_SWEEP_SLICE)) {
    tell({ kind: 'progress', key, share: sweepProgress(run) });
  }
  tell({ kind: 'swept', key, figures: sweepFigures(run) });
}

function tell(message: ExperimentMessage): void {
  postMessage(message);
}

addEventListener('message', ({ data }: MessageEvent<ExperimentJob>) => {
  try {
    run(data);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    tell({ kind: 'failed', key: data.key, reason });
  }
});
