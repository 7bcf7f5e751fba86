import { DEFAULT_THREADS, STORY_FACTOR } from '../../scenario/threads-defaults.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import css from './threads-dock.module.css';

/** In a run whose agents are not threads: what would change, and the way to it. */
export function StartThreads() {
  const actions = useActions();
  const scenario = useMail((open) => open);
  const at = useSession((session) => session.cursor.at);
  if (scenario === null) return <EmptyState size="line">No agents in this run.</EmptyState>;
  return (
    <div className={css.threadsStart}>
      <EmptyState size="line">
        In this run an agent is there as soon as the process limit allows it. As threads, agents need a CPU
        for their work, and a concurrency group keeps the number of runnable ones near the number of CPUs.
      </EmptyState>
      <button
        type="button"
        className="btn outlined"
        onClick={() =>
          void actions.openScenario(
            { ...scenario, threads: { ...DEFAULT_THREADS, story: STORY_FACTOR } },
            { at, play: false },
          )
        }
      >
        Run it with agents as threads
      </button>
      <p className={css.threadsNote}>A choice of the model: Postfix has processes, and no groups.</p>
    </div>
  );
}
