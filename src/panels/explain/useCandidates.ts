import type { DecisionNumber } from '../../protocol/ids.ts';
import { useState } from 'react';
import type { CandidateRow } from '../../protocol/answers.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { createPace } from '../kit/pace.ts';
import { ofThisRun, useQuestion } from '../kit/useQuestion.ts';

/** Instead of candidates while it plays. */
export const PAUSE_FIRST = 'Pause to see who else was considered.';

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
  return useQuestion(`${run} ${decision}`, () => ofThisRun(actions.ask('candidates', decision)), {
    when: decision !== 0 && paused,
    pace,
  });
}
