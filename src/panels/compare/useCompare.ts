import { useEffect, useRef, useState } from 'react';
import type { CompareReport } from '../../protocol/studies.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';

/**
 * What two branches came to. While they are still being simulated the report is asked again and again, each time with
 * more in it; leaving ends that. Null until the first answer, and when one of them is gone.
 */
export function useCompare(a: number, b: number): CompareReport | null {
  const actions = useActions();
  const transport = useView((view) => view.transport);
  const edits = useView((view) => view.branchEdits);
  const run = useSession((session) => session.run);
  // A command at the head of a branch gives it a future that the report does not know.
  const branch = useSession((session) => session.branch);
  const head = useSession((session) => session.head.event);
  const key = `${run} ${a} ${b} ${transport}`;
  const [answer, setAnswer] = useState<{ key: string; report: CompareReport | null }>({
    key: '',
    report: null,
  });
  const before = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    let wanted = true;
    const ask = async (): Promise<void> => {
      let running = true;
      while (wanted && running) {
        // oxlint-disable-next-line no-await-in-loop
        const report = await actions.ask('compare', { a, b, transport });
        running = report?.running ?? false;
        // Of a head that has moved on meanwhile too: while it plays every answer is.
        setAnswer({ key, report });
      }
      if (wanted) actions.branchGrew();
    };
    // One question after the other: while it plays the head moves with every frame, and each answer is long work.
    before.current = before.current.then(ask).catch(() => {
      // The run was replaced under the question.
    });
    return () => {
      wanted = false;
    };
  }, [actions, a, b, transport, key, edits, branch, head]);
  return answer.key === key ? answer.report : null;
}
