import { formatTenths, formatWait } from '../../explain/figures.ts';
import { memo } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { formatCount, formatCounted } from '../../explain/format.ts';
import { NO_WHEEL } from '../../explain/timer-words.ts';
import type { WheelRow } from '../../protocol/rows.ts';
import { useSession } from '../../store/hooks.ts';
import { WHEEL_BOX, type WheelSegment, WIDE, wheelLayout } from './wheel-layout.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import css from './dock.module.css';
import '../../plot/plot.css';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';

/** The timing wheel with its next timers and watch lists. */
export function WheelPanel() {
  const wheel = useSession((session) => session.wheel);
  if (wheel === null || wheel.levels.length === 0) return <EmptyState size="line">{NO_WHEEL}</EmptyState>;
  return (
    <div className={css.wheel}>
      <WheelPicture wheel={wheel} />
      {/* Focusable, so that keys can scroll it in a low dock. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={`stack ${css.wheelLists}`} tabIndex={0} role="group" aria-label="What is due next">
        <NextDue wheel={wheel} />
        <Watched wheel={wheel} />
      </div>
    </div>
  );
}

/** Heading of the panel, such as `buckets of 1 s, 20 s`. */
export function wheelHeading(wheel: WheelRow | null): string {
  if (wheel === null || wheel.levels.length === 0) return '';
  return `buckets of ${wheel.levels.map((level) => tickText(level.tick)).join(', ')}`;
}

function tickText(micros: Micros): string {
  return micros < MICROS_PER_SECOND ? `${micros / 1000} ms` : `${micros / MICROS_PER_SECOND} s`;
}

interface WheelPictureProps {
  wheel: WheelRow;
  /** True = without figures, which would be too small to read. */
  small?: boolean;
}

export function WheelPicture({ wheel, small = false }: WheelPictureProps) {
  const now = useSession((session) => session.cursor.at);
  const picture = wheelLayout(wheel, now);
  const half = WHEEL_BOX / 2;
  const { hand } = picture;
  const label = `timing wheel, ${formatCounted(picture.levels.length, 'level')} of ${wheel.size} buckets, ${wheel.pending} timers`;
  return (
    <svg
      className={css.wheelPicture}
      data-small={small || undefined}
      viewBox={`${-half} ${-half} ${WHEEL_BOX} ${WHEEL_BOX}`}
      role="img"
      aria-label={label}
    >
      {picture.rings.map((ring) => (
        <g key={ring.level} className="plot-grid" data-base>
          <circle r={ring.inner} />
          <circle r={ring.outer} />
        </g>
      ))}
      {picture.segments.map((segment) => (
        <Segment key={segment.key} segment={segment} numbered={!small} />
      ))}
      <path className="plot-line" d={`M${hand.x0} ${hand.y0}L${hand.x1} ${hand.y1}`} />
      <circle cx={hand.x1} cy={hand.y1} r="2.4" />
      {!small && (
        <text className="mono" y="4">
          {formatTenths(now)}
        </text>
      )}
    </svg>
  );
}

const Segment = memo(
  function Segment({ segment, numbered }: { segment: WheelSegment; numbered: boolean }) {
    const state = segment.count > 0 ? 'armed' : 'empty';
    return (
      <g
        className={css.wheelSegment}
        data-look={state}
        data-here={segment.here || undefined}
        data-wide={segment.count > WIDE || undefined}
      >
        <path d={segment.path} />
        {numbered && segment.count > 0 && (
          <text x={segment.x} y={segment.y + 3.2}>
            {segment.count}
          </text>
        )}
      </g>
    );
  },
  (a, b) =>
    a.segment.path === b.segment.path &&
    a.segment.count === b.segment.count &&
    a.segment.here === b.segment.here,
);

const MOST_DUE = 5;

/** The next timers: time left, bucket, purpose. */
function NextDue({ wheel }: { wheel: WheelRow }) {
  const now = useSession((session) => session.cursor.at);
  const shown = wheel.pending > MOST_DUE ? MOST_DUE - 1 : MOST_DUE;
  const soonest = [...wheel.tasks].sort((a, b) => a.due - b.due || a.id - b.id).slice(0, shown);
  if (soonest.length === 0) return <EmptyState size="line">No timer is set, so the wheel sleeps.</EmptyState>;
  return (
    <ul className={css.due} aria-label="Next timers">
      {soonest.map((task) => (
        <li key={task.id}>
          <span>{dueText(task.due - now)}</span>
          <span className="dim">{task.bucket < 0 ? 'this tick' : `L${task.level + 1}·${task.bucket}`}</span>
          <span className={`cut ${css.dueWhat}`} title={task.label}>
            {task.label}
          </span>
        </li>
      ))}
      {wheel.pending > shown && <li className="dim nowrap">{formatCount(wheel.pending - shown)} more</li>}
    </ul>
  );
}

function dueText(micros: Micros): string {
  const seconds = Math.max(0, micros / MICROS_PER_SECOND);
  return seconds < 10 ? `${seconds.toFixed(1)} s` : formatWait(Math.round(seconds));
}

const MOST_KEYS = 3;
/** Largest number of message digits that fit beside a key. */
const CHIP_DIGITS = 6;

/** Lists, for each key, the messages that wait for it. */
function Watched({ wheel }: { wheel: WheelRow }) {
  if (wheel.watched.length === 0) return null;
  return (
    <ul className="stack gap-2 text-1 sub" aria-label="Watch lists">
      {wheel.watched.slice(0, MOST_KEYS).map((list) => (
        <WatchList key={list.key} list={list} />
      ))}
      {wheel.watched.length > MOST_KEYS && (
        <li className="dim">{wheel.watched.length - MOST_KEYS} more keys</li>
      )}
    </ul>
  );
}

function WatchList({ list }: { list: WheelRow['watched'][number] }) {
  const longest = Math.max(...list.numbers.map((number) => String(number).length));
  const shown = list.numbers.slice(0, Math.max(1, Math.floor(CHIP_DIGITS / longest)));
  return (
    <li className="row gap-4 nowrap">
      <span className={`cut mono ${css.watchedKey}`} title={list.key}>
        {list.key}
      </span>
      {shown.map((number, i) => (
        // A message can wait several times under one key.
        // oxlint-disable-next-line react/no-array-index-key
        <Chip key={`${number}-${i}`} number={number} size="small" />
      ))}
      {list.total > shown.length && <span className="dim">+{formatCount(list.total - shown.length)}</span>}
    </li>
  );
}
