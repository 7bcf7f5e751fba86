import type { DecisionNumber } from '../../protocol/ids.ts';
import { useEffect, useState } from 'react';
import type { CandidateRow } from '../../protocol/answers.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';
import { createPace } from '../kit/pace.ts';

/** Instead of candidates while it plays. */
export const PAUSE_FIRST = 'Pause to see who else was considered.';

interface Answer {
  run: number;
  decision: DecisionNumber;
  rows: readonly CandidateRow[];
}

const EVERY_MS = 60;

/**
 * Candidates of a decision, null while they are not known. They are recomputed by the session, so they are asked for only
 * while the run is paused; a held arrow key asks no more often than the session answers with ease.
 */
export function useCandidates(decision: DecisionNumber): readonly CandidateRow[] | null {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const paused = useApp(({ session, view }) => !session.playing && !view.scrubbing);
  const [pace] = useState(() => createPace(EVERY_MS));
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (decision === 0 || !paused) return undefined;
    let wanted = true;
    const cancel = waitThen(() => {
      const answered = pace.asked();
      actions
        .ask('candidates', decision)
        .then(
          (rows) => {
            if (wanted) setAnswer({ run, decision, rows });
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
  }, [actions, decision, run, paused, pace]);
  return answer !== null && answer.decision === decision && answer.run === run ? answer.rows : null;
}
