import type { MailScenario, TimerScenario } from '../protocol/scenario.ts';
import { mailRun, timerRun } from '../scenario/kinds/narrow.ts';
import { useSession } from './hooks.ts';

/** Selects from the scenario of a mail run; null in other runs and before the first run. */
export function useMail<T>(select: (scenario: MailScenario | null) => T): T {
  return useSession(({ scenario }) => select(mailRun(scenario)));
}

/** Selects from the scenario of a timer laboratory; null otherwise. */
export function useTimers<T>(select: (scenario: TimerScenario | null) => T): T {
  return useSession(({ scenario }) => select(timerRun(scenario)));
}
