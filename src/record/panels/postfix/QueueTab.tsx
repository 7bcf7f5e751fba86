import { type CSSProperties, useState } from 'react';
import { formatWhole } from '../../../explain/figures.ts';
import { Select } from '../../../ui/Select.tsx';
import { type Column, Table } from '../../../ui/Table.tsx';
import { formatLasting, formatTimeOfDay } from '../../explain/record-format.ts';
import type { QueueRow, QueueView, BesideFlush, QueueRunAnswer } from '../../protocol/record-questions.ts';
import { useRecords } from '../../store/record.ts';
import kit from '../kit/kit.module.css';
import { PictureWithoutNames } from '../kit/PictureWithoutNames.tsx';
import { Bars } from './Bars.tsx';
import { NoRecord } from './NoRecord.tsx';
import { PerMinute } from './PerMinute.tsx';
import css from './postfix.module.css';
import { reasonWords, besideWords, fatesWords } from './queue-words.ts';
import type { TabProps } from './tab-props.ts';
import { useAsked } from './useAsked.ts';
import { Button } from '../../../ui/Button.tsx';

const MAX_DESTINATION_ROWS = 40;

/** Shows the mail in a snapshot of the queue: destinations by age, reasons, and next attempts. */
export default function QueueTab({ view }: TabProps) {
  const answer = useAsked(
    view === null ? '' : `queue ${view.files.map(({ name }) => name).join(' ')}`,
    async (questions) => ({
      queue: await questions.queue(),
    }),
  );
  if (view === null || (answer !== null && answer.queue === null))
    return (
      <>
        <NoRecord>Give the output of postqueue -j, mailq or qshape to see which mail waits.</NoRecord>
        <div className={kit.article}>
          <Metrics />
        </div>
      </>
    );
  if (answer === null || answer.queue === null) return null;
  return <Snapshot queue={answer.queue} zone={view.zone} />;
}

/** A cell with up to this many recipients has this share of ink (per cent). From 60 % on, the text of the cell is light. */
const INK = [
  [1, 12],
  [3, 18],
  [7, 25],
  [19, 32],
  [59, 72],
  [Infinity, 100],
] as const;

function Cell({ count }: { count: number }) {
  if (count === 0) return null;
  const share = INK.find(([most]) => count <= most)?.[1] ?? 100;
  return (
    <span
      className={`mono ${css.ink}`}
      style={{ '--share': `${share}%` } as CSSProperties}
      data-dark={share >= 60}
    >
      {formatWhole(count)}
    </span>
  );
}

function sentenceOf({ rows, deferred, held, active, recipients, timeFrom }: QueueView): string {
  const [top] = rows;
  if (top === undefined) return 'The queue is empty.';
  const largest = `${formatWhole(top.recipients)} of ${formatWhole(recipients)} recipients wait for ${top.destination}`;
  const [why = ''] = reasonWords(top);
  return timeFrom === 'qshape'
    ? `${largest}.`
    : `${largest}${why === '' ? '' : `: ${why}`}. ${formatWhole(deferred)} deferred, ${formatWhole(active)} active${held === 0 ? '' : `, ${formatWhole(held)} on hold`}.`;
}

function Snapshot({ queue, zone }: { queue: QueueView; zone: string }) {
  const { rows, timeFrom } = queue;
  return (
    <div className={kit.columns}>
      <section className={`stack gap-12 ${kit.main}`} aria-label="Queue by destination and age">
        <h1 className={css.postfixSentence}>{sentenceOf(queue)}</h1>
        <p className="dim">
          {timeFrom === 'qshape'
            ? 'From qshape output, which has no reasons and no messages, so the next attempts are unknown.'
            : `Recipients by destination and time since arrival at ${formatTimeOfDay(queue.time, zone, true)} (${timeFrom === 'file' ? 'from the snapshot' : 'the end of the log, because postqueue -j does not say when it was run'}).`}
        </p>
        <Ages queue={queue} />
        {rows.length > MAX_DESTINATION_ROWS && (
          <p className="dim">and {formatWhole(rows.length - MAX_DESTINATION_ROWS)} further destinations</p>
        )}
        <PictureWithoutNames
          selector={`.${css.postfixAges}`}
          file="qmgrscope-queue"
          ask={(questions) => questions.queue({ hidden: true })}
          draw={(hidden) => <Ages queue={hidden} />}
        />
      </section>
      <Aside queue={queue} />
    </div>
  );
}

