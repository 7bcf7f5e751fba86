import { DEFAULT_THREADS, STORY_FACTOR } from '../../scenario/threads-defaults.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import css from './dock.module.css';
import { Button } from '../../ui/Button.tsx';

/** Offers to run the open scenario with agents as threads. */
export function StartThreads() {
  const actions = useActions();
  const scenario = useMail((open) => open);
  const at = useSession((session) => session.cursor.at);
  if (scenario === null) return <EmptyState size="line">No agents in this run.</EmptyState>;
  return (
    <div className={`stack gap-6 ${css.dockScroll}`}>
      <EmptyState size="line">
        In this run agents start instantly, up to the process limit. As threads, agents need a CPU for their
        work. A concurrency group keeps the number of runnable agents near the number of CPUs.
      </EmptyState>
      <div>
        <Button
          look="outlined"
          onClick={() =>
            void actions.openScenario(
              { ...scenario, threads: { ...DEFAULT_THREADS, story: STORY_FACTOR } },
              { at, play: false },
            )
          }
        >
          Run it with agents as threads
        </Button>
      </div>
      <p className="text-1 dim">A what-if: real Postfix uses processes, without groups.</p>
    </div>
  );
}
