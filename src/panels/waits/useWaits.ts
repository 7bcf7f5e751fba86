import { useEffect, useRef, useState } from 'react';
import type { WaitQuestion, WaitReport } from '../../protocol/waits.ts';
import { useActions, useSession } from '../../store/hooks.ts';

/** While the run plays the answer is asked a few times a second: it is read, not watched. */
const EVERY_MS = 250;

/** The waiting time up to the cursor; a long way through the run is asked for again until it has been gone. */
export function useWaits({ number, scope }: WaitQuestion): WaitReport | null {
  const actions = useActions();
  const place = useSession(({ run, branch, cursor }) => `${run} ${branch} ${cursor.step} ${cursor.at}`);
  const run = useSession((session) => session.run);
  const key = `${run} ${number} ${scope}`;
  const [answer, setAnswer] = useState<{ key: string; report: WaitReport | null }>({ key: '', report: null });
  const asked = useRef(0);
  useEffect(() => {
    let wanted = true;
    const ask = async (): Promise<void> => {
      let running = true;
      while (wanted && running) {
        asked.current = performance.now();
        // oxlint-disable-next-line no-await-in-loop
        const report = await actions.study('waits', { number, scope });
        running = report?.running ?? false;
        if (wanted) setAnswer({ key, report });
      }
    };
    const timer = setTimeout(
      () => {
        ask().catch(() => {
          // The run was replaced under the question; its first state asks again.
        });
      },
      Math.max(0, asked.current + EVERY_MS - performance.now()),
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [actions, number, scope, key, place]);
  return answer.key === key ? answer.report : null;
}
