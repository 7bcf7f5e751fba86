import { formatWhole } from '../../../explain/figures.ts';
import { MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { type Column, Table } from '../../../ui/Table.tsx';
import {
  unbroken,
  formatLasting,
  formatMany,
  formatPercent,
  formatTimeOfDay,
} from '../../explain/record-format.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { LifeGroup, LifeTry, MessageLife } from '../../protocol/record-questions.ts';
import { useRecords } from '../../store/record.ts';
import { replayFrom } from '../../store/replay.ts';
import { replayHref } from './EngineCheck.tsx';
import findings from './findings.module.css';
import { LifeLine } from './LifeLine.tsx';
import css from './postfix.module.css';
import { messageHref } from './tab-props.ts';

/** Says in a sentence what happened to a message. */
function sentenceOf(life: MessageLife, zone: string): string {
  const { sentence, nrcpt, ended, end, nextTry, arrived, activations } = life;
  const none =
    activations.length === 0
      ? 'The record has no attempt of this message'
      : `It became active ${activations.length === 1 ? 'once' : `${formatWhole(activations.length)} times`} without a delivery attempt`;
  const { sent, deferred, bounced, waited, total } = sentence;
  const fates = [
    ...(sent > 0 ? [`${formatWhole(sent)} of ${formatMany(Math.max(nrcpt, sent), 'recipient')} got it`] : []),
    ...(bounced > 0 ? [`${formatMany(bounced, 'was', 'were')} returned`] : []),
    ...(deferred > 0 ? [leftWords(deferred, ended === 0 ? 'open' : end)] : []),
  ];
  const wait =
    waited < 0.01
      ? 'It never waited in the queue manager'
      : `Its longest wait in the queue manager was ${formatLasting(waited)}`;
  const when =
    total === 0 ? '' : ` The last attempt ended ${formatLasting(total)} after its arrival. ${wait}.`;
  const next =
    nextTry === null
      ? ''
      : ` Next attempt: at the first queue scan after ${formatTimeOfDay(arrived + nextTry.notBefore * MICROS_PER_SECOND, zone, true)}, by ${formatTimeOfDay(arrived + nextTry.latest * MICROS_PER_SECOND, zone)} at the latest, or earlier after a flush.`;
  return `${fates.join(', ') || none}.${when}${next}`;
}

/** Says what became of recipients deferred at their last attempt. postsuper may have deleted or requeued the message. */
function leftWords(count: number, end: string): string {
  if (end === 'deleted' || end === 'requeued')
    return `${formatMany(count, 'was', 'were')} still deferred when it was ${end}`;
  const wait = `${formatMany(count, 'waits', 'wait')} for another attempt`;
  return end === 'open' ? wait : `${wait} at its end`;
}

/** Words for the largest part of a message's time, to follow "of it". */
const PARTS: readonly [beginning: string, words: string][] = [
  ['before the queue manager', 'before the queue manager'],
  ['connection', 'for the connection'],
  ['transmission', 'for the transmission'],
  ['waiting for the next attempt', 'between attempts'],
  ['active without an attempt', 'active without an attempt'],
];

/** The headline: how long the message took, and the largest part of that. */
function headlineOf(life: MessageLife): string {
  const { sent, deferred, total } = life.sentence;
  const [most] = life.where.toSorted((one, other) => other.seconds - one.seconds);
  if (total === 0 || most === undefined || most.seconds < 0.005)
    return life.activations.length === 0
      ? 'No attempt in this record'
      : total === 0
        ? 'Active, but never tried'
        : `Done in ${formatLasting(total)}`;
  const words = PARTS.find(([beginning]) => most.cause.startsWith(beginning))?.[1] ?? 'in the queue manager';
  const open = sent === 0 && deferred > 0 && life.ended === 0;
  return `${formatLasting(total)} ${open ? 'until its last attempt' : 'on its way'}, ${formatLasting(most.seconds)} of it ${words}`;
}

/** Shows a message: its attempts, where its time went, and why. */
export function Life({ life, zone, name }: { life: MessageLife; zone: string; name: InstanceName }) {
  const [first] = life.groups;
  const to = first?.recipients[0] ?? '';
  const others = life.nrcpt > 1 ? ` and ${formatWhole(life.nrcpt - 1)} more` : '';
  return (
    <>
      <h2 className={findings.sheetHead}>{unbroken(headlineOf(life))}</h2>
      <p className="sub">
        {life.sender === '' ? '<>' : life.sender}
        {to !== '' && ` to ${to}${others}`}, {formatTimeOfDay(life.arrived, zone, true)}
      </p>
      <LifeLine life={life} />
      <p className="dim text-1">
        ● accepted ○ attempted and deferred ◌ deferred without an attempt ✕ returned ├▒ next attempt: earliest
        time, then the next scan
      </p>
      <LastTry groups={life.groups} />
      <WhereTimeWent life={life} />
      <WhySoLate life={life} zone={zone} />
      <p className="row wrap">
        {life.activations.length > 0 && (
          <a
            className="btn outlined"
            href={replayHref(name)}
            onClick={() => replayFrom(life.arrived + (life.activations[0] ?? 0) * MICROS_PER_SECOND)}
          >
            Open it on the stage
          </a>
        )}
        <ClassLike sender={life.sender} />
      </p>
      <details className={findings.smaller}>
        <summary>All attempts and facts</summary>
        <div className="stack gap-12 text-2">
          <Facts life={life} zone={zone} />
          <Tries groups={life.groups} />
          <Chain life={life} zone={zone} />
        </div>
      </details>
    </>
  );
}

function Facts({ life, zone }: { life: MessageLife; zone: string }) {
  return (
    <p className="sub breaks">
      <span className="mono">{life.id}</span>, {formatWhole(life.size)} bytes
      {life.client !== '' && `, by ${life.client}`}
      {life.user !== '' && `, user ${life.user}`}, arrived {formatTimeOfDay(life.arrived, zone, true)}
      {life.ended > 0 && `, ${life.end} ${formatTimeOfDay(life.ended, zone)}`}.
      {life.messageId !== '' && ` Message-ID ${life.messageId}`}
    </p>
  );
}

/** The last attempt enlarged: b, c and d as parts of one bar. */
function LastTry({ groups }: { groups: readonly LifeGroup[] }) {
  const tries = groups.flatMap(({ tries: own }) => own).filter(({ putOff }) => !putOff);
  const last = tries.reduce<LifeTry | null>(
    (one, next) => (one === null || next.end > one.end ? next : one),
    null,
  );
  if (last === null) return null;
  const parts = (['b', 'c', 'd'] as const).map((part) => ({ part, seconds: last[part] }));
  const all = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  if (all < 0.001) return null;
  return (
    <figure>
      <div className={`${css.postfixStack} ${findings.lastTry}`} aria-hidden="true">
        {parts.map(({ part, seconds }) => (
          <span key={part} data-part={part} style={{ flexGrow: seconds / all }}>
            {seconds / all > 0.16 ? `${part} ${formatLasting(seconds)}` : seconds / all > 0.05 ? part : ''}
          </span>
        ))}
      </div>
      <figcaption className="sub text-1">
        The last attempt, {formatLasting(all)}: b {formatLasting(last.b)}, c {formatLasting(last.c)}, d{' '}
        {formatLasting(last.d)}
      </figcaption>
    </figure>
  );
}

interface TimeRow {
  letter: string;
  what: string;
  seconds: number;
}

/** The time of the slowest recipient in the order in which it passed, with the causes of b in one row. */
function rowsOf(where: MessageLife['where']): TimeRow[] {
  const of = (beginning: string): number =>
    where.find(({ cause }) => cause.startsWith(beginning))?.seconds ?? 0;
  const inQueue = where.filter(({ cause }) => cause.endsWith('(b)'));
  const [most] = inQueue.toSorted((one, other) => other.seconds - one.seconds);
  const cause = most === undefined || most.seconds < 0.005 ? '' : `: ${most.cause.replace(' (b)', '')}`;
  return [
    { letter: 'a', what: 'before the queue manager', seconds: of('before the queue manager') },
    { letter: '', what: 'waits for the next attempt', seconds: of('waiting for the next attempt') },
    {
      letter: 'b',
      what: `in the queue manager${cause}`,
      seconds: inQueue.reduce((sum, { seconds }) => sum + seconds, 0),
    },
    { letter: 'c', what: 'connection', seconds: of('connection') },
    { letter: 'd', what: 'transmission', seconds: of('transmission') },
  ];
}

function WhereTimeWent({ life }: { life: MessageLife }) {
  const rows = rowsOf(life.where);
  const most = Math.max(...rows.map(({ seconds }) => seconds), 0.001);
  return (
    <section aria-label="Where the time went">
      <Table
        label="Where the time of the slowest recipient went"
        headless
        className={findings.abcd}
        columns={[
          {
            name: 'part',
            cell: ({ letter, what }) => (
              <>
                <b className="mono">{letter}</b>
                {what}
              </>
            ),
          },
          {
            name: 'bar',
            className: findings.abcdBar,
            cell: ({ seconds }) => (
              <span className={css.bar} style={{ inlineSize: `${(seconds / most) * 100}%` }} />
            ),
          },
          { name: 'time', numeric: true, className: 'mono', cell: ({ seconds }) => formatLasting(seconds) },
        ]}
        rows={rows}
        rowKey={({ what }) => what}
        rowProps={({ seconds }) => ({ 'data-most': seconds === most || undefined })}
      />
    </section>
  );
}

/** What became of the message, the rule of the next attempt where it was deferred, and whose mail held the agents. */
function WhySoLate({ life, zone }: { life: MessageLife; zone: string }) {
  const { minimal, maximal, scan } = life.rule;
  const wasDeferred = life.groups.some(({ tries }) => tries.some(({ status }) => status === 'deferred'));
  return (
    <section className="stack gap-6 text-2" aria-label="Why so late">
      <h3>Why so late</h3>
      <p>{unbroken(sentenceOf(life, zone))}</p>
      {wasDeferred && (
        <p>
          {unbroken(
            `After a failed attempt a message waits as long as its age: at least ${formatLasting(minimal)}, at most ${formatLasting(maximal)}. Then comes the next scan, every ${formatLasting(scan)}.`,
          )}
        </p>
      )}
      {life.holders.length > 0 && (
        <>
          <p className="sub">Mail that held the agents (delivery processes) meanwhile:</p>
          <ul>
            {life.holders.map(({ name, share, id, messages }) => (
              <li key={name}>
                <b>{formatPercent(share)}</b> {name}{' '}
                {id === '' ? (
                  <span className="dim">{formatMany(messages, 'message')}</span>
                ) : (
                  <a className="mono" href={messageHref(id)}>
                    {id}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Makes a class of all mail from the sender. */
function ClassLike({ sender }: { sender: string }) {
  const { records, state } = useRecords();
  const name = sender
    .replace(/@.*/s, '')
    .replace(/[^\p{L}\p{N} _.-]/gu, '')
    .slice(0, 40);
  const predicate = `from=${sender}`;
  const known = state.classes.some((one) => one.name === name || one.predicate === predicate);
  if (!/^[\p{L}\p{N}]/u.test(name) || /[\s()"]/.test(sender)) return null;
  return known ? (
    <span>Mail from this sender is a class.</span>
  ) : (
    <button
      type="button"
      className="btn outlined"
      aria-label={`Make mail from this sender a class “${name}”`}
      onClick={() => records.setClasses([...state.classes, { name, predicate }])}
    >
      Make a class of mail like it
    </button>
  );
}

function Chain({ life, zone }: { life: MessageLife; zone: string }) {
  return (
    <section className="stack" aria-label="Chain">
      <h3>Related queue ids</h3>
      {life.links.length === 0 ? (
        <p className="dim">None.</p>
      ) : (
        <ul>
          {life.links.map(({ id, kind, to, time }) => (
            <li key={`${id} ${kind}`}>
              {to === 'parent' ? '← ' : '→ '}
              <a className="mono" href={messageHref(id)}>
                {id}
              </a>{' '}
              <span className="dim">
                {kind.replaceAll('-', ' ')}, {formatTimeOfDay(time, zone)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type TryRow = LifeGroup['tries'][number] & { destination: string };

const TRY_COLUMNS: readonly Column<TryRow>[] = [
  {
    name: 'recipients',
    cell: ({ recipients, to, destination }) =>
      recipients === 1 ? to : `${formatWhole(recipients)} of ${destination}`,
  },
  { name: 'attempt', cell: ({ ordinal }) => ordinal },
  { name: 'ended after', className: 'mono nowrap', cell: ({ end }) => formatLasting(end) },
  ...(['a', 'b', 'c', 'd'] as const).map((name) => ({
    name,
    className: 'mono nowrap',
    cell: (one: TryRow) => formatLasting(one[name]),
  })),
  { name: 'result', cell: ({ putOff, status }) => (putOff ? 'deferred without an attempt' : status) },
  { name: 'relay', className: 'mono', cell: ({ relay }) => relay },
  { name: 'reply', className: css.postfixSample, cell: ({ reply }) => reply },
  { name: 'line', className: 'mono', cell: ({ file, line }) => `${file}:${line}` },
];

function Tries({ groups }: { groups: readonly LifeGroup[] }) {
  return (
    <section aria-label="Attempts">
      <h3>Attempts</h3>
      <Table
        label="Attempts of the message"
        scrolls
        columns={TRY_COLUMNS}
        rows={groups.flatMap((group) =>
          group.tries.map((one) => ({ ...one, destination: group.destination })),
        )}
        rowKey={({ destination, line }) => `${destination} ${line}`}
      />
    </section>
  );
}
