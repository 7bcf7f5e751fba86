import type { MailScenario, ThreadScenario, TimerScenario } from '../protocol/scenario.ts';
import { mailRun, threadRun, timerRun } from '../scenario/kinds/narrow.ts';
import { useSession } from './hooks.ts';

/** Looks at the scenario in a panel of runs of mail; null before there is a run. */
export function useMail<T>(select: (scenario: MailScenario | null) => T): T {
  return useSession(({ scenario }) => select(mailRun(scenario)));
}

/** The same in a panel of the timer laboratory. */
export function useTimers<T>(select: (scenario: TimerScenario | null) => T): T {
  return useSession(({ scenario }) => select(timerRun(scenario)));
}

/** The same in a panel of threads alone. */
export function useThreadsAlone<T>(select: (scenario: ThreadScenario | null) => T): T {
  return useSession(({ scenario }) => select(threadRun(scenario)));
}
