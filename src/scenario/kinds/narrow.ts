import type { MailScenario, Scenario, ThreadScenario, TimerScenario } from '../../protocol/scenario.ts';

/**
 * The scenario as one of a kind, for the modules of that kind: null before there is a run, and while one of another kind
 * takes the place of theirs. `npm run layers` counts every use outside the folders of the kind.
 */
export function mailRun(scenario: Scenario | null): MailScenario | null {
  return scenario?.kind === 'mail' ? scenario : null;
}

/** The same for the timer laboratory. */
export function timerRun(scenario: Scenario | null): TimerScenario | null {
  return scenario?.kind === 'timer-lab' ? scenario : null;
}

/** The same for threads alone. */
export function threadRun(scenario: Scenario | null): ThreadScenario | null {
  return scenario?.kind === 'threads-alone' ? scenario : null;
}
