import { useEffect, useState } from 'react';
import type { WaitQuestion, WaitReport } from '../../protocol/waits.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';
import { createPace } from '../kit/pace.ts';

/** While the run plays the answer is asked a few times a second: it is read, not watched. */
const EVERY_MS = 250;

/** The waiting time up to the cursor; a long way through the run is asked for again until it has been gone. */
export function useWaits({ number, scope }: WaitQuestion): WaitReport | null {
  const actions = useActions();
  const place = useSession(({ run, branch, cursor }) => `${run} ${branch} ${cursor.step} ${cursor.at}`);
  const run = useSession((session) => session.run);
  const key = `${run} ${number} ${scope}`;
  const [answer, setAnswer] = useState<{ key: string; report: WaitReport | null }>({ key: '', report: null });
  const playing = useApp(({ session, view }) => session.playing || view.scrubbing);
  const [pace] = useState(() => createPace(EVERY_MS));
  useEffect(() => {
    let wanted = true;
    const ask = async (): Promise<void> => {
      let running = true;
      while (wanted && running) {
        const answered = pace.asked();
        // oxlint-disable-next-line no-await-in-loop
        const report = await actions.ask('waits', { number, scope });
        answered();
        running = report?.running ?? false;
        if (wanted) setAnswer({ key, report });
      }
    };
    const cancel = waitThen(() => {
      ask().catch(() => {
        // The run was replaced under the question; its first state asks again.
      });
    }, pace.wait(playing));
    return () => {
      wanted = false;
      cancel();
    };
  }, [actions, number, scope, key, place, pace, playing]);
  return answer.key === key ? answer.report : null;
}
