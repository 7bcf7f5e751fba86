import { PlaceAxis } from '../../../plot/Axis.tsx';
import { Frame, type Plot } from '../../../plot/Frame.tsx';
import { formatWhole } from '../../../explain/figures.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { type Column, Table } from '../../../ui/Table.tsx';
import {
  unbroken,
  formatLasting,
  formatMany,
  formatPercent,
  formatTimeOfDay,
} from '../../explain/record-format.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { LifeGroup, LifeTry, MessageLife, LifePicture } from '../../protocol/record-questions.ts';
import { useRecords } from '../../store/record.ts';
import { replayFrom } from '../../store/replay.ts';
import { lengthTicks, nameRoom } from './axis.ts';
import css from './postfix.module.css';

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

/** Shows a message: its attempts, the next attempt, and where the time went. */
export function Life({ life, zone, name }: { life: MessageLife; zone: string; name: InstanceName }) {
  return (
    <>
      <h2 className={css.postfixSentence}>{unbroken(sentenceOf(life, zone))}</h2>
      <p className="dim">
        <span className="mono">{life.id}</span> from {life.sender === '' ? '<>' : life.sender},{' '}
        {formatWhole(life.size)} bytes
        {life.client !== '' && `, by ${life.client}`}
        {life.user !== '' && `, user ${life.user}`}, arrived {formatTimeOfDay(life.arrived, zone, true)}
        {life.ended > 0 && `, ${life.end} ${formatTimeOfDay(life.ended, zone)}`}.
        {life.messageId !== '' && ` Message-ID ${life.messageId}`}
      </p>
      <p className="row wrap">
        {life.activations.length > 0 && (
          <a
            className="link"
            href={`#replay&of=${encodeURIComponent(name.host)},${encodeURIComponent(name.instance)}`}
            onClick={() => replayFrom(life.arrived + (life.activations[0] ?? 0) * MICROS_PER_SECOND)}
          >
            Replay from when it became active
          </a>
        )}
        <ClassLike sender={life.sender} />
      </p>
      <LifeLine life={life} />
      <p className="dim text-2">
        ● accepted ○ attempted and deferred ◌ deferred without an attempt ✕ returned ├▒ next attempt: earliest
        time, then the next scan
      </p>
      <div className={`row wrap start gap-24 text-2 ${css.postfixSplit}`}>
        <WhereTimeWent life={life} />
        <Chain life={life} zone={zone} />
      </div>
      <Tries groups={life.groups} />
    </>
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
      className="link"
      onClick={() => records.setClasses([...state.classes, { name, predicate }])}
    >
      Make mail from this sender a class “{name}”
    </button>
  );
}

