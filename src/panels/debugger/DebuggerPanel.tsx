import { useDebugActions } from '../../store/debug-actions.ts';
import { Icon } from '../../ui/Icon.tsx';
import { EventLog } from './EventLog.tsx';
import { Marks } from './Marks.tsx';
import { RunUntil } from './RunUntil.tsx';
import { StepInto } from './StepInto.tsx';
import css from './debugger.module.css';
import { Button } from '../../ui/Button.tsx';

/** Replaces the stage with the debugger: the event log, the tests of the decision, and conditions at which to stop. */
export default function DebuggerPanel() {
  const debug = useDebugActions();
  return (
    <div className={css.dbg}>
      <main className={css.dbgMiddle} id="stage" tabIndex={-1}>
        <div className="row wrap">
          <h1 className="text-2">Debugger</h1>
          <span className="grow" />
          <span className={`row wrap ${css.dbgOut}`} role="group" aria-label="Step out">
            <span className="dim">the current job</span>
            <Button onClick={() => void debug.out(-1)}>
              <span aria-hidden="true">←</span> Back to its arrival
            </Button>
            <Button look="outlined" onClick={() => void debug.out(1)}>
              Run until it leaves <kbd>U</kbd>
            </Button>
          </span>
          <Button onClick={() => debug.setOpen(false)}>
            <Icon name="close" /> Stage
          </Button>
        </div>
        <StepInto />
        <RunUntil />
      </main>
      <EventLog />
      <Marks />
    </div>
  );
}
