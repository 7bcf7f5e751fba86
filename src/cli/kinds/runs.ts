import type { Scenario } from '../../protocol/scenario.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import { runMail } from './mail.ts';
import type { RunJob } from './run-kind.ts';
import { runThreadsAlone } from './threads.ts';
import { runTimers } from './timers.ts';

const RUNS: ByKind<(job: RunJob) => void> = {
  mail: (scenario) => (job) => runMail(scenario, job),
  'timer-lab': (scenario) => (job) => runTimers(scenario, job),
  'threads-alone': (scenario) => (job) => runThreadsAlone(scenario, job),
};

/** Runs a scenario of any kind without a page and prints what its kind has to say. */
export function runKind(scenario: Scenario, job: RunJob): void {
  ofKind(RUNS, scenario)(job);
}
