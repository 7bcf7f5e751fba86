import { useState } from 'react';
import { useActions, useSession } from '../../store/hooks.ts';
import { createPace } from '../kit/pace.ts';
import { ofThisRun, useQuestion } from '../kit/useQuestion.ts';

const EVERY_MS = 150;
const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Values of parameters that no row contains, by main.cf name, at the cursor. Fetched when the run or branch changes
 * and, while all parameters are shown, when the cursor moves.
 */
export function useParamChanges(follow: boolean): ReadonlyMap<string, string> {
  const actions = useActions();
  const place = useSession(
    (session) => `${session.run} ${session.branch} ${follow && !session.playing ? session.cursor.event : ''}`,
  );
  const upTo = useSession((session) => (session.playing ? 0 : session.cursor.event));
  const [pace] = useState(() => createPace(EVERY_MS));
  const ask = async (): Promise<ReadonlyMap<string, string> | undefined> => {
    if (upTo === 0) return undefined;
    const records = await ofThisRun(actions.ask('events', 1, upTo, ['param.changed']));
    return (
      records &&
      new Map(
        records.flatMap(({ event }) => (event.kind === 'param.changed' ? [[event.name, event.to]] : [])),
      )
    );
  };
  // Events are read up to the cursor, but only a change of `place` asks again.
  return useQuestion('changes', ask, { again: place, pace }) ?? NONE;
}
