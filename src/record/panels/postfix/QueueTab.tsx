import { formatLasting, formatPercent, formatTimeOfDay } from '../../explain/record-format.ts';
import { formatWhole } from '../../../explain/figures.ts';
import type { QueueRow, QueueView, BesideFlush, QueueRunAnswer } from '../../protocol/record-questions.ts';
import { PictureWithoutNames } from '../kit/PictureWithoutNames.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { Select } from '../../../ui/Select.tsx';
import { NoRecord } from './NoRecord.tsx';
import type { TabProps } from './tab-props.ts';
import { reasonWords, besideWords, fatesWords } from './queue-words.ts';
import { useAsked } from './useAsked.ts';
import css from './postfix.module.css';
import { useState } from 'react';
import { useRecords } from '../../store/record.ts';
import { PerMinute } from './PerMinute.tsx';

const MAX_DESTINATION_ROWS = 40;

/** What waited when the snapshot was made: destinations by age, reasons, and when they move. */
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
        <NoRecord>
          Give the output of postqueue -j, or of qshape: this view shows what waited then. What watch
          --postqueue asks for stands under Live.
        </NoRecord>
        <Metrics />
      </>
    );
  if (answer === null || answer.queue === null) return null;
  return <Snapshot queue={answer.queue} zone={view.zone} />;
}

/** Steps of ink by count. */
function inkOf(count: number): number {
  return count === 0
    ? 0
    : Math.min(8, 1 + [2, 4, 8, 20, 60, 200, 600].filter((edge) => count >= edge).length);
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
    <div className={css.postfixQueue}>
      <section aria-label="Queue by destination and age">
        <h2 className={css.postfixSentence}>{sentenceOf(queue)}</h2>
        <p className="dim">
          {timeFrom === 'qshape'
            ? 'From the table of qshape: it has no reasons and no single messages, so next tries cannot be told.'
            : `Recipients by destination and time since arrival at ${formatTimeOfDay(queue.time, zone, true)} (${timeFrom === 'file' ? 'as the snapshot says' : 'the end of the log: a plain postqueue -j has no time of its own'}).`}
        </p>
        <ScrollBox label="Recipients by destination and age">
          <Ages queue={queue} />
        </ScrollBox>
        {rows.length > MAX_DESTINATION_ROWS && (
          <p className="dim">and {formatWhole(rows.length - MAX_DESTINATION_ROWS)} further destinations</p>
        )}
        <PictureWithoutNames
          selector=".postfix-ages"
          file="qmgrscope-queue"
          ask={(questions) => questions.queue({ hidden: true })}
          draw={(hidden) => <Ages queue={hidden} />}
        />
      </section>
      <Beside queue={queue} />
    </div>
  );
}

/** Recipients by destination and age. */
function Ages({ queue: { rows, minutes, scan, timeFrom } }: { queue: QueueView }) {
  return (
    <table className={css.postfixAges}>
      <thead>
        <tr>
          <th scope="col">destination</th>
          {minutes.map((end) => (
            <th key={end} scope="col">
              ≤ {end} min
            </th>
          ))}
          <th scope="col">older</th>
          <th scope="col">all</th>
          {timeFrom !== 'qshape' && (
            <th scope="col">next tries from now, a bar a queue run ({formatLasting(scan)})</th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, MAX_DESTINATION_ROWS).map((row) => (
          <Row key={row.destination} row={row} scan={scan} withNext={timeFrom !== 'qshape'} />
        ))}
      </tbody>
    </table>
  );
}

