import type { Cursor } from '../../protocol/frame.ts';
import type { Result } from '../../protocol/result.ts';
import type { ThreadsSetup } from '../../protocol/threads-setup.ts';
import { useActions, useSession } from '../../store/hooks.ts';

/** The run anew with another machine, shown at the same instant. Null in a run whose agents are not threads. */
export function useReopen(): ((change: Partial<ThreadsSetup>) => Promise<Result<Cursor>>) | null {
  const actions = useActions();
  const scenario = useSession((session) => session.scenario);
  const at = useSession((session) => session.cursor.at);
  const threads = scenario?.threads;
  if (scenario === null || threads === undefined) return null;
  return (change) =>
    actions.openScenario({ ...scenario, threads: { ...threads, ...change } }, { at, play: false });
}
