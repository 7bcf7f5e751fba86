import { useState } from 'react';
import type { Actions } from '../../store/actions.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { createPace } from './pace.ts';
import { ofThisRun, useQuestion } from './useQuestion.ts';

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
  const playing = useApp(({ session, view }) => session.playing || view.scrubbing);
  const [pace] = useState(() => createPace(EVERY_MS));
  return useQuestion<T>(`${run} ${key}`, () => ofThisRun(ask(actions)), { again: place, pace, playing });
}