/** Reasons, the rule of the next try, and what is near its limit. */
function Beside({ queue }: { queue: QueueView }) {
  const { rows, reasons, scan, minimal, maximal, activeLimit, timeFrom } = queue;
  const clog = Math.floor(activeLimit / 5);
  const [largest] = rows.toSorted((one, other) => other.active - one.active);
  return (
    <aside aria-label="Reasons and rules">
      {reasons.length > 0 && (
        <>
          <h2>Reasons</h2>
          <ul className={css.postfixWhere}>
            {reasons.map(({ reason, count }) => (
              <li key={reason}>
                <span>{reason}</span>
                <span className="mono">{formatWhole(count)}</span>
                <span
                  className={css.bar}
                  style={{ inlineSize: formatPercent(count / (reasons[0]?.count ?? 1)).replace(/\s/g, '') }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {timeFrom !== 'qshape' && (
        <>
          <h2>The next try</h2>
          <p>
            postqueue -j has no time of the last try. With the last one at age x the next one comes{' '}
            {formatLasting(minimal)} to {formatLasting(maximal)} later (x between minimal_backoff_time and
            maximal_backoff_time), then at the next scan, every {formatLasting(scan)}. Each bar shows when a
            retry is likely, not an exact time. The log has the attempts of each message.
          </p>
        </>
      )}
      <TryAtOnce rows={rows.slice(0, MAX_DESTINATION_ROWS)} reasons={timeFrom !== 'qshape'} />
      <h2>Clog warning</h2>
      <p>
        Postfix warns when one destination has more than {formatWhole(clog)} of the active queue
        (qmgr_message_active_limit ÷ 5).{' '}
        {timeFrom === 'qshape'
          ? 'A table of qshape does not say what of it was active.'
          : largest === undefined || largest.active === 0
            ? 'Nothing was active.'
            : `The largest is ${largest.destination} with ${formatWhole(largest.active)}: ${largest.active > clog ? 'it warns.' : 'it does not.'}`}
      </p>
      <Metrics />
    </aside>
  );
}

function Row({ row, scan, withNext }: { row: QueueRow; scan: number; withNext: boolean }) {
  const high = Math.max(...row.next, 0.001);
  return (
    <tr>
      <th scope="row">
        <span className="mono">{row.destination}</span>
        {reasonWords(row).map((reason) => (
          <span key={reason} className="dim">
            {reason}
          </span>
        ))}
        {row.reasons.length === 0 && row.active > 0 && <span className="dim">active</span>}
      </th>
      {row.ages.map((count, i) => (
        // Ages have a fixed order.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={i} data-ink={inkOf(count)}>
          {count === 0 ? '' : formatWhole(count)}
        </td>
      ))}
      <td className="mono">{formatWhole(row.recipients)}</td>
      {withNext && (
        <td>
          {row.latest === 0 ? (
            <span className="dim">in the active queue</span>
          ) : (
            <svg
              width="150"
              height="22"
              role="img"
              aria-label={`next tries now to ${formatLasting(row.latest)} later, at scans every ${formatLasting(scan)}`}
            >
              {row.next.map((share, i) => (
                // Scans have a fixed order.
                // oxlint-disable-next-line react/no-array-index-key
                <rect
                  key={i}
                  className={css.next}
                  x={i * 12 + 2}
                  width={6}
                  y={22 - (share / high) * 20}
                  height={(share / high) * 20}
                >
                  <title>{`about ${share < 10 ? share.toFixed(1) : formatWhole(share)} recipients in ${formatLasting(i * scan)} to ${formatLasting((i + 1) * scan)}`}</title>
                </rect>
              ))}
            </svg>
          )}
        </td>
      )}
    </tr>
  );
}

/** Names that exporters give to figures of a queue, and where the same is in the pictures here. */
const METRICS: readonly [metric: string, means: string, here: string][] = [
  [
    'postfix_showq_message_size_bytes, _age_seconds (postfix_exporter, kumina)',
    'histograms of all messages of showq, by queue: “depth” is the count of the histogram; age is time since arrival, not since the last try',
    'Queue: columns of age; Overview: Queue sizes',
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
    'files in each folder of the queue; age is the time since the oldest change of a file’s status: each try that is put off changes it, so that mail which has waited for days is no older here than its last try (about maximal_backoff_time)',
    'Overview: Queue sizes; Queue: columns of age',
  ],
  [
    'qshape T, 5, 10, 20 … 1280+',
    'recipients by domain and minutes since arrival; of the incoming and active queue unless told otherwise',
    'Queue: the table has the same columns',
  ],
  [
    'mailq | tail, “queue depth” of checks',
    'messages in all queues, hold among them',
    'Overview: Queue sizes, area',
  ],
];

/** Which figure of an exporter is which place of the pictures. */
function Metrics() {
  return (
    <details className={css.postfixMetrics}>
      <summary>Which figure of my exporter is this?</summary>
      <dl>
        {METRICS.map(([metric, means, here]) => (
          <div key={metric}>
            <dt className="mono">{metric}</dt>
            <dd>
              {means}. <b>{here}</b>.
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** What was asked of the engine: an answer, and the destination that it is of ('' = all). Null answer = nothing to try. */
interface PredictedChange {
  of: string;
  answer: QueueRunAnswer | null | 'busy';
}

/** What the engine does with the snapshot, when it is flushed, or when a destination recovers. */
function TryAtOnce({ rows, reasons }: { rows: readonly QueueRow[]; reasons: boolean }) {
  const { records } = useRecords();
  const [chosen, setChosen] = useState('');
  const [tried, setTried] = useState<PredictedChange | null>(null);
  const destination = chosen === '' ? (rows[0]?.destination ?? '') : chosen;
  const busy = tried?.answer === 'busy';
  // Not switched off meanwhile: a button that is would lose the focus.
  const ask = async (of: string): Promise<void> => {
    if (busy) return;
    setTried({ of, answer: 'busy' });
    setTried({ of, answer: await records.ask((questions) => questions.queueRun({ destination: of })) });
  };
  return (
    <>
      <h2>What if it is tried now?</h2>
      <p>
        The engine tries what waits, with your settings; servers take as long as in the log,{' '}
        {reasons
          ? 'and go on failing as their reasons say.'
          : 'and all answer: the table has no reasons. Each recipient is taken as a message of its own.'}
      </p>
      <Select
        text="Destination"
        line={css.postfixTry}
        value={destination}
        options={rows.map((row) => row.destination)}
        onChange={setChosen}
      />
      <div className={`row ${css.postfixTry}`}>
        <button type="button" className="btn outlined" onClick={() => void ask(destination)}>
          It recovers now
        </button>
        <button type="button" className="btn outlined" onClick={() => void ask('')}>
          All is flushed now
        </button>
      </div>
      <Outcome tried={tried} rows={rows} />
      <p>
        Flushed mail does not go before new mail. While the active queue has room, one file of incoming and
        one of deferred are taken in turn, and all are scheduled alike; when it is full, new mail is taken
        first.
      </p>
      <BesideNew />
    </>
  );
}

/** The answer in words, and the run that it was read from. */
function Outcome({ tried, rows }: { tried: PredictedChange | null; rows: readonly QueueRow[] }) {
  const answer = tried?.answer ?? null;
  return (
    <>
      <div role="status">
        {answer === 'busy' && <p className="dim">The engine tries it…</p>}
        {tried !== null && answer === null && <p>Nothing of it can be tried.</p>}
        {tried !== null && answer !== null && answer !== 'busy' && (
          <p className="postfix-answer">{fatesWords(answer.fates, tried.of, rows)}</p>
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

/** What new mail waits while the snapshot is flushed, in figures of the engine. */
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
      <PerMinute label="New mail a minute" most={2000} value={perMinute} onValue={setPerMinute} />
      <div className={`row ${css.postfixTry}`}>
        <button type="button" className="btn outlined" onClick={() => void ask()}>
          How long would new mail wait during a flush?
        </button>
      </div>
      <div role="status">
        {found === 'busy' && (
          <p className="dim">The engine flushes the snapshot, and runs the new mail without it…</p>
        )}
        {found !== null && found !== 'busy' && <p>{besideWords(found)}</p>}
      </div>
      {found !== null && found !== 'busy' && (
        <a className="link" href={found.address}>
          Open this run: flushed at 30 s
        </a>
      )}
    </>
  );
}
