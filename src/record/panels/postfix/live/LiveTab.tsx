import { formatWhole } from '../../../../explain/figures.ts';
import { formatAgo, formatInstant, ownZone } from '../../../explain/record-format.ts';
import { useEffect } from 'react';
import type { LiveState, LiveView, LiveHandle } from '../../../protocol/live.ts';
import { type LiveDesk, useLiveDesk } from '../../../store/live.ts';
import { useRecords } from '../../../store/record.ts';
import { LiveCharts } from './LiveCharts.tsx';
import { forecast, linkWords, momentWords } from './live-words.ts';
import css from './live.module.css';
import { CopyCommand } from '../../kit/CopyCommand.tsx';

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
    <div className={css.live}>
      <aside className={css.liveNow} aria-label="Now">
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
        <section className={css.livePictures} aria-label="The last minutes">
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
      <p className={`row ${css.liveLink}`}>
        <span className={css.liveState} data-mark={mark}>
          {word}
        </span>
        <code>{state.name}</code>
        {view !== null && view.last !== 0 && <span>last line {formatAgo(at - view.last / 1000)} ago</span>}
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
    <div className={`row ${css.liveWays}`}>
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

const MAX_MOMENTS = 30;

function Moments({ view }: { view: LiveView }) {
  const zone = ownZone();
  const rows = view.moments.slice(-MAX_MOMENTS).reverse();
  return (
    <section className={css.liveMoments} aria-label="As it happened">
      <h2>As it happened</h2>
      {rows.length === 0 && <p className="sub">Nothing stands out so far.</p>}
      <ol>
        {rows.map((moment, i) => (
          <li
            key={`${moment.at} ${moment.what} ${moment.subject} ${rows.length - i}`}
            data-what={moment.what}
          >
            <span className="mono">{formatInstant(moment.at, zone).clock}</span>
            <span>{momentWords(moment)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const COMMAND = 'npm run watch -- /var/log/mail.log --postqueue 30';

type Picker = () => Promise<(LiveHandle & { name: string })[]>;

/** How a log comes to be followed: by the program beside it, or by the page itself where the browser has file handles. */
function FollowLog({ desk, fault }: { desk: LiveDesk; fault: string }) {
  const picker = (globalThis as { showOpenFilePicker?: Picker }).showOpenFilePicker;
  const choose = async (): Promise<void> => {
    // The reader may close the chooser: that is no error.
    const [handle] = (await picker?.().catch(() => [])) ?? [];
    const zone = ownZone();
    if (handle !== undefined) desk.followFile({ handle, name: handle.name, zone });
  };
  return (
    <div className={css.liveStart}>
      <h1>See your mail as it happens.</h1>
      <p className="lead">
        Follows the log while it grows, across rotation, and draws what goes on: each destination, both
        queues, what stands out. Nothing leaves this computer.
      </p>
      <h2>On the server, in this program's folder</h2>
      <CopyCommand className={css.liveCommand} text={COMMAND} />
      <p className="sub">
        It prints the address of a page that only this machine can open. <code>--journal</code> follows the
        journal of systemd, <code>-</code> reads standard input:{' '}
        <code>ssh mail tail -F /var/log/mail.log | npm run watch -- -</code>.
      </p>
      <h2>Or in this page</h2>
      {picker === undefined ? (
        <p className="sub">
          {isSecureContext
            ? 'This browser lets no page read a file again while it grows. Chrome and Edge do.'
            : 'This page came by plain http: it may not follow a file. Use https or localhost.'}
        </p>
      ) : (
        <p>
          <button type="button" className="btn primary" onClick={() => void choose()}>
            Choose a log to follow
          </button>
        </p>
      )}
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** The figures of this moment; `at` = wall clock, milliseconds. */
function LiveCounts({ view, at }: { view: LiveView; at: number }) {
  const { now, totals, queue, lines, notUnderstood } = view;
  const zone = ownZone();
  const [busiest] = now.transports;
  const since = view.first === 0 ? '' : ` since ${formatInstant(view.first, zone).clock}`;
  return (
    <header className={css.liveCounts} translate="no">
      <dl>
        <Count name="arrivals" value={formatWhole(now.arrivals)} unit="in a minute" />
        <Count name="tried" value={formatWhole(now.deliveries)} unit="recipients a minute" />
        <Count name="active" value={formatWhole(now.active)} unit="messages" />
        <Count name="deferred" value={formatWhole(now.deferred)} unit="messages" />
        {busiest !== undefined && (
          <Count
            name={busiest.name}
            value={formatWhole(busiest.busy)}
            unit={
              busiest.limit === null || busiest.limit === 0
                ? 'processes busy'
                : `of ${formatWhole(busiest.limit)} processes`
            }
          />
        )}
        <Count
          name="last line"
          value={view.last === 0 ? '–' : formatInstant(view.last, zone).clock}
          unit=""
        />
      </dl>
      <p className="sub">
        {formatWhole(lines)} lines{since}: {formatWhole(totals.messages)} messages,{' '}
        {formatWhole(totals.removed)} removed; recipients {formatWhole(totals.sent)} sent,{' '}
        {formatWhole(totals.deferred)} deferred, {formatWhole(totals.bounced)} bounced.
        {notUnderstood > 0 ? ` ${formatWhole(notUnderstood)} lines were not understood.` : ''}
        {queue === null ? '' : ` postqueue -j, ${formatAgo(at - queue.at / 1000)} ago: ${queueWords(queue)}.`}
      </p>
    </header>
  );
}

function queueWords({ messages, trouble }: NonNullable<LiveView['queue']>): string {
  if (trouble !== '') return trouble;
  const parts = Object.entries(messages).map(([name, n]) => `${formatWhole(n)} ${name}`);
  return parts.length === 0 ? 'the queue is empty' : parts.join(', ');
}

function Count({ name, value, unit }: { name: string; value: string; unit: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b className="mono">{value}</b>
        <span>{unit}</span>
      </dd>
    </div>
  );
}
