import { useEffect, useState } from 'react';
import type { TravelMemory as Figures } from '../../protocol/debug.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';
import { createPace } from '../kit/pace.ts';
import { formatCount } from '../../explain/format.ts';
import { formatBytes } from '../../explain/figures.ts';
import './debugger.css';

const QUIET_MS = 400;
const LIMITS_MB = [16, 40, 80, 147, 300] as const;

/** What going back costs in memory, and how much keyframes may take. */
export function TravelMemory() {
  const actions = useActions();
  const head = useSession((session) => session.head.step);
  const run = useSession((session) => session.run);
  const playing = useSession((session) => session.playing);
  const [figures, setFigures] = useState<Figures | null>(null);
  const [pace] = useState(() => createPace(QUIET_MS));
  useEffect(() => {
    let wanted = true;
    const cancel = waitThen(() => {
      const answered = pace.asked();
      void actions.travelMemory().then((answer) => {
        answered();
        if (wanted) setFigures(answer);
      });
    }, pace.wait(playing));
    return () => {
      wanted = false;
      cancel();
    };
  }, [actions, head, run, playing, pace]);
  if (figures === null) return null;
  const { keyframes, keyframeBytes, limit, logBytes, spread } = figures;
  const limitMb = Math.round(limit / 1e6);
  return (
    <section aria-label="Memory of going back">
      <div className="row">
        <h2>Going back</h2>
        <span className="grow" />
        <label className="dim">
          at most{' '}
          <select
            className="pick dbg-add"
            aria-label="Memory for keyframes"
            value={limitMb}
            onChange={(event) =>
              void actions.travelMemory(Number(event.target.value) * 1e6).then((answer) => setFigures(answer))
            }
          >
            {[...new Set([...LIMITS_MB, limitMb])]
              .toSorted((a, b) => a - b)
              .map((mb) => (
                <option key={mb} value={mb}>
                  {mb} MB
                </option>
              ))}
          </select>
        </label>
      </div>
      <div className="dbg-memory" aria-hidden="true">
        <b style={{ width: `${Math.min(100, (100 * keyframeBytes) / Math.max(1, limit))}%` }} />
      </div>
      <p className="side-note">
        <b>{formatBytes(keyframeBytes)}</b> in {formatCount(keyframes)}{' '}
        {keyframes === 1 ? 'keyframe' : 'keyframes'}, {formatBytes(logBytes)} of log, written where it is
        read.
        {spread > 1.5 &&
          ` To fit, keyframes are ${Math.round(spread)} times as far apart: going back takes that much longer.`}
      </p>
    </section>
  );
}
