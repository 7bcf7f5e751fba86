import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import { useRuntime, useSession } from '../../../store/hooks.ts';
import { useBackgroundRun } from '../lesson/usePrepared.ts';

/**
 * Who gets the next turn after the moment shown, such as `m6`; "" = no job, or only one job could. Null as long
 * as it is not wanted or not known: finding out takes a background run.
 */
export function useAnswerHere(wanted: boolean): string | null {
  const { actions } = useRuntime();
  const probe = useBackgroundRun();
  const event = useSession((session) => session.cursor.event);
  return useQuestion(wanted ? event : null, async () => {
    const { askNextTurn } = await import('./next-turn.ts');
    const saved = await actions.save();
    return (await probe((run) => askNextTurn(run, saved, event)))?.right ?? '';
  });
}
