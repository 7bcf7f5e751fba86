import { useEffect } from 'react';
import type { LiveState, LiveView } from '../../../protocol/live.ts';
import { type LiveDesk, useLiveDesk } from '../../../store/live.ts';
import { useRecords } from '../../../store/record.ts';
import { instant } from '../words.ts';
import { FollowLog } from './FollowLog.tsx';
import { LiveCharts } from './LiveCharts.tsx';
import { LiveCounts } from './LiveCounts.tsx';
import { forecast, lasting, linkWords, momentWords } from './words.ts';
import './live.css';

/** A log as it grows: what is going on now, and what will be. */
export default function LiveTab({ hash }: { hash: string }) {
  const { desk, picture } = useLiveDesk();
  const token = /&watch=([\w-]{8,80})/.exec(hash)?.[1];
  useEffect(() => {
    if (token !== undefined) desk.followStream(token);
  }, [desk, token]);
  const { state, view, fault } = picture;
  if (state === null && token === undefined) return <FollowLog desk={desk} fault={fault} />;
  return (
    <div className="live">
      <aside className="live-now" aria-label="Now">
        {state !== null && <Link state={state} view={view} paused={picture.paused} />}
        <h1>{forecast(view, state)}</h1>
        {fault !== '' && (
          <p className="field-error" role="alert">
            {fault}
          </p>
        )}
        <Ways desk={desk} paused={picture.paused} />
        {view !== null && <Moments view={view} />}
      </aside>
      {view !== null && (
        <section className="live-pictures" aria-label="The last minutes">
          <LiveCounts view={view} at={state?.at ?? 0} />
          <LiveCharts view={view} span={picture.span} onSpan={desk.show} />
        </section>
      )}
    </div>
  );
}

function Link({ state, view, paused }: { state: LiveState; view: LiveView | null; paused: boolean }) {
  const { at } = state;
  const { word, mark, more } = linkWords(state, view, paused);
  return (
    <>
      <p className="row live-link">
        <span className="live-state" data-mark={mark}>
          {word}
        </span>
        <code>{state.name}</code>
        {view !== null && view.last !== 0 && (
          <span>last line {lasting(Math.max(0, at - view.last / 1000) / 1000)} ago</span>
        )}
      </p>
      {more !== '' && (
        <p className="sub" role="status">
          {more}
        </p>
      )}
    </>
  );
}

/** What a reader may do with the stream. */
function Ways({ desk, paused }: { desk: LiveDesk; paused: boolean }) {
  const { records } = useRecords();
  const hold = async (): Promise<void> => {
    const files = await desk.hold();
    if (files.length === 0) return;
    records.add(files.map((file) => ({ name: file.name, file })));
    location.hash = '#postfix';
  };
  return (
    <div className="row live-ways">
      <button type="button" className="btn primary" onClick={() => desk.pause(!paused)}>
        {paused ? 'Go on' : 'Pause'}
      </button>
      <button
        type="button"
        className="btn outlined"
        data-tip="Opens the lines that were read as a record, with the settings of this Postfix where they are known"
        onClick={() => void hold()}
      >
        Hold this moment
      </button>
      <button type="button" className="btn" onClick={() => leave(desk)}>
        Stop
      </button>
    </div>
  );
}

function leave(desk: LiveDesk): void {
  desk.stop();
  location.hash = '#postfix&tab=live';
}

const SHOWN = 30;

function Moments({ view }: { view: LiveView }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  const rows = view.moments.slice(-SHOWN).reverse();
  return (
    <section className="live-moments" aria-label="As it happened">
      <h2>As it happened</h2>
      {rows.length === 0 && <p className="sub">Nothing stands out so far.</p>}
      <ol>
        {rows.map((moment, i) => (
          <li
            key={`${moment.at} ${moment.what} ${moment.subject} ${rows.length - i}`}
            data-what={moment.what}
          >
            <span className="mono">{instant(moment.at, zone).clock}</span>
            <span>{momentWords(moment)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
