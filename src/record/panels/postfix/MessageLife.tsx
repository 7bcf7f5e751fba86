import { type Column, Table } from '../../../ui/Table.tsx';
import { formatWhole } from '../../../explain/figures.ts';
import { useRef } from 'react';
import { useSize } from '../../../charts/useSize.ts';
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
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { PlaceAxis } from '../../../plot/Axis.tsx';
import { lengthTicks } from './axis.ts';
import css from './postfix.module.css';
import { MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';

const ROW = 58;
const LEFT = 190;
/** Letters of a name beside its line in `LEFT`, and at most; the width of one. */
const NAME = 25;
const NAME_ABOVE = 44;
const LETTER = 6.65;
const shortened = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, letters - 1)}…` : text;

/** What became of a message, in one sentence. */
function sentenceOf(life: MessageLife, zone: string): string {
  const { sentence, nrcpt, ended, end, nextTry, arrived, activations } = life;
  const none =
    activations.length === 0
      ? 'No attempt of it is in the record'
      : `It became active ${activations.length === 1 ? 'once' : `${formatWhole(activations.length)} times`} without a delivery attempt`;
  const { sent, deferred, bounced, waited, total } = sentence;
  const fates = [
    ...(sent > 0 ? [`${formatWhole(sent)} of ${formatMany(Math.max(nrcpt, sent), 'recipient')} got it`] : []),
    ...(bounced > 0 ? [`${formatMany(bounced, 'was', 'were')} returned`] : []),
    ...(deferred > 0 ? [leftWords(deferred, ended === 0 ? 'open' : end)] : []),
  ];
  const wait =
    waited < 0.01
      ? 'no attempt waited in the queue manager'
      : `longest wait in the queue manager: ${formatLasting(waited)}`;
  const when = total === 0 ? '' : ` The last try ended ${formatLasting(total)} after its arrival; ${wait}.`;
  const next =
    nextTry === null
      ? ''
      : ` By the rule its next try comes with the first scan after ${formatTimeOfDay(arrived + nextTry.notBefore * MICROS_PER_SECOND, zone, true)}, until ${formatTimeOfDay(arrived + nextTry.latest * MICROS_PER_SECOND, zone)}; a flush brings it sooner.`;
  return `${fates.join(', ') || none}.${when}${next}`;
}

/** Recipients that were put off at their last try; a message that postsuper took is not tried again, or under another id. */
function leftWords(count: number, end: string): string {
  if (end === 'deleted' || end === 'requeued')
    return `${formatMany(count, 'was', 'were')} still put off when it was ${end === 'deleted' ? 'deleted' : 'queued anew'}`;
  const wait = `${formatMany(count, 'waits', 'wait')} for another try`;
  return end === 'open' ? wait : `${wait} at its end`;
}

/** The life line of a message: groups of recipients, their tries, the rule of the next one, and where the time went. */
export function Life({ life, zone, name }: { life: MessageLife; zone: string; name: InstanceName }) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
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
      <p className="row">
        {life.activations.length > 0 && (
          <a
            className="link"
            href={`#replay&of=${encodeURIComponent(name.host)},${encodeURIComponent(name.instance)}`}
            onClick={() => replayFrom(life.arrived + (life.activations[0] ?? 0) * MICROS_PER_SECOND)}
          >
            Open the stage when it became active
          </a>
        )}
        <ClassLike sender={life.sender} />
      </p>
      <div ref={box}>{size !== null && <LifeLine life={life} width={size.width} />}</div>
      <p className={`dim ${css.postfixLifeKey}`}>
        ● accepted ○ tried and put off ◌ put off without a try ✕ returned ├▒ next try by the rule: not before,
        then the next scan
      </p>
      <Below life={life} zone={zone} />
      <Tries groups={life.groups} />
    </>
  );
}

/** A class of mail by example: all that its sender sent. */
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
    <span>Its sender’s mail is a class of its own.</span>
  ) : (
    <button
      type="button"
      className="link"
      onClick={() => records.setClasses([...state.classes, { name, predicate }])}
    >
      Make a class “{name}” of mail like it
    </button>
  );
}

