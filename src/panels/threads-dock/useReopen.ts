import type { Cursor } from '../../protocol/frame.ts';
import type { Result } from '../../protocol/result.ts';
import type { ThreadsSetup } from '../../protocol/threads-setup.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';

/**
 * The run anew with another machine, with its branches and what was done live, at the same instant; what does not apply to the other
 * machine is told in a notice. Null in a run whose agents are not threads.
 */
export function useReopen(): ((change: Partial<ThreadsSetup>) => Promise<Result<Cursor>>) | null {
  const actions = useActions();
  const scenario = useMail((open) => open);
  const at = useSession((session) => session.cursor.at);
  const threads = scenario?.threads;
  if (scenario === null || threads === undefined) return null;
  return async (change) => {
    const { live, branches, branch } = await actions.save();
    const kept = branches === undefined ? { live } : { tree: { branches, branch } };
    return actions.openScenario(
      { ...scenario, threads: { ...threads, ...change } },
      { ...kept, at, play: false },
    );
  };
}
