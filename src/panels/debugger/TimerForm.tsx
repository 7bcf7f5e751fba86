import { useState } from 'react';
import { useStops } from '../kinds/stops.ts';
import { RunButtons, Ticks } from './UntilParts.tsx';
import './debugger.css';

/** What can happen to timers in this kind of run. */
export function TimerForm() {
  const { timers: stops } = useStops();
  const [text, setText] = useState('');
  const stop = stops.find((one) => one.text === text) ?? stops[0];
  if (stop === undefined) return null;
  return (
    <>
      <div className="dbg-pick">
        <select
          aria-label="what happens to timers"
          className="field pick"
          value={stop.text}
          onChange={(event) => setText(event.target.value)}
        >
          {stops.map((one) => (
            <option key={one.text}>{one.text}</option>
          ))}
        </select>
        <span className="grow" />
        <RunButtons test={stop.test} text={stop.text} />
      </div>
      <Ticks test={stop.test} />
    </>
  );
}
