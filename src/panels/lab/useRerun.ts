import { useCallback } from 'react';
import type { Result } from '../../protocol/result.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { TimerScenario } from '../../protocol/scenario.ts';
import { timerRun } from '../../scenario/kinds/narrow.ts';
import { useActions } from '../../store/hooks.ts';

/**
 * Runs the laboratory again with other measures: the same stream, everything that was done by hand at the same instants,
 * and the cursor where it was. What was done live becomes part of the script, because steps are counted anew.
 */
export function useRerun(): (change: (scenario: TimerScenario) => TimerScenario) => Promise<Result<Cursor>> {
  const actions = useActions();
  return useCallback(
    async (change) => {
      const { scenario: saved, live, cursor } = await actions.save();
      const scenario = timerRun(saved);
      if (scenario === null) throw new Error('a laboratory that is open no more cannot run again');
      const done = live.map(({ at, command }) => ({ at, command }));
      const script = [...scenario.script, ...done].toSorted((a, b) => a.at - b.at);
      return actions.openScenario(change({ ...scenario, script }), { at: cursor.at, play: false });
    },
    [actions],
  );
}
