import { useState } from 'react';
import type { ScanReport, ScanRequest } from '../../protocol/debug.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { createPace } from '../kit/pace.ts';
import { type Asking, useQuestion } from '../kit/useQuestion.ts';

const QUIET_MS = 250;

/**
 * A scan of the known run; null before it is done. The worker works only on the newest scan. If another panel's scan
 * superseded this one, the hook requests this one again.
 */
export function useScan(request: ScanRequest): ScanReport | null {
  const actions = useActions();
  const place = useSession(({ run, branch, head }) => `${run} ${branch} ${head.step}`);
  const playing = useSession((session) => session.playing);
  // Expressions about the job list mean the list of the transport on the stage.
  const transport = useView((view) => view.transport);
  const [pace] = useState(() => createPace(QUIET_MS));
  const ask = async ({ wanted }: Asking<ScanReport>): Promise<ScanReport | undefined> => {
    while (wanted()) {
      // oxlint-disable-next-line no-await-in-loop
      const report = await actions.ask('scan', request);
      if (report !== null) return report;
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    }
    return undefined;
  };
  const isEmpty = request.tests.length === 0 && request.watches.length === 0;
  return useQuestion(request, ask, { again: `${place} ${transport}`, when: !playing && !isEmpty, pace });
}
