import { type ReactNode, useMemo } from 'react';
import { formatCount, formatSeconds } from '../../explain/format.ts';
import { type Box, boxesPath } from '../../plot/paths.ts';
import type { StopTest } from '../../protocol/debug.ts';
import type { Micros } from '../../protocol/units.ts';
import { useDebugActions } from '../../store/debug-actions.ts';
import { useDebug } from '../../store/debug.ts';
import { useSession } from '../../store/hooks.ts';
import { useScan } from './useScan.ts';
import css from './debugger.module.css';
import { Button } from '../../ui/Button.tsx';

interface TestProps {
  /** Null while the condition is incomplete. */
  test: StopTest | null;
  /** Text of the condition, shown as the name of its breakpoint or watch. */
  text: string;
}

interface ConditionProps extends TestProps {
  /** What an invalid field must contain; absent = all fields are valid. */
  needs?: string | undefined;
  /** Fields of the condition. */
  children: ReactNode;
  below?: ReactNode;
}

/** The fields of a condition, the buttons that use it, and where it is met in the run. */
export function Condition({ test, text, needs, children, below }: ConditionProps) {
  return (
    <>
      <div className="row wrap gap-4">
        {children}
        <span className="grow" />
        <RunButtons test={test} text={text} />
      </div>
      {needs !== undefined && <p className="field-error">Needs {needs}.</p>}
      {below}
      {test !== null && <Ticks test={test} />}
    </>
  );
}

/** Buttons that use the condition: stop at it, watch it, or run back or forward to it. */
function RunButtons({ test, text }: TestProps) {
  const debug = useDebugActions();
  const running = useDebug((state) => state.search?.running === true);
  if (running) {
    return (
      <Button look="outlined" onClick={() => void debug.cancel()}>
        Cancel
      </Button>
    );
  }
  const go = (direction: 1 | -1) => (): void => void (test !== null && debug.until(direction, [test], text));
  return (
    <>
      <Button disabled={test === null} onClick={() => test !== null && debug.addBreakpoint(text, test)}>
        Break
      </Button>
      {test?.expression !== undefined && <Button onClick={() => debug.addWatch(text)}>Watch</Button>}
      <Button disabled={test === null} onClick={go(-1)}>
        Back
      </Button>
      <Button look="primary" disabled={test === null} onClick={go(1)}>
        Run
      </Button>
    </>
  );
}

/** Largest number of hits that are drawn. */
const TICKS_MAX = 200;

/** Marks where the condition is met in the known part of the run. */
function Ticks({ test }: { test: StopTest }) {
  const key = JSON.stringify(test);
  const request = useMemo(() => ({ watches: [], tests: [JSON.parse(key) as StopTest], columns: 1 }), [key]);
  const scan = useScan(request);
  const at = useSession((session) => session.cursor.at);
  const hits = scan?.hits[0];
  if (scan === null || hits === undefined) return <p className="text-2 dim">counting…</p>;
  const next = hits.at.find((instant) => instant > at);
  const box = (instant: Micros): Box => ({
    x: (100 * instant) / Math.max(1, scan.to),
    y: 0,
    width: 0.4,
    height: 12,
  });
  return (
    <p className="row gap-16 text-2 sub">
      <span>
        It stops <b>{hits.total === 1 ? 'once' : `${formatCount(hits.total)} times`}</b> in this run
        {next === undefined ? '' : `, next at ${formatSeconds(next)}`}
      </span>
      <svg className={css.dbgTicks} viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <path d={boxesPath([...new Set(hits.at)].slice(0, TICKS_MAX).map(box))} />
        <rect {...box(at)} />
      </svg>
    </p>
  );
}
