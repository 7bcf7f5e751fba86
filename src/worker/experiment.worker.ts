import {
  firstPassAdvance,
  firstPassBegin,
  firstPassFigures,
  firstPassProgress,
} from '../core/experiments/first-pass.ts';
import type { ExperimentJob, ExperimentMessage } from '../protocol/experiments.ts';

/**
 * The worker of experiments: one run at a time, from a scenario to its figures, with word of how far it is. It keeps
 * nothing between runs; to cancel it is to terminate it.
 */

/** Some ten milliseconds of work: often enough to see it move. */
const STEPS_PER_SLICE = 1000;

function run({ key, scenario }: ExperimentJob): void {
  const pass = firstPassBegin(scenario);
  while (!firstPassAdvance(pass, STEPS_PER_SLICE)) {
    tell({ kind: 'progress', key, share: firstPassProgress(pass) });
  }
  tell({ kind: 'done', key, figures: firstPassFigures(pass) });
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