function Ages({ queue: { rows, minutes, scan, timeFrom } }: { queue: QueueView }) {
  const columns: readonly Column<QueueRow>[] = [
    { name: 'destination', cell: (row) => <Destination row={row} /> },
    ...[...minutes.map((end) => `≤ ${end} min`), 'older'].map((name, i) => ({
      name,
      className: 'nowrap',
      cell: ({ ages }: QueueRow) => <Cell count={ages[i] ?? 0} />,
    })),
    { name: 'all', numeric: true, className: 'mono', cell: ({ recipients }) => formatWhole(recipients) },
    ...(timeFrom === 'qshape'
      ? []
      : [
          {
            name: 'next',
            head: `next attempts, a bar for each queue run (${formatLasting(scan)})`,
            cell: (row: QueueRow) => <NextTries row={row} scan={scan} />,
          },
        ]),
  ];
  return (
    <Table
      label="Recipients by destination and age"
      scrolls
      className={css.postfixAges}
      columns={columns}
      rows={rows.slice(0, MAX_DESTINATION_ROWS)}
      rowKey={({ destination }) => destination}
    />
  );
}

function Destination({ row }: { row: QueueRow }) {
  return (
    <>
      <span className="mono">{row.destination}</span>
      {reasonWords(row).map((reason) => (
        <div key={reason} className="dim text-1">
          {reason}
        </div>
      ))}
      {row.reasons.length === 0 && row.active > 0 && <div className="dim text-1">active</div>}
    </>
  );
}

/** Draws the expected number of recipients attempted at each of the next scans. */
function NextTries({ row: { next, latest }, scan }: { row: QueueRow; scan: number }) {
  if (latest === 0) return <span className="dim">in the active queue</span>;
  const high = Math.max(...next, 0.001);
  return (
    <svg
      width="150"
      height="22"
      role="img"
      aria-label={`next attempts from now to ${formatLasting(latest)} later, at scans every ${formatLasting(scan)}`}
    >
      {next.map((share, i) => (
        // The order of scans never changes, so the index is a valid key.
        // oxlint-disable-next-line react/no-array-index-key
        <rect
          key={i}
          className={css.covered}
          x={i * 12 + 2}
          width={6}
          y={22 - (share / high) * 20}
          height={(share / high) * 20}
        >
          <title>{`about ${share < 10 ? share.toFixed(1) : formatWhole(share)} recipients in ${formatLasting(i * scan)} to ${formatLasting((i + 1) * scan)}`}</title>
        </rect>
      ))}
    </svg>
  );
}

/** Shows reasons, the next attempt, a flush simulated by the engine, and the warning that the active queue clogs. */
function Aside({ queue }: { queue: QueueView }) {
  const { rows, reasons, scan, minimal, maximal, activeLimit, timeFrom } = queue;
  const clog = Math.floor(activeLimit / 5);
  const [largest] = rows.toSorted((one, other) => other.active - one.active);
  return (
    <aside className={`stack gap-12 text-2 ${kit.side}`} aria-label="Reasons and rules">
      {reasons.length > 0 && (
        <>
          <h2>Reasons</h2>
          <Bars
            rows={reasons.map(({ reason, count }) => ({
              name: reason,
              figure: formatWhole(count),
              share: count / (reasons[0]?.count ?? 1),
            }))}
          />
        </>
      )}
      {timeFrom !== 'qshape' && (
        <>
          <h2>The next attempt</h2>
          <p>
            postqueue -j does not show when a message was last tried. After an attempt Postfix waits as long
            as the message is old, but at least {formatLasting(minimal)} (minimal_backoff_time) and at most{' '}
            {formatLasting(maximal)} (maximal_backoff_time). It then retries at the next scan; scans run every{' '}
            {formatLasting(scan)}. So each bar shows when a retry is likely, not an exact time. Add the log to
            see every try.
          </p>
        </>
      )}
      <TryAtOnce rows={rows.slice(0, MAX_DESTINATION_ROWS)} reasons={timeFrom !== 'qshape'} />
      <h2>Clog warning</h2>
      <p>
        Postfix warns when one destination has more than {formatWhole(clog)} messages in the active queue
        (qmgr_message_active_limit ÷ 5).{' '}
        {timeFrom === 'qshape'
          ? 'qshape output does not show which messages were active.'
          : largest === undefined || largest.active === 0
            ? 'Nothing was active.'
            : `The largest, ${largest.destination}, has ${formatWhole(largest.active)}, so Postfix ${largest.active > clog ? 'warns' : 'does not warn'}.`}
      </p>
      <Metrics />
    </aside>
  );
}

