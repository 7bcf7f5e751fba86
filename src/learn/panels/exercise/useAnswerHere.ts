import { useEffect, useState } from 'react';
import { useRuntime, useSession } from '../../../store/hooks.ts';
import { useBackgroundRun } from '../lesson/usePrepared.ts';

/**
 * Who gets the next turn after the moment shown, such as `m6`; "" = no job, or only one job could. Null as long
 * as it is not wanted or not known: finding out takes a background run.
 */
export function useAnswerHere(wanted: boolean): string | null {
  const { actions, idle } = useRuntime();
  const probe = useBackgroundRun();
  const event = useSession((session) => session.cursor.event);
  const [found, setFound] = useState<{ event: number; answer: string } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    const end = idle.begin();
    const ask = async (): Promise<void> => {
      const { askNextTurn } = await import('./next-turn.ts');
      const saved = await actions.save();
      const question = await probe((run) => askNextTurn(run, saved, event));
      if (current) setFound({ event, answer: question?.right ?? '' });
    };
    void ask().finally(end);
    return () => {
      current = false;
    };
  }, [actions, idle, probe, event, wanted]);
  return wanted && found?.event === event ? found.answer : null;
}