/** Shows where the time went, and which mail occupied the agents while this message waited. */
function WhereTimeWent({ life }: { life: MessageLife }) {
  const most = Math.max(...life.where.map(({ seconds }) => seconds), 0.001);
  return (
    <section className="stack" aria-label="Where the time went">
      <h3>
        Where the time went <span className="dim">for the slowest recipient</span>
      </h3>
      <Bars
        rows={life.where.map(({ cause, seconds }) => ({
          name: cause,
          figure: formatLasting(seconds),
          share: seconds < 0.005 ? 0 : seconds / most,
        }))}
      />
      <h3>Mail that occupied the agents (delivery processes)</h3>
      {life.holders.length === 0 ? (
        <p>None: the message never waited for an agent.</p>
      ) : (
        <ul>
          {life.holders.map(({ name, share, id, messages }) => (
            <li key={name}>
              <b>{formatPercent(share)}</b> {name}{' '}
              {id === '' ? (
                <span className="dim">{formatWhole(messages)} messages</span>
              ) : (
                <a className="mono" href={`#postfix&tab=message&id=${encodeURIComponent(id)}`}>
                  {id}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface BarRow {
  name: string;
  figure: string;
  /** Length of the bar, from 0 to 1. A row with length 0 is pale. */
  share: number;
}

/** Lists names and figures, each with a bar below. */
export function Bars({ rows }: { rows: readonly BarRow[] }) {
  return (
    <ul className="stack gap-6 text-2">
      {rows.map(({ name, figure, share }) => (
        <li key={name} className={share === 0 ? 'dim' : undefined}>
          <span className="row between start">
            <span className="breaks">{name}</span>
            <span className="mono nowrap">{figure}</span>
          </span>
          {share > 0 && <span className={css.bar} style={{ inlineSize: `${share * 100}%` }} />}
        </li>
      ))}
    </ul>
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
              <a className="mono" href={`#postfix&tab=message&id=${encodeURIComponent(id)}`}>
                {id}
              </a>{' '}
              <span className="dim">
                {kind.replaceAll('-', ' ')}, {formatTimeOfDay(time, zone)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <h3>Time of the next attempt</h3>
      <p className="dim">
        After a failed attempt the message waits as long as its age: at least{' '}
        {formatLasting(life.rule.minimal)} (minimal_backoff_time), at most {formatLasting(life.rule.maximal)}{' '}
        (maximal_backoff_time). Then comes the next scan, every {formatLasting(life.rule.scan)}{' '}
        (queue_run_delay). Postfix counts whole seconds, so an attempt may come up to 2 s earlier.
      </p>
    </section>
  );
}

const ROW = 58;

/** Draws the attempts of a message over time, in a row for each destination. */
export function LifeLine({ life }: { life: LifePicture }) {
  const last = Math.max(
    ...life.groups.flatMap(({ tries, next }) => [
      ...tries.map(({ end }) => end),
      ...next.map(({ latest, came }) => (came < 0 ? 0 : latest)),
    ]),
    life.nextTry?.latest ?? 0,
    0.05,
  );
  return (
    <Frame
      className={css.postfixPicture ?? ''}
      label={`Attempts over ${formatLasting(last)}; the table below has the same attempts`}
      height={life.groups.length * ROW + 28}
      margins={{ left: 8, right: 12, top: 4, bottom: 22 }}
    >
      {(plot) => <Groups life={life} last={last} plot={plot} />}
    </Frame>
  );
}

function Groups({ life, last, plot }: { life: LifePicture; last: Seconds; plot: Plot }) {
  const narrow = plot.frame.width < 560;
  const names = nameRoom(
    life.groups.map(({ destination }) => destination),
    25,
    plot.frame.width < 900 ? 25 : 44,
  );
  const left = narrow ? plot.left : names.left;
  const x = (seconds: Seconds): number => left + (Math.max(0, seconds) / last) * (plot.right - left);
  return (
    <>
      <PlaceAxis
        ticks={lengthTicks(last).map((tick) => ({ x: x(tick), text: formatLasting(tick) }))}
        left={left}
        right={plot.frame.width}
        y={plot.bottom + 16}
        grid={plot}
      />
      {life.groups.map((group, i) => (
        <GroupLine
          key={group.destination}
          group={group}
          x={x}
          y={i * ROW + 34}
          names={
            narrow ? { x: plot.left, letters: 44, above: true } : { x: left - 10, letters: names.letters }
          }
          nextTry={life.nextTry}
        />
      ))}
    </>
  );
}

interface TimePlace {
  x: (seconds: Seconds) => number;
  y: number;
}

interface GroupLineProps extends TimePlace {
  group: LifeGroup;
  /** End of the destination's name (its start when above the line), and its number of characters. */
  names: { x: number; letters: number; above?: boolean };
  nextTry: MessageLife['nextTry'];
}

function GroupLine({ group, x, y, names, nextTry }: GroupLineProps) {
  const waits = nextTry !== null && group.parts.some(({ fate }) => fate === 'deferred');
  const [first] = group.tries;
  const end = Math.max(...group.tries.map((one) => one.end));
  return (
    <g>
      {names.above === true ? (
        <text className="plot-label" x={names.x} y={y - 18}>
          {shortened(group.destination, names.letters)}
        </text>
      ) : (
        <text className="plot-label" x={names.x} y={y} textAnchor="end">
          {shortened(group.destination, names.letters)}
          <tspan x={names.x} dy={15}>
            {group.count === 1 ? shortened(group.recipients[0] ?? '', names.letters) : partsOf(group)}
          </tspan>
        </text>
      )}
      {first !== undefined && <path className={css.dotted} d={`M${x(first.active)} ${y}H${x(end)}`} />}
      {group.next
        .filter(({ came }) => came >= 0)
        .map(({ notBefore, latest }) => (
          <Bracket key={notBefore} from={notBefore} to={latest} x={x} y={y} />
        ))}
      {waits && (
        <g opacity={0.6}>
          <Bracket from={nextTry.notBefore} to={nextTry.latest} x={x} y={y} />
        </g>
      )}
      {group.tries.map((one) => (
        <Try key={`${one.end} ${one.to}`} one={one} x={x} y={y} />
      ))}
    </g>
  );
}

/** Draws when the next attempt may come: from its earliest time for one scan interval. */
function Bracket({ from, to, x, y }: TimePlace & { from: Seconds; to: Seconds }) {
  return (
    <>
      <rect className="plot-area" x={x(from)} width={Math.max(1, x(to) - x(from))} y={y - 4} height={8} />
      <path className="plot-line" d={`M${x(from)} ${y - 6}v12`} />
    </>
  );
}

const shortened = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, letters - 1)}…` : text;

const FATES = { sent: 'sent', deferred: 'waiting', bounced: 'returned' } as const;

/** Writes the number of recipients by outcome: `7 recipients`, or `6 sent, 1 returned`. */
function partsOf({ count, parts }: LifeGroup): string {
  return parts.length === 1
    ? `${formatWhole(count)} recipients`
    : parts.map((part) => `${formatWhole(part.count)} ${FATES[part.fate]}`).join(', ');
}

function Try({ one, x, y }: TimePlace & { one: LifeTry }) {
  return (
    <g>
      {one.b > 0 && <path className={css.wait} d={`M${x(one.active)} ${y}H${x(one.start)}`} />}
      <path className={css.busy} d={`M${x(one.start)} ${y}H${x(one.end)}`} />
      <circle
        cx={x(one.end)}
        cy={y}
        r={5.5}
        data-status={one.putOff ? 'put-off' : one.status}
        className={css.try}
      >
        <title>{`attempt ${one.ordinal}: ${one.status}, a ${formatLasting(one.a)}, b ${formatLasting(one.b)}, c ${formatLasting(one.c)}, d ${formatLasting(one.d)}: ${one.reply}`}</title>
      </circle>
      {one.status === 'bounced' && (
        <text x={x(one.end)} y={y + 4} textAnchor="middle" className={css.cross}>
          ✕
        </text>
      )}
    </g>
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
