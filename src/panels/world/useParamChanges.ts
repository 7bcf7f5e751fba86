import { useEffect, useState } from 'react';
import { useActions, useSession } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';
import { createPace } from '../kit/pace.ts';

const EVERY_MS = 150;
const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Values of parameters that no row carries, by main.cf name, as the events up to the cursor left them: right after a seek
 * too. Asked for when the run or the branch changes and, while all parameters are on show, when the cursor moves.
 */
export function useParamChanges(follow: boolean): ReadonlyMap<string, string> {
  const actions = useActions();
  const place = useSession(
    (session) => `${session.run} ${session.branch} ${follow && !session.playing ? session.cursor.event : ''}`,
  );
  const upTo = useSession((session) => (session.playing ? 0 : session.cursor.event));
  const [pace] = useState(() => createPace(EVERY_MS));
  const [changes, setChanges] = useState(NONE);
  useEffect(() => {
    let wanted = true;
    if (upTo === 0) return undefined;
    const cancel = waitThen(() => {
      const answered = pace.asked();
      actions
        .ask('events', 1, upTo, ['param.changed'])
        .then(
          (records) => {
            const next = new Map<string, string>();
            for (const { event } of records)
              if (event.kind === 'param.changed') next.set(event.name, event.to);
            if (wanted) setChanges(next);
          },
          () => {
            // The run was replaced under the question; its first frame asks again.
          },
        )
        .finally(answered);
    }, pace.wait(false));
    return () => {
      wanted = false;
      cancel();
    };
    // The end of the question moves with the cursor; only the place decides when it is asked.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [actions, place, pace]);
  return changes;
}
