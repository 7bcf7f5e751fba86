import { useEffect, useState } from 'react';
import { explainWhy } from '../../explain/why.ts';
import type { Token } from '../../explain/tokens.ts';
import type { WhyQuestion } from '../../protocol/why.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';
import { createPace } from '../kit/pace.ts';

const EVERY_MS = 60;

/**
 * Why something is as it is at the cursor, in sentences; null while nobody asks or the answer is on its way. The session
 * works it out from the state shown, so it is asked anew when the cursor moves, and only while the run is paused.
 */
export function useWhy(question: WhyQuestion | null): Token[][] | null {
  const actions = useActions();
  const place = useSession((session) => `${session.run} ${session.branch} ${session.cursor.step}`);
  const paused = useSession((session) => !session.playing);
  const [pace] = useState(() => createPace(EVERY_MS));
  const [answer, setAnswer] = useState<{ key: string; sentences: Token[][] } | null>(null);
  const asked = question === null ? '' : JSON.stringify(question);
  const key = `${place} ${asked}`;
  useEffect(() => {
    if (asked === '' || !paused) return undefined;
    let wanted = true;
    const cancel = waitThen(() => {
      const answered = pace.asked();
      actions
        .why(JSON.parse(asked) as WhyQuestion)
        .then(
          (found) => {
            if (wanted) setAnswer({ key, sentences: explainWhy(found) });
          },
          () => {
            // The run was replaced under the question: the next moment asks again.
          },
        )
        .finally(answered);
    }, pace.wait(false));
    return () => {
      wanted = false;
      cancel();
    };
  }, [actions, asked, key, paused, pace]);
  return answer !== null && answer.key === key ? answer.sentences : null;
}
