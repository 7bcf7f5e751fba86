import { useEffect } from 'react';
import { ThreadsHero } from '../../panels/threads/ThreadsHero.tsx';
import { FocusContext, useLatest, useLedger, useThreadFocus } from '../../panels/threads/useThreads.ts';
import { useMedia } from '../../panels/kit/useMedia.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import '../../panels/hero/hero.css';
import './embed.css';

/** A millisecond takes a second: some of them are all that a story of threads has. */
const STORY_SPEED = 0.001;

/** The threads of a group alone: gauges, gate, runnable threads over time, lanes. */
export default function EmbedThreads() {
  const actions = useActions();
  const row = useSession((session) => session.threads);
  const alone = useSession((session) => session.scenario?.cmgroup !== undefined);
  const focus = useThreadFocus();
  useEffect(() => {
    actions.setStepUnit('cause');
    if (alone) void actions.setSpeed(STORY_SPEED);
  }, [actions, alone]);
  if (row === null) return <p className="embed-wrong">In this run agents are not threads.</p>;
  return (
    <FocusContext value={focus}>
      <Shown row={row} />
    </FocusContext>
  );
}

function Shown({ row }: { row: ThreadsRow }) {
  const ledger = useLedger(row);
  const latest = useLatest(ledger);
  const small = useMedia('(max-width: 560px)');
  return <ThreadsHero row={row} ledger={ledger} latest={latest} phone={small} />;
}
