import { useEffect, useRef, useState } from 'react';
import type { Actions } from '../../store/actions.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';

/**
 * The session's answer about the state shown, for pictures that follow a playing run. Asks one question at a time; each
 * is about the newest state. An answer stays until the next one arrives, so that the picture never blinks. `key`
 * identifies the question apart from the state. `apartMs`: least milliseconds between questions, for pictures that take
 * longer than a frame.
 */
export function useLatest<T>(
  key: string,
  ask: (actions: Actions) => Promise<T | null>,
  apartMs = 0,
): T | null {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const place = useSession((session) => `${session.run} ${session.branch} ${session.cursor.step}`);
  const [answer, setAnswer] = useState<{ run: number; value: T | null } | null>(null);
  const state = useRef({ busy: false, again: false, gone: false });
  const again = useRef<() => void>(() => {});
  const question = useRef(ask);
  useEffect(() => {
    question.current = ask;
  });
  const whole = `${place} ${key}`;
  useEffect(() => {
    const { current } = state;
    again.current = () => {
      if (current.busy) {
        current.again = true;
        return;
      }
      current.busy = true;
      question
        .current(actions)
        .then((value) => {
          if (!current.gone) setAnswer({ run, value });
        })
        // The run was replaced before the answer came; the new run's state asks again.
        .catch(() => {})
        .finally(() => {
          if (!current.again || current.gone) {
            current.busy = false;
            return;
          }
          waitThen(() => {
            current.busy = false;
            current.again = false;
            if (!current.gone) again.current();
          }, apartMs);
        });
    };
    again.current();
    // `whole` contains everything that the answer depends on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [actions, whole, apartMs]);
  useEffect(() => {
    const { current } = state;
    current.gone = false;
    return () => {
      current.gone = true;
    };
  }, []);
  return answer !== null && answer.run === run ? answer.value : null;
}
