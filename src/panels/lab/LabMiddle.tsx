import { useEffect } from 'react';
import type { StepUnit } from '../../protocol/session-api.ts';
import { timerRun } from '../../scenario/kinds/narrow.ts';
import { useRuntime } from '../../store/hooks.ts';
import { useTimers } from '../../store/of-kind.ts';
import { DesignsLab } from './DesignsLab.tsx';
import { WheelLab } from './WheelLab.tsx';
import './lab.module.css';

/** The timer laboratory, which replaces the stage. */
export default function LabMiddle({ phone }: { phone: boolean }) {
  const kind = useTimers((scenario) => scenario?.lab.kind);
  return (
    <>
      {kind === 'wheel' ? <WheelLab phone={phone} /> : <DesignsLab phone={phone} />}
      <Stepping unit={kind === 'wheel' ? 'wakeup' : 'purge'} />
    </>
  );
}

/** Sets the step unit of the laboratory. A run of mail that follows gets the unit of mail again. */
function Stepping({ unit }: { unit: StepUnit }) {
  const { actions, store } = useRuntime();
  useEffect(() => {
    actions.look({ stepUnit: unit });
    return () => {
      // The debugger may have replaced the laboratory; only mail has decisions.
      if (timerRun(store.getState().session.scenario) === null) actions.look({ stepUnit: 'decision' });
    };
  }, [actions, store, unit]);
  return null;
}
