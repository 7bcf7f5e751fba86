import type { Scenario } from '../../protocol/scenario.ts';
import { type ByKind, ofKind } from './by-kind.ts';
import type { Counts } from './run-counts.ts';
import { mailCounts } from './mail/counts.ts';
import { threadCounts } from './threads/counts.ts';
import { timerCounts } from './timers/counts.ts';

const COUNTS: ByKind<Counts> = {
  mail: mailCounts,
  'timer-lab': timerCounts,
  'threads-alone': threadCounts,
};

/** Counted from the scenario, by its kind. */
export function countsOf(scenario: Scenario): Counts {
  return ofKind(COUNTS, scenario);
}
