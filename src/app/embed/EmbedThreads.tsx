import { useEffect } from 'react';
import { ThreadsMainPanel } from '../../panels/threads/ThreadsMainPanel.tsx';
import { FocusContext, useRowNow, useLedger, useThreadFocus } from '../../panels/threads/useThreads.ts';
import { useKind } from '../../panels/kinds/views.ts';
import { useMedia } from '../../ui/useMedia.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import '../../panels/main-panel/hero.module.css';
import css from './embed.module.css';

/** The threads of a concurrency group: gauges, gate, count of runnable threads over time, and a lane per thread. */
export default function EmbedThreads() {
  const actions = useActions();
  const row = useSession((session) => session.threads);
  const { speed } = useKind();
  const focus = useThreadFocus();
  useEffect(() => {
    actions.look({ stepUnit: 'cause' });
    if (speed !== undefined) void actions.setSpeed(speed);
  }, [actions, speed]);
  if (row === null)
    return <p className={`sub ${css.embedWrong}`}>This run does not simulate agents as threads.</p>;
  return (
    <FocusContext value={focus}>
      <Shown row={row} />
    </FocusContext>
  );
}

function Shown({ row }: { row: ThreadsRow }) {
  const ledger = useLedger(row);
  const latest = useRowNow(ledger);
  const small = useMedia('(max-width: 35rem)');
  return <ThreadsMainPanel row={row} ledger={ledger} latest={latest} phone={small} />;
}
