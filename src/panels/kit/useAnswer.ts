import { useState } from 'react';
import type { Actions } from '../../store/actions.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { createPace } from './pace.ts';
import { ofThisRun, useQuestion } from './useQuestion.ts';

/** Milliseconds between two questions while the run plays. */
const EVERY_MS = 160;

/**
 * The session's answer about the state shown, updated when the state changes. A new `key` drops the old answer; with
 * the same key the old one stays until the new one arrives.
 */
export function useAnswer<T>(key: string, ask: (actions: Actions) => Promise<T>): T | null {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const place = useSession((session) => `${session.branch} ${session.cursor.step} ${session.cursor.at}`);
  const playing = useApp(({ session, view }) => session.playing || view.scrubbing);
  const [pace] = useState(() => createPace(EVERY_MS));
  return useQuestion<T>(`${run} ${key}`, () => ofThisRun(ask(actions)), { again: place, pace, playing });
}
