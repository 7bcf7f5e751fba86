import { useEffect, useRef, useState } from 'react';
import type { WheelDetail, WheelQuestion } from '../../protocol/wheel.ts';
import { useActions, useSession } from '../../store/hooks.ts';

/**
 * The wheel at the cursor. One question is under way at a time and the newest state is asked for next, so that playing
 * costs no more than the session can answer. The last answer stays until the next: the picture never blinks.
 */
export function useWheel(question: WheelQuestion): WheelDetail | null {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const place = useSession((session) => `${session.run} ${session.branch} ${session.cursor.step}`);
  const [answer, setAnswer] = useState<{ run: number; detail: WheelDetail | null } | null>(null);
  const state = useRef({ busy: false, again: false, gone: false });
  const ask = useRef<() => void>(() => {});
  const { follow, open } = question;
  const key = `${place} ${follow} ${open === null ? '' : `${open.level} ${open.bucket}`}`;
  useEffect(() => {
    const { current } = state;
    ask.current = () => {
      if (current.busy) {
        current.again = true;
        return;
      }
      current.busy = true;
      actions
        .wheel({ follow, open })
        .then((detail) => {
          if (!current.gone) setAnswer({ run, detail });
        })
        // The run was replaced under the question: its next state asks again.
        .catch(() => {})
        .finally(() => {
          current.busy = false;
          if (!current.again || current.gone) return;
          current.again = false;
          ask.current();
        });
    };
    ask.current();
    // The key names everything that the answer depends on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [actions, key]);
  useEffect(() => {
    const { current } = state;
    current.gone = false;
    return () => {
      current.gone = true;
    };
  }, []);
  return answer !== null && answer.run === run ? answer.detail : null;
}
