import { useEffect, useState } from 'react';
import type { CandidateRow } from '../../protocol/session-api.ts';
import { useActions, useSession } from '../../store/hooks.ts';

interface Answer {
  run: number;
  decision: number;
  rows: readonly CandidateRow[];
}

/**
 * Candidates of a decision, null while they are not known. They are recomputed by the session, so they are asked for only
 * while the run is paused; a held arrow key asks once, when it is let go.
 */
export function useCandidates(decision: number): readonly CandidateRow[] | null {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const paused = useSession((session) => !session.playing);
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (decision === 0 || !paused) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      actions.candidates(decision).then(
        (rows) => {
          if (wanted) setAnswer({ run, decision, rows });
        },
        () => {
          // The run was replaced under the question: the next moment asks again.
        },
      );
    }, 60);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [actions, decision, run, paused]);
  return answer !== null && answer.decision === decision && answer.run === run ? answer.rows : null;
}
