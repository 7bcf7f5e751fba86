import { useEffect, useState } from 'react';
import type { ScanReport, ScanRequest } from '../../protocol/debug.ts';
import { useActions, useSession } from '../../store/hooks.ts';

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
  const [report, setReport] = useState<{ request: ScanRequest; report: ScanReport } | null>(null);
  useEffect(() => {
    if (playing || (request.tests.length === 0 && request.watches.length === 0)) return undefined;
    let wanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const answer = await actions.scan(request);
      if (!wanted) return;
      if (answer === null) timer = setTimeout(() => void ask(), QUIET_MS);
      else setReport({ request, report: answer });
    };
    timer = setTimeout(() => void ask(), QUIET_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [actions, request, run, branch, head, playing]);
  return report?.request === request ? report.report : null;
}
