import { useEffect, useRef, useState } from 'react';
import type { TimelineSlice } from '../../protocol/answers.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';
import { createPace } from '../kit/pace.ts';
import type { TimeWindow } from './layout.ts';

/** Milliseconds between two requests while the run plays. */
const REFRESH_MS = 250;

/** Events in a time window; `wakeUps`: include the wheel's wake-ups. One request at a time; the newest wins. */
export function useTimelineSlice(
  { from, to }: TimeWindow,
  parts: number,
  wakeUps: boolean,
): TimelineSlice | null {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const branch = useSession((session) => session.branch);
  const head = useSession((session) => session.head.event);
  const edits = useView((view) => view.branchEdits + view.branchGrowth);
  const [answer, setAnswer] = useState<{ run: number; slice: TimelineSlice } | null>(null);
  const [again, setAgain] = useState(0);
  const playing = useSession((session) => session.playing);
  const request = useRef({ busy: false, stale: false });
  const [pace] = useState(() => createPace(REFRESH_MS));
  useEffect(() => {
    if (parts === 0 || run === 0) return undefined;
    const state = request.current;
    const ask = async (): Promise<void> => {
      if (state.busy) {
        state.stale = true;
        return;
      }
      state.busy = true;
      const answered = pace.asked();
      try {
        setAnswer({ run, slice: await actions.ask('timeline', from, to, parts, wakeUps) });
      } catch {
        // The run was replaced; the new run's first frame asks again.
      }
      answered();
      state.busy = false;
      if (state.stale) {
        state.stale = false;
        setAgain((n) => n + 1);
      }
    };
    return waitThen(() => void ask(), pace.wait(playing));
  }, [actions, run, branch, head, edits, from, to, parts, wakeUps, again, pace, playing]);
  return answer !== null && answer.run === run ? answer.slice : null;
}
