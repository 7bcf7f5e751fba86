import type { Micros } from '../../protocol/units.ts';
import { useState } from 'react';
import type { WheelDetail } from '../../protocol/wheel.ts';
import { formatCount } from '../../explain/format.ts';
import { TokenChip } from './TokenMark.tsx';
import { bare, bucketName, type Scale, sleepSentence, waitText, written } from './wheel-words.ts';
import { Termed } from '../kit/Termed.tsx';
import css from './wheel.module.css';

interface QueueListProps {
  detail: WheelDetail;
  now: Micros;
  scale: Scale;
  open: { level: number; bucket: number } | null;
  onOpen: (level: number, bucket: number) => void;
}

const ROWS = 8;
const MOST_ROWS = 200;
const CHIPS = 6;

/** The list that the clock sleeps on: buckets, not timers, in the order in which they open. */
export function QueueList({ detail, now, scale, open, onOpen }: QueueListProps) {
  const [all, setAll] = useState(false);
  const { queue } = detail;
  const shown = queue.slice(0, all ? MOST_ROWS : ROWS);
  // Out of their bucket already, and run at their own instants within the tick: mail's timers, never a raw wheel's.
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
      <p className={css.wheelLead}>{sleepSentence(detail, now, scale)}</p>
      <ul className={`${css.queueRows}${all ? ` ${css.all}` : ''}`} aria-label="Armed buckets, soonest first">
        {openTick.length > 0 && (
          <li>
            <div className={`${css.queueRow} ${css.next}`}>
              <span className={css.queueIn}>{soon(openTick[0]?.due ?? now, now, scale)}</span>
              <span>{bare(openTick[0]?.due ?? now, scale)}</span>
              <span>tick</span>
              <span className={css.queueTimers}>
                {openTick.slice(0, CHIPS).map((token) => (
                  <TokenChip key={token.id} token={token} />
                ))}
                {openTick.length > CHIPS && (
                  <span className={`${css.tokenChip} ${css.more}`}>
                    +{formatCount(openTick.length - CHIPS)}
                  </span>
                )}
              </span>
              <span className={css.queueNote}>runs</span>
            </div>
          </li>
        )}
        {shown.map((row, i) => {
          const opened = open?.level === row.level && open.bucket === row.bucket;
          return (
            <li key={`${row.level} ${row.bucket}`}>
              <button
                type="button"
                className={`${css.queueRow}${i === 0 && openTick.length === 0 ? ` ${css.next}` : ''}${opened ? ` ${css.open}` : ''}`}
                aria-pressed={opened}
                onClick={() => onOpen(row.level, row.bucket)}
              >
                <span className={css.queueIn}>{soon(row.due, now, scale)}</span>
                <span>{bare(row.due, scale)}</span>
                <span className={css.queueBucket}>{bucketName(row.level, row.bucket)}</span>
                <RowTimers detail={detail} level={row.level} bucket={row.bucket} count={row.count} />
                <span className={css.queueNote}>{row.count === 0 ? '' : row.runs ? 'runs' : 'falls'}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {queue.length > ROWS && (
        <button type="button" className={css.wheelMore} aria-expanded={all} onClick={() => setAll(!all)}>
          {all || last === undefined
            ? 'fewer'
            : `${formatCount(queue.length - ROWS)} more, the last at ${written(last.due, scale)}`}
        </button>
      )}
    </section>
  );
}

function soon(due: Micros, now: Micros, scale: Scale): string {
  return due <= now ? 'due' : `in ${waitText(due - now, scale)}`;
}

interface RowTimersProps {
  detail: WheelDetail;
  level: number;
  bucket: number;
  count: number;
}

function RowTimers({ detail, level, bucket, count }: RowTimersProps) {
  if (count === 0) return <span className={css.queueEmpty}>empty: wakes for nothing</span>;
  const timers = detail.timers.filter((timer) => timer.level === level && timer.bucket === bucket);
  const shown = timers.slice(0, CHIPS);
  const rest = count - shown.length;
  return (
    <span className={css.queueTimers}>
      {shown.map((token) => (
        <TokenChip key={token.id} token={token} />
      ))}
      {rest > 0 && (
        <span className={`${css.tokenChip} ${css.more}`}>
          {shown.length > 0 ? '+' : ''}
          {formatCount(rest)}
        </span>
      )}
    </span>
  );
}
