import { formatWhole } from '../../../../explain/figures.ts';
import { formatAgo, formatInstant, ownZone } from '../../../explain/record-format.ts';
import { useEffect } from 'react';
import type { LiveState, LiveView, LiveHandle } from '../../../protocol/live.ts';
import { type LiveDesk, useLiveDesk } from '../../../store/live.ts';
import { useRecords } from '../../../store/record.ts';
import { LiveCharts } from './LiveCharts.tsx';
import { forecast, linkWords, momentWords } from './live-words.ts';
import { ScrollBox } from '../../../../ui/ScrollBox.tsx';
import { CopyCommand, Fault } from '../../kit/parts.tsx';
import kit from '../../kit/kit.module.css';
import css from './live.module.css';
import { Button } from '../../../../ui/Button.tsx';

/** Follows a log while it grows, and says how long a new message will wait. */
export default function LiveTab({ hash }: { hash: string }) {
  const { desk, picture } = useLiveDesk();
  const token = /&watch=([\w-]{8,80})/.exec(hash)?.[1];
  useEffect(() => {
    if (token !== undefined) desk.followStream(token);
  }, [desk, token]);
  const { state, view, fault } = picture;
  if (state === null && token === undefined) return <FollowLog desk={desk} fault={fault} />;
  return (
    <div className={kit.columns}>
      <aside className={`stack gap-10 ${kit.side} ${css.liveNow}`} aria-label="Now">
        {state !== null && <Link state={state} view={view} paused={picture.paused} />}
        <h1>{forecast(view, state)}</h1>
        <Fault text={fault} />
        <Ways desk={desk} paused={picture.paused} />
        {view !== null && <Moments view={view} />}
      </aside>
      {view !== null && (
        <section className={`stack gap-12 ${kit.main}`} aria-label="The last minutes">
          <LiveCounts view={view} at={state?.at ?? 0} />
          <LiveCharts view={view} span={picture.span} onSpan={desk.show} />
        </section>
      )}
    </div>
  );
}

const SIGNS = { good: '●', warn: '❙❙', bad: '✕' };

function Link({ state, view, paused }: { state: LiveState; view: LiveView | null; paused: boolean }) {
  const { at } = state;
  const { word, mark, more } = linkWords(state, view, paused);
  return (
    <>
      <p className="row wrap text-2 sub">
        <span className={kit.flag} data-tone={mark}>
          <span aria-hidden="true">{SIGNS[mark]}</span> {word}
        </span>
        <code className="breaks">{state.name}</code>
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

function Ways({ desk, paused }: { desk: LiveDesk; paused: boolean }) {
  const { records } = useRecords();
  const hold = async (): Promise<void> => {
    const files = await desk.hold();
    if (files.length === 0) return;
    records.add(files.map((file) => ({ name: file.name, file })));
    location.hash = '#postfix';
  };
  return (
    <div className="row wrap">
      <Button look="primary" onClick={() => desk.pause(!paused)}>
        {paused ? 'Resume' : 'Pause'}
      </Button>
      <Button
        look="outlined"
        data-tip="Opens the lines read so far as a record, with this Postfix’s settings if known"
        onClick={() => void hold()}
      >
        Open as a record
      </Button>
      <Button onClick={() => leave(desk)}>Stop</Button>
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
    <ScrollBox label="As it happened" className={css.liveMoments}>
      <h2>As it happened</h2>
      {rows.length === 0 && <p className="sub">Nothing unusual so far.</p>}
      <ol>
        {rows.map((moment, i) => (
          <li
            key={`${moment.at} ${moment.what} ${moment.subject} ${rows.length - i}`}
            className="row start text-2"
            data-what={moment.what}
          >
            <span className="mono dim">{formatInstant(moment.at, zone).clock}</span>
            <span className="breaks">{momentWords(moment)}</span>
          </li>
        ))}
      </ol>
    </ScrollBox>
  );
}

const COMMAND = 'npm run watch -- /var/log/mail.log --postqueue 30';

type Picker = () => Promise<(LiveHandle & { name: string })[]>;

/** Offers two ways to follow a log: the program on the server, or the page itself in browsers with file handles. */
function FollowLog({ desk, fault }: { desk: LiveDesk; fault: string }) {
  const picker = (globalThis as { showOpenFilePicker?: Picker }).showOpenFilePicker;
  const choose = async (): Promise<void> => {
    // Closing the chooser is not an error.
    const [handle] = (await picker?.().catch(() => [])) ?? [];
    const zone = ownZone();
    if (handle !== undefined) desk.followFile({ handle, name: handle.name, zone });
  };
  return (
    <div className={`stack gap-12 ${kit.article}`}>
      <h1>See your mail as it happens.</h1>
      <p className="lead">
        Follows the log while it grows, also across rotation. Draws each destination and both queues, and
        lists unusual events. Nothing leaves this computer.
      </p>
      <h2>On the server, in this program's folder</h2>
      <CopyCommand text={COMMAND} />
      <p className="sub">
        It prints the address of a page that only this machine can open. <code>--journal</code> follows the
        systemd journal, and <code>-</code> reads standard input:{' '}
        <code>ssh mail tail -F /var/log/mail.log | npm run watch -- -</code>.
      </p>
      <h2>Or in this page</h2>
      {picker === undefined ? (
        <p className="sub">
          {isSecureContext
            ? 'This browser cannot follow a file that grows. Chrome and Edge can.'
            : 'This page came by plain http, so it cannot follow a file. Use https or localhost.'}
        </p>
      ) : (
        <p>
          <Button look="primary" onClick={() => void choose()}>
            Choose a log to follow
          </Button>
        </p>
      )}
      <Fault text={fault} />
    </div>
  );
}

/** Shows the current figures. `at` = wall clock, milliseconds. */
function LiveCounts({ view, at }: { view: LiveView; at: number }) {
  const { now, totals, queue, lines, notUnderstood } = view;
  const zone = ownZone();
  const [busiest] = now.transports;
  const since = view.first === 0 ? '' : ` since ${formatInstant(view.first, zone).clock}`;
  return (
    <header className={`stack ${css.liveCounts}`} translate="no">
      <dl className="row wrap start gap-24">
        <Count name="arrivals" value={formatWhole(now.arrivals)} unit="messages per minute" />
        <Count name="attempted" value={formatWhole(now.deliveries)} unit="recipients per minute" />
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
      <dt className="text-1 dim">{name}</dt>
      <dd>
        <b className="mono">{value}</b>
        <div className="text-1 dim">{unit}</div>
      </dd>
    </div>
  );
}
