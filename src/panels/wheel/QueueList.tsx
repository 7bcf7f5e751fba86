import type { Micros } from '../../protocol/units.ts';
import { useState } from 'react';
import type { TimerToken, WheelDetail } from '../../protocol/wheel.ts';
import { formatCount } from '../../explain/format.ts';
import { TokenChip } from './TokenMark.tsx';
import type { ShownWheel } from './useWheelView.ts';
import { bare, bucketName, type Scale, sleepSentence, waitText, written } from './wheel-words.ts';
import { Termed } from '../kit/Termed.tsx';
import css from './wheel.module.css';

/** Number of rows until the reader asks for more, and afterwards. */
const ROWS = 8;
const ROWS_MAX = 200;
const CHIPS_MAX = 6;

/** Shows the delay queue on which the clock sleeps. It holds buckets, not timers, in the order in which they open. */
export function QueueList({ view, scale }: { view: ShownWheel; scale: Scale }) {
  const { detail, now } = view;
  const [all, setAll] = useState(false);
  const { queue } = detail;
  const shown = queue.slice(0, all ? ROWS_MAX : ROWS);
  // Mail's timers leave their bucket at its tick and run later within that tick; a raw wheel has none of these.
  const openTick = detail.timers.filter(({ bucket }) => bucket < 0);
  const last = queue.at(-1);
  const buckets = queue.length === 1 ? 'armed bucket' : 'armed buckets';
  return (
    <section className={css.wheelFact} id="wheel-queue" aria-labelledby="wheel-queue-title">
      <h2 id="wheel-queue-title">
        <Termed text="Delay queue" />{' '}
        <span className="dim">
          {formatCount(queue.length)} {buckets} for {formatCount(detail.pending)}{' '}
          {detail.pending === 1 ? 'timer' : 'timers'}
        </span>
      </h2>
      <p className="strong">{sleepSentence(detail, now, scale)}</p>
      <ul className={css.queueRows} data-all={all || undefined} aria-label="Armed buckets, soonest first">
        {openTick.length > 0 && (
          <li>
            <div className={`${css.queueRow} ${ROW}`} data-next>
              <span className={css.queueIn}>{soon(openTick[0]?.due ?? now, now, scale)}</span>
              <span>{bare(openTick[0]?.due ?? now, scale)}</span>
              <span>tick</span>
              <Chips tokens={openTick} count={openTick.length} />
              <span className="dim">runs</span>
            </div>
          </li>
        )}
        {shown.map((row, i) => (
          <QueueRow
            key={`${row.level} ${row.bucket}`}
            row={row}
            isNext={i === 0 && openTick.length === 0}
            view={view}
            scale={scale}
          />
        ))}
      </ul>
      {queue.length > ROWS && (
        <button type="button" className={`link ${css.more}`} aria-expanded={all} onClick={() => setAll(!all)}>
          {all || last === undefined
            ? 'Show fewer'
            : `Show ${formatCount(queue.length - ROWS)} more, the last at ${written(last.due, scale)}`}
        </button>
      )}
    </section>
  );
}

interface QueueRowProps {
  row: WheelDetail['queue'][number];
  isNext: boolean;
  view: ShownWheel;
  scale: Scale;
}

function QueueRow({ row: { level, bucket, due, count, runs }, isNext, view, scale }: QueueRowProps) {
  const { detail, now, open, setOpen } = view;
  const timers = detail.timers.filter((timer) => timer.level === level && timer.bucket === bucket);
  return (
    <li>
      <button
        type="button"
        className={`${css.queueRow} ${ROW}`}
        data-next={isNext || undefined}
        aria-pressed={open?.level === level && open.bucket === bucket}
        onClick={() => setOpen(level, bucket)}
      >
        <span className={css.queueIn}>{soon(due, now, scale)}</span>
        <span>{bare(due, scale)}</span>
        <span>{bucketName(level, bucket)}</span>
        {count === 0 ? (
          <span className="dim">empty: wakes for nothing</span>
        ) : (
          <Chips tokens={timers} count={count} />
        )}
        <span className="dim">{count === 0 ? '' : runs ? 'runs' : 'falls'}</span>
      </button>
    </li>
  );
}

function soon(due: Micros, now: Micros, scale: Scale): string {
  return due <= now ? 'due' : `in ${waitText(due - now, scale)}`;
}

const ROW = 'mono text-1 sub nowrap';

/** Shows the first timers as chips, and the number of the others. `tokens` may have fewer than `count`. */
function Chips({ tokens, count }: { tokens: readonly TimerToken[]; count: number }) {
  const shown = tokens.slice(0, CHIPS_MAX);
  const rest = count - shown.length;
  return (
    <span className="row gap-2 cut">
      {shown.map((token) => (
        <TokenChip key={token.id} token={token} />
      ))}
      {rest > 0 && (
        <span className="dim">
          {shown.length > 0 ? '+' : ''}
          {formatCount(rest)}
        </span>
      )}
    </span>
  );
}
