import type { Scenario } from '../../../protocol/scenario.ts';
import { type ByKind, ofKind } from '../../../scenario/kinds/by-kind.ts';
import type { KindRules } from './kind-rules.ts';
import { mailRules } from './mail-rules.ts';
import { threadRules } from './threads-rules.ts';
import { timerRules } from './timers-rules.ts';

const RULES: ByKind<KindRules> = {
  mail: mailRules,
  'timer-lab': timerRules,
  'threads-alone': threadRules,
};

/** The rules of a run. */
export function rulesOf(scenario: Scenario): KindRules {
  return ofKind(RULES, scenario);
}