/** Metrics of Prometheus exporters and other tools, and the place of the same figures on this page. */
const METRICS: readonly [metric: string, means: string, here: string][] = [
  [
    'postfix_showq_message_size_bytes, _age_seconds (postfix_exporter, kumina)',
    'histograms of all messages of showq by queue; “depth” is the count of the histogram; age is time since arrival, not since the last attempt',
    'Queue: age columns; Overview: Queue sizes',
  ],
  [
    'postfix_qmgr_messages_inserted_size_bytes, _receipients (postfix_exporter)',
    'messages that became active, counted at each “queue active”: retries count again',
    'Overview: Arrivals counts only first times',
  ],
  [
    'postfix_smtp_delivery_delay_seconds{stage=…} (postfix_exporter)',
    'before_queue_manager = a, queue_manager = b, connection_setup = c, transmission = d',
    'Overview: heat map is b; a, b, c, d beside it',
  ],
  [
    'postfix_queue{queue=active|deferred|…}.length, .size, .age (telegraf)',
    'files in each folder of the queue; age is the time since the oldest change of a file’s status. Each deferred attempt changes it, so mail that has waited for days looks no older than its last attempt (about maximal_backoff_time)',
    'Overview: Queue sizes; Queue: age columns',
  ],
  [
    'qshape T, 5, 10, 20 … 1280+',
    'recipients by domain and minutes since arrival, by default of the incoming and active queue',
    'Queue: the table has the same columns',
  ],
  [
    'mailq | tail, “queue depth” of checks',
    'messages in all queues, hold among them',
    'Overview: Queue sizes, area',
  ],
];

function Metrics() {
  return (
    <details>
      <summary>Which figure of my exporter is this?</summary>
      <dl className="stack gap-10">
        {METRICS.map(([metric, means, here]) => (
          <div key={metric}>
            <dt className="mono breaks">{metric}</dt>
            <dd className="sub">
              {means}. <b>{here}</b>.
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface QueueTrial {
  /** The destination whose mail is flushed; '' = all destinations. */
  of: string;
  /** The outcome of the flush. Null = the snapshot has nothing to flush. */
  answer: QueueRunAnswer | null | 'busy';
}

/** Lets the engine flush the snapshot, all of it or for a destination that recovers. */
function TryAtOnce({ rows, reasons }: { rows: readonly QueueRow[]; reasons: boolean }) {
  const { records } = useRecords();
  const [chosen, setChosen] = useState('');
  const [tried, setTried] = useState<QueueTrial | null>(null);
  const destination = chosen === '' ? (rows[0]?.destination ?? '') : chosen;
  const busy = tried?.answer === 'busy';
  // The buttons stay enabled, because a disabled button loses the focus.
  const ask = async (of: string): Promise<void> => {
    if (busy) return;
    setTried({ of, answer: 'busy' });
    setTried({ of, answer: await records.ask((questions) => questions.queueRun({ destination: of })) });
  };
  return (
    <>
      <h2>What if the queue is flushed now?</h2>
      <p>
        The engine retries the waiting mail with your settings. Servers take as long as in the log
        {reasons
          ? ' and keep failing for the same reasons.'
          : ' and all accept mail, because qshape has no reasons. Each recipient counts as a separate message.'}
      </p>
      <Select
        text="Destination"
        line="row wrap"
        value={destination}
        options={rows.map((row) => row.destination)}
        onChange={setChosen}
      />
      <div className="row wrap">
        <Button look="outlined" onClick={() => void ask(destination)}>
          This destination recovers
        </Button>
        <Button look="outlined" onClick={() => void ask('')}>
          Flush everything
        </Button>
      </div>
      <Outcome tried={tried} rows={rows} />
      <p>
        Flushed mail does not overtake new mail. While the active queue has room, Postfix takes one file from
        incoming and one from deferred in turn. When it is full, new mail comes first.
      </p>
      <BesideNew />
    </>
  );
}

function Outcome({ tried, rows }: { tried: QueueTrial | null; rows: readonly QueueRow[] }) {
  const answer = tried?.answer ?? null;
  return (
    <>
      <div role="status">
        {answer === 'busy' && <p className="dim">The engine is running…</p>}
        {tried !== null && answer === null && <p>No mail is waiting.</p>}
        {tried !== null && answer !== null && answer !== 'busy' && (
          <p>{fatesWords(answer.fates, tried.of, rows)}</p>
        )}
      </div>
      {answer !== null && answer !== 'busy' && (
        <a className="link" href={answer.address}>
          Watch it as a run
        </a>
      )}
    </>
  );
}

/** Shows how long new mail waits while the snapshot is flushed. */
function BesideNew() {
  const { records } = useRecords();
  const [perMinute, setPerMinute] = useState(60);
  const [found, setFound] = useState<BesideFlush | 'busy' | null>(null);
  const ask = async (): Promise<void> => {
    if (found === 'busy') return;
    setFound('busy');
    setFound(await records.ask((questions) => questions.flushBeside({ perMinute })));
  };
  return (
    <>
      <PerMinute label="New mail per minute" most={2000} value={perMinute} onValue={setPerMinute} />
      <div className="row wrap">
        <Button look="outlined" onClick={() => void ask()}>
          How long would new mail wait?
        </Button>
      </div>
      <div role="status">
        {found === 'busy' && <p className="dim">The engine runs new mail with and without the flush…</p>}
        {found !== null && found !== 'busy' && <p>{besideWords(found)}</p>}
      </div>
      {found !== null && found !== 'busy' && (
        <a className="link" href={found.address}>
          Open this run (flush at 30 s)
        </a>
      )}
    </>
  );
}
