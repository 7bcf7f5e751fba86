import type { DecisionNumber } from '../../protocol/ids.ts';
import { useState } from 'react';
import type { CandidateRow } from '../../protocol/answers.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { createPace } from '../kit/pace.ts';
import { ofThisRun, useQuestion } from '../kit/useQuestion.ts';

export const PAUSE_FIRST = 'Pause to see who else was considered.';

const EVERY_MS = 60;

/**
 * Candidates of a decision; null until known. The session recomputes candidates, so this hook asks only while paused,
 * and at most once in `EVERY_MS` while an arrow key is held.
 */
export function useCandidates(decision: DecisionNumber): readonly CandidateRow[] | null {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const paused = useApp(({ session, view }) => !session.playing && !view.scrubbing);
  const [pace] = useState(() => createPace(EVERY_MS));
  return useQuestion(`${run} ${decision}`, () => ofThisRun(actions.ask('candidates', decision)), {
    when: decision !== 0 && paused,
    pace,
  });
}
