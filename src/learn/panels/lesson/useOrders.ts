import { useEffect, useState } from 'react';
import type { OrderedRun } from '../../lessons/orders.ts';
import { readOrders } from '../../questions/orders.ts';
import type { Scenario } from '../../../protocol/scenario.ts';
import { useSession } from '../../../store/hooks.ts';
import { whileBusy } from '../../../store/idle.ts';
import { useSecondRun } from './usePrepared.ts';

/** The mail of the run that is open, to its end: a second run goes there. Null until it has. */
export function useOrders(): OrderedRun | null {
  const scenario = useSession((session) => session.scenario);
  const probe = useSecondRun();
  const [known, setKnown] = useState<{ of: Scenario; run: OrderedRun } | null>(null);
  useEffect(() => {
    if (scenario === null) return;
    let wanted = true;
    const reading = probe(async (run) => {
      const opened = wanted ? await run.api.open(scenario, []) : { ok: false };
      return opened.ok ? readOrders(run) : null;
    });
    void whileBusy(reading.then((run) => wanted && run !== null && setKnown({ of: scenario, run })));
    return () => {
      wanted = false;
    };
  }, [scenario, probe]);
  return known !== null && known.of === scenario ? known.run : null;
}
