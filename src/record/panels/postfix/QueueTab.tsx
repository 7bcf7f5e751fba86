import { clock, wholeFigure, lasting, percent } from '../../explain/findings/figures.ts';
import type { QueueRow, QueueView } from '../../protocol/record-questions.ts';
import { PictureWithoutNames } from '../kit/PictureWithoutNames.tsx';
import { ScrollBox } from '../../../panels/kit/ScrollBox.tsx';
import { Metrics } from './Metrics.tsx';
import { NoRecord } from './NoRecord.tsx';
import type { TabProps } from './tab-props.ts';
import { reasonWords } from './queue-words.ts';
import { TryAtOnce } from './TryAtOnce.tsx';
import { useAsked } from './useAsked.ts';
import './postfix.css';

const ROWS = 40;

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

function sentenceOf({ rows, deferred, active, recipients, timeFrom }: QueueView): string {
  const [top] = rows;
  if (top === undefined) return 'The queue is empty.';
  const largest = `${wholeFigure(top.recipients)} of ${wholeFigure(recipients)} recipients wait for ${top.destination}`;
  const [why = ''] = reasonWords(top);
  return timeFrom === 'qshape'
    ? `${largest}.`
    : `${largest}${why === '' ? '' : `: ${why}`}. ${wholeFigure(deferred)} deferred, ${wholeFigure(active)} active.`;
}

function Snapshot({ queue, zone }: { queue: QueueView; zone: string }) {
  const { rows, timeFrom } = queue;
  return (
    <div className="postfix-queue">
      <section aria-label="Queue by destination and age">
        <h2 className="postfix-sentence">{sentenceOf(queue)}</h2>
        <p className="dim">
          {timeFrom === 'qshape'
            ? 'From the table of qshape: it has no reasons and no single messages, so next tries cannot be told.'
            : `Recipients by destination and time since arrival at ${clock(queue.time, zone, true)} (${timeFrom === 'file' ? 'as the snapshot says' : 'the end of the log: a plain postqueue -j has no time of its own'}).`}
        </p>
        <ScrollBox label="Recipients by destination and age">
          <Ages queue={queue} />
        </ScrollBox>
        {rows.length > ROWS && (
          <p className="dim">and {wholeFigure(rows.length - ROWS)} further destinations</p>
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
    <table className="postfix-ages">
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
            <th scope="col">next tries from now, a bar a queue run ({lasting(scan)})</th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, ROWS).map((row) => (
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
          <ul className="postfix-where">
            {reasons.map(({ reason, count }) => (
              <li key={reason}>
                <span>{reason}</span>
                <span className="mono">{wholeFigure(count)}</span>
                <span
                  className="bar"
                  style={{ inlineSize: percent(count / (reasons[0]?.count ?? 1)).replace(/\s/g, '') }}
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
            {lasting(minimal)} to {lasting(maximal)} later (x between minimal_backoff_time and
            maximal_backoff_time), then at the next scan, every {lasting(scan)}. So each bar is a chance over
            that time, not a moment; a message’s own tries are in the log.
          </p>
        </>
      )}
      <TryAtOnce rows={rows.slice(0, ROWS)} reasons={timeFrom !== 'qshape'} />
      <h2>Clog warning</h2>
      <p>
        Postfix warns when one destination has more than {wholeFigure(clog)} of the active queue
        (qmgr_message_active_limit ÷ 5).{' '}
        {timeFrom === 'qshape'
          ? 'A table of qshape does not say what of it was active.'
          : largest === undefined || largest.active === 0
            ? 'Nothing was active.'
            : `The largest is ${largest.destination} with ${wholeFigure(largest.active)}: ${largest.active > clog ? 'it warns.' : 'it does not.'}`}
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
          {count === 0 ? '' : wholeFigure(count)}
        </td>
      ))}
      <td className="mono">{wholeFigure(row.recipients)}</td>
      {withNext && (
        <td>
          {row.latest === 0 ? (
            <span className="dim">in the active queue</span>
          ) : (
            <svg
              width="150"
              height="22"
              role="img"
              aria-label={`next tries now to ${lasting(row.latest)} later, at scans every ${lasting(scan)}`}
            >
              {row.next.map((share, i) => (
                // Scans have a fixed order.
                // oxlint-disable-next-line react/no-array-index-key
                <rect
                  key={i}
                  className="next"
                  x={i * 12 + 2}
                  width={6}
                  y={22 - (share / high) * 20}
                  height={(share / high) * 20}
                >
                  <title>{`about ${share < 10 ? share.toFixed(1) : wholeFigure(share)} recipients in ${lasting(i * scan)} to ${lasting((i + 1) * scan)}`}</title>
                </rect>
              ))}
            </svg>
          )}
        </td>
      )}
    </tr>
  );
}