/** Where the time went, who had the agents, and what else belongs to it. */
function Below({ life, zone }: { life: MessageLife; zone: string }) {
  const shown = life.where;
  const all = Math.max(...shown.map(({ seconds }) => seconds), 0.001);
  return (
    <div className={css.postfixLifeBelow}>
      <section aria-label="Where the time went">
        <h3>
          Where the time went <span className="dim">of the recipient that took longest</span>
        </h3>
        <ul className={css.postfixWhere}>
          {shown.map(({ cause, seconds }) => (
            <li key={cause} data-none={seconds < 0.005}>
              <span>{cause}</span>
              <span className="mono">{formatLasting(seconds)}</span>
              <span className={css.bar} style={{ inlineSize: `${(seconds / all) * 100}%` }} />
            </li>
          ))}
        </ul>
        <h3>Who had the agents (delivery processes) meanwhile</h3>
        {life.holders.length === 0 ? (
          <p>No message: it never waited for an agent.</p>
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
      <Chain life={life} zone={zone} />
    </div>
  );
}

function Chain({ life, zone }: { life: MessageLife; zone: string }) {
  return (
    <section aria-label="Chain">
      <h3>Chain of queue ids</h3>
      {life.links.length === 0 ? (
        <p className="dim">No other queue id belongs to it.</p>
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
      <h3>The rule of the next try</h3>
      <p className="dim">
        Age at the failed try, at least {formatLasting(life.rule.minimal)} (minimal_backoff_time) and at most{' '}
        {formatLasting(life.rule.maximal)} (maximal_backoff_time), then the next scan, every{' '}
        {formatLasting(life.rule.scan)} (queue_run_delay). Postfix counts in whole seconds: a try may come up
        to 2 s sooner.
      </p>
    </section>
  );
}

/** The picture of a life: a line for each destination. */
export function LifeLine({ life, width }: { life: LifePicture; width: number }) {
  const last = Math.max(
    ...life.groups.flatMap(({ tries, next }) => [
      ...tries.map(({ end }) => end),
      ...next.map(({ latest, came }) => (came < 0 ? 0 : latest)),
    ]),
    life.nextTry?.latest ?? 0,
    0.05,
  );
  const narrow = width < 560;
  const longest = Math.max(...life.groups.map(({ destination }) => destination.length), NAME);
  const letters = narrow ? NAME_ABOVE : width < 900 ? NAME : Math.min(NAME_ABOVE, longest);
  const left = narrow ? 8 : LEFT + (letters - NAME) * LETTER;
  const inner = Math.max(80, width - left - 20);
  const x = (seconds: Seconds): number => left + (Math.max(0, seconds) / last) * inner;
  const height = life.groups.length * ROW + 28;
  return (
    <svg
      className={css.postfixPicture}
      width={width}
      height={height}
      role="img"
      aria-label={`Tries over ${formatLasting(last)}; the table below has them all`}
    >
      <PlaceAxis
        ticks={lengthTicks(last).map((tick) => ({ x: x(tick), text: formatLasting(tick) }))}
        left={left}
        right={width - 10}
        y={height - 6}
        grid={{ top: 4, bottom: height - 22 }}
      />
      {life.groups.map((group, i) => (
        <GroupLine
          key={group.destination}
          {...{ group, x, y: i * ROW + 34, left, letters, narrow, nextTry: life.nextTry }}
        />
      ))}
    </svg>
  );
}

interface GroupLineProps {
  group: LifeGroup;
  x: (seconds: Seconds) => number;
  y: number;
  left: number;
  /** Letters of a name that have room. */
  letters: number;
  narrow: boolean;
  nextTry: MessageLife['nextTry'];
}

/** A try that the rule says for later: not before, then within a scan. */
function Bracket({
  from,
  to,
  x,
  y,
}: {
  from: number;
  to: number;
  x: (seconds: Seconds) => number;
  y: number;
}) {
  return (
    <>
      <rect className={css.scan} x={x(from)} width={Math.max(1, x(to) - x(from))} y={y - 4} height={8} />
      <line className={css.bracket} x1={x(from)} x2={x(from)} y1={y - 6} y2={y + 6} />
    </>
  );
}

function GroupLine({ group, x, y, left, letters, narrow, nextTry }: GroupLineProps) {
  const waits = nextTry !== null && group.parts.some(({ fate }) => fate === 'deferred');
  const [first] = group.tries;
  const ends = group.tries.map(({ end }) => end);
  return (
    <g className="life">
      <text
        className="mono"
        x={narrow ? 8 : left - 10}
        y={narrow ? y - 18 : y}
        textAnchor={narrow ? 'start' : 'end'}
      >
        {shortened(group.destination, letters)}
      </text>
      {!narrow && (
        <text className="dim" x={left - 10} y={y + 15} textAnchor="end">
          {group.count === 1 ? shortened(group.recipients[0] ?? '', letters + 1) : partsOf(group)}
        </text>
      )}
      {first !== undefined && (
        <line className={css.run} x1={x(first.active)} x2={x(Math.max(...ends))} y1={y} y2={y} />
      )}
      {group.next.map(({ notBefore, latest, came }) =>
        came < 0 ? null : (
          <g key={notBefore}>
            <Bracket from={notBefore} to={latest} x={x} y={y} />
          </g>
        ),
      )}
      {waits && (
        <g className={css.toCome}>
          <Bracket from={nextTry.notBefore} to={nextTry.latest} x={x} y={y} />
        </g>
      )}
      {group.tries.map((one) => (
        <Try key={`${one.end} ${one.to}`} one={one} x={x} y={y} />
      ))}
    </g>
  );
}

const FATES = { sent: 'sent', deferred: 'waiting', bounced: 'returned' } as const;

/** `7 recipients`, or what became of how many: `6 sent, 1 returned`. */
function partsOf({ count, parts }: LifeGroup): string {
  return parts.length === 1
    ? `${formatWhole(count)} recipients`
    : parts.map((part) => `${formatWhole(part.count)} ${FATES[part.fate]}`).join(', ');
}

function Try({ one, x, y }: { one: LifeTry; x: (seconds: Seconds) => number; y: number }) {
  return (
    <g>
      {one.b > 0 && <line className={css.wait} x1={x(one.active)} x2={x(one.start)} y1={y} y2={y} />}
      <line className={css.busy} x1={x(one.start)} x2={x(one.end)} y1={y} y2={y} />
      <circle
        cx={x(one.end)}
        cy={y}
        r={5.5}
        data-status={one.putOff ? 'put-off' : one.status}
        className={css.tryMark}
      >
        <title>{`try ${one.ordinal}: ${one.status}, a ${formatLasting(one.a)}, b ${formatLasting(one.b)}, c ${formatLasting(one.c)}, d ${formatLasting(one.d)}: ${one.reply}`}</title>
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
  { name: 'try', cell: ({ ordinal }) => ordinal },
  { name: 'ended after', className: 'mono', cell: ({ end }) => formatLasting(end) },
  ...(['a', 'b', 'c', 'd'] as const).map((name) => ({
    name,
    className: 'mono',
    cell: (one: TryRow) => formatLasting(one[name]),
  })),
  { name: 'result', cell: ({ putOff, status }) => (putOff ? 'put off, not tried' : status) },
  { name: 'relay', className: 'mono', cell: ({ relay }) => relay },
  { name: 'answer', cell: ({ reply }) => reply },
  { name: 'line', className: 'mono', cell: ({ file, line }) => `${file}:${line}` },
];

function Tries({ groups }: { groups: readonly LifeGroup[] }) {
  return (
    <section aria-label="Tries">
      <h3>Tries</h3>
      <ScrollBox label="Tries of the message">
        <Table
          label="Tries"
          className={`${css.postfixFigures} ${css.postfixTries}`}
          columns={TRY_COLUMNS}
          rows={groups.flatMap((group) =>
            group.tries.map((one) => ({ ...one, destination: group.destination })),
          )}
          rowKey={({ destination, line }) => `${destination} ${line}`}
        />
      </ScrollBox>
    </section>
  );
}
