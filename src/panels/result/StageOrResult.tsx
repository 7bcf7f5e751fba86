import { Suspense, useEffect, useState } from 'react';
import { useApp, useView } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';
import type { AppState } from '../../store/store.ts';
import { lazyWithRetry } from '../kit/lazy.tsx';
import { Opening } from '../kit/Opening.tsx';
import { StagePanel } from '../stage/StagePanel.tsx';

const ResultPanel = lazyWithRetry(() => import('./ResultPanel.tsx'));

/** Milliseconds for which the stage stays after the last delivery, if the run was played or stepped to its end. */
const LAST_LOOK_MS = 900;

/** The stage of a mail run, or its result when nothing is left to do. `next`: the result has buttons to go on. */
export function StageOrResult({ next = true }: { next?: boolean }) {
  const table = useView((view) => view.table);
  const ended = useApp(hasEnded) && !table;
  const moving = useApp(({ session, view }) => session.motion === 'forward' && !view.reducedMotion);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!ended || !moving) return undefined;
    const cancel = waitThen(() => setSeen(true), LAST_LOOK_MS);
    return () => {
      cancel();
      setSeen(false);
    };
  }, [ended, moving]);
  if (!ended || (moving && !seen)) return <StagePanel />;
  return (
    <Suspense
      fallback={
        <>
          <Opening part />
          <StagePanel />
        </>
      }
    >
      <ResultPanel next={next} />
    </Suspense>
  );
}

/** True if mail has arrived and the run has ended. False while jobs are on a list, even if they wait forever. */
function hasEnded({ session }: AppState): boolean {
  if (!session.idle || session.playing || session.messages.size === 0) return false;
  return [...session.transports.values()].every(({ jobCount }) => jobCount === 0);
}
