import { useIdentity } from '../../charts/colours.ts';
import type { QueueRow } from '../../protocol/rows.ts';
import { useSession, useView } from '../../store/hooks.ts';
import { formatWait } from '../../explain/figures.ts';
import { formatCount } from '../../explain/format.ts';
import {
  badgeOf,
  feedbackThreads,
  MOST_CELLS,
  sparkline,
  SPARK_SECONDS,
  windowCells,
  type WindowCell,
} from './destination-layout.ts';
import css from './dock.module.css';
import { type Micros, secondsTo } from '../../protocol/units.ts';

/** What a destination may do now: sign, word, ground. */
export function DestinationBadge({ queue }: { queue: QueueRow }) {
  const badge = badgeOf(queue);
  return (
    <span className={css.badge} data-look={badge.tone} title={queue.reason === '' ? undefined : queue.reason}>
      <span aria-hidden="true">{badge.sign}</span> {badge.word}
    </span>
  );
}

const SPARK = { width: 64, height: 18 } as const;

/** How the window went in the last seconds; red on the floor while the destination was dead. */
export function Sparkline({ queue }: { queue: QueueRow }) {
  const now = useSession((session) => session.cursor.at);
  const spark = sparkline(queue.history, now, SPARK);
  if (spark === null) return null;
  const windows = queue.history.window.slice(-6);
  return (
    <svg
      className={css.spark}
      viewBox={`0 0 ${SPARK.width + 3} ${SPARK.height}`}
      role="img"
      aria-label={`window of the last ${SPARK_SECONDS} seconds: ${windows.join(', ')}`}
    >
      <path className={css.sparkLine} d={spark.path} />
      <path className={css.sparkDead} d={spark.dead} />
      <circle className={css.sparkEnd} cx={spark.end.x} cy={spark.end.y} r={1.8} />
    </svg>
  );
}

/** The window as cells: who is being delivered, what is free, what waits; or when it goes on. */
export function Window({ queue }: { queue: QueueRow }) {
  const label = `${queue.busy} of ${queue.window} deliveries, ${queue.todo} waiting`;
  if (queue.status !== 'ready') {
    return (
      <span className={css.window}>
        <Until until={queue.until} />
        <Todo count={queue.todo} />
      </span>
    );
  }
  return (
    <span className={css.window} role="img" aria-label={label}>
      {windowCells(queue).map((cell) => (
        <Cell key={cell.key} cell={cell} />
      ))}
      {Math.max(queue.window, queue.busy) > MOST_CELLS && (
        <span className={`${css.windowRest} mono`}>
          {queue.busy}/{queue.window}
        </span>
      )}
      <Todo count={queue.todo} />
    </span>
  );
}

function Cell({ cell }: { cell: WindowCell }) {
  const identity = useIdentity(cell.number);
  const hovered = useView((view) => cell.number > 0 && (view.hovered || view.selected) === cell.number);
  const state = cell.number > 0 ? 'busy' : 'free';
  return (
    <i
      className={css.windowCell}
      data-look={state}
      data-over={cell.over || undefined}
      data-hit={hovered || undefined}
      {...(cell.number > 0 ? identity : {})}
    />
  );
}

function Todo({ count }: { count: number }) {
  return count > 0 ? <span className={`${css.todo} mono`}>+{formatCount(count)}</span> : null;
}

/** When a destination is ready again, as a wait that counts down. */
function Until({ until }: { until: Micros }) {
  const left = useSession((session) => secondsTo(until, session.cursor.at));
  return <span className={css.until}>again in {formatWait(left)}</span>;
}

const ROOM = 40;
const THREAD_Y = { success: 4.5, failure: 10, cohorts: 15.5 } as const;

/** Three threads that run towards one stop line; the one that reaches it moves the window, or ends the destination. */
export function Threads({ queue }: { queue: QueueRow }) {
  const threads = feedbackThreads(queue);
  const label = threads.map((thread) => `${thread.name} ${thread.text}`).join(', ');
  return (
    <span className={css.threads} title={label}>
      <svg viewBox="0 0 46 20" role="img" aria-label={label}>
        {threads.map((thread) => (
          <g key={thread.name}>
            <path className={css.threadRail} d={`M0 ${THREAD_Y[thread.name]}h${ROOM}`} />
            <path
              className={css.thread}
              data-look={thread.name}
              d={`M0 ${THREAD_Y[thread.name]}h${thread.share * ROOM}`}
            />
          </g>
        ))}
        <path className={css.threadStop} d={`M${ROOM + 0.75} 1.5v17`} />
      </svg>
      <span className={`mono${queue.status === 'throttled' ? ' bad' : ''}`}>
        {queue.failCohorts.toFixed(2)}
      </span>
    </span>
  );
}
