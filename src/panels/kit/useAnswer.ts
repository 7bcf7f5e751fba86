import { useEffect, useRef, useState } from 'react';
import type { Actions } from '../../store/actions.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';
import { createPace } from './pace.ts';

/** Least time between two questions while the run plays: the answers are read, not watched. */
const EVERY_MS = 160;

/**
 * The answer of the session to a question about the state shown, asked again whenever that state changes. `key` names the
 * question: with another key the old answer is dropped, with the same one it stays until the new one is there.
 */
export function useAnswer<T>(key: string, ask: (actions: Actions) => Promise<T>): T | null {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const place = useSession((session) => `${session.branch} ${session.cursor.step} ${session.cursor.at}`);
  const [answer, setAnswer] = useState<{ key: string; value: T } | null>(null);
  const playing = useApp(({ session, view }) => session.playing || view.scrubbing);
  const [pace] = useState(() => createPace(EVERY_MS));
  const question = useRef(ask);
  useEffect(() => {
    question.current = ask;
  });
  const whole = `${run} ${key}`;
  useEffect(() => {
    let wanted = true;
    const cancel = waitThen(() => {
      const answered = pace.asked();
      question
        .current(actions)
        .then(
          (value) => {
            if (wanted) setAnswer({ key: whole, value });
          },
          () => {
            // The run was replaced under the question: the next state asks again.
          },
        )
        .finally(answered);
    }, pace.wait(playing));
    return () => {
      wanted = false;
      cancel();
    };
  }, [actions, whole, place, pace, playing]);
  return answer?.key === whole ? answer.value : null;
}
