import type { MailScenario, Scenario, ThreadScenario, TimerScenario } from '../../protocol/scenario.ts';

/**
 * The scenario if it is a run of mail, for modules that only handle mail. Null before there is a run, and while a run of
 * another kind is replacing it. `npm run layers` counts every use outside the folders of the kind.
 */
export function mailRun(scenario: Scenario | null): MailScenario | null {
  return scenario?.kind === 'mail' ? scenario : null;
}

export function timerRun(scenario: Scenario | null): TimerScenario | null {
  return scenario?.kind === 'timer-lab' ? scenario : null;
}

export function threadRun(scenario: Scenario | null): ThreadScenario | null {
  return scenario?.kind === 'threads-alone' ? scenario : null;
}
