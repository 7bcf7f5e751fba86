import { useEffect, useState } from 'react';
import type { ScanReport, ScanRequest } from '../../protocol/debug.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';
import { createPace } from '../kit/pace.ts';

const QUIET_MS = 250;

/**
 * A scan of the known run, null while it is not known. The worker does the newest scan only, so one that another part of
 * the page has superseded is asked for again.
 */
export function useScan(request: ScanRequest): ScanReport | null {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const branch = useSession((session) => session.branch);
  const head = useSession((session) => session.head.step);
  const playing = useSession((session) => session.playing);
  // An expression about a list is about that of the transport on the stage.
  const transport = useView((view) => view.transport);
  const [report, setReport] = useState<{ request: ScanRequest; report: ScanReport } | null>(null);
  const [pace] = useState(() => createPace(QUIET_MS));
  useEffect(() => {
    if (playing || (request.tests.length === 0 && request.watches.length === 0)) return undefined;
    let wanted = true;
    let cancel = (): void => {};
    const ask = async (): Promise<void> => {
      const answered = pace.asked();
      const answer = await actions.ask('scan', request);
      answered();
      if (!wanted) return;
      if (answer === null) cancel = waitThen(() => void ask(), QUIET_MS);
      else setReport({ request, report: answer });
    };
    cancel = waitThen(() => void ask(), pace.wait(false));
    return () => {
      wanted = false;
      cancel();
    };
  }, [actions, request, run, branch, head, playing, pace, transport]);
  return report?.request === request ? report.report : null;
}
