import type { MailScenario, TimerScenario } from '../protocol/scenario.ts';
import { mailRun, timerRun } from '../scenario/kinds/narrow.ts';
import { useSession } from './hooks.ts';

/** Looks at the scenario in a panel of runs of mail; null before there is a run. */
export function useMail<T>(select: (scenario: MailScenario | null) => T): T {
  return useSession(({ scenario }) => select(mailRun(scenario)));
}

/** The same in a panel of the timer laboratory. */
export function useTimers<T>(select: (scenario: TimerScenario | null) => T): T {
  return useSession(({ scenario }) => select(timerRun(scenario)));
}
