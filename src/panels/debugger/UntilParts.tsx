import { useMemo, useState } from 'react';
import type { StopTest } from '../../protocol/debug.ts';
import type { Micros } from '../../protocol/units.ts';
import { useDebug } from '../../store/debug.ts';
import { useDebugActions } from '../../store/debug-actions.ts';
import { useSession } from '../../store/hooks.ts';
import { formatSeconds } from '../../explain/format.ts';
import { useScan } from './useScan.ts';
import { Select } from '../../ui/Select.tsx';
import css from './debugger.module.css';
import { useStops } from '../kinds/stops.ts';

/** What can be done with a condition; null = it is not whole yet. */
export function RunButtons({ test, text }: { test: StopTest | null; text: string }) {
  const debug = useDebugActions();
  const running = useDebug((state) => state.search?.running === true);
  if (running) {
    return (
      <button type="button" className="btn outlined" onClick={() => void debug.cancel()}>
        Cancel
      </button>
    );
  }
  const go = (direction: 1 | -1) => (): void => void (test !== null && debug.until(direction, [test], text));
  return (
    <>
      <button
        type="button"
        className="btn"
        disabled={test === null}
        onClick={() => test !== null && debug.addBreakpoint(text, test)}
      >
        Break
      </button>
      {test?.expression !== undefined && (
        <button type="button" className="btn" onClick={() => debug.addWatch(text)}>
          Watch
        </button>
      )}
      <button type="button" className="btn" disabled={test === null} onClick={go(-1)}>
        Back
      </button>
      <button type="button" className="btn primary" disabled={test === null} onClick={go(1)}>
        Run
      </button>
    </>
  );
}

/** Where the condition hits in the run as far as it is known. */
export function Ticks({ test }: { test: StopTest }) {
  const key = JSON.stringify(test);
  const request = useMemo(() => ({ watches: [], tests: [JSON.parse(key) as StopTest], columns: 1 }), [key]);
  const scan = useScan(request);
  const at = useSession((session) => session.cursor.at);
  const hits = scan?.hits[0];
  if (scan === null || hits === undefined) return <p className={`${css.dbgTicks} dim`}>counting…</p>;
  const next = hits.at.find((instant) => instant > at);
  const share = (instant: Micros): string => `${(100 * instant) / Math.max(1, scan.to)}%`;
  return (
    <p className={css.dbgTicks}>
      <span>
        It stops <b>{hits.total === 1 ? 'once' : `${hits.total} times`}</b> in this run
        {next === undefined ? '' : `, next at ${formatSeconds(next)}`}
      </span>
      <span className={css.dbgTickLine} aria-hidden="true">
        {[...new Set(hits.at)].slice(0, 200).map((instant) => (
          <i key={instant} style={{ left: share(instant) }} />
        ))}
        <b style={{ left: share(at) }} />
      </span>
    </p>
  );
}

/** What can happen to timers in this kind of run. */
export function TimerForm() {
  const { timers: stops } = useStops();
  const [text, setText] = useState('');
  const stop = stops.find((one) => one.text === text) ?? stops[0];
  if (stop === undefined) return null;
  return (
    <>
      <div className={css.dbgPick}>
        <Select
          label="what happens to timers"
          value={stop.text}
          options={stops.map((one) => one.text)}
          onChange={setText}
        />
        <span className="grow" />
        <RunButtons test={stop.test} text={stop.text} />
      </div>
      <Ticks test={stop.test} />
    </>
  );
}
