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
import '../../plot/plot.css';
import { type Micros, secondsTo } from '../../protocol/units.ts';

export function DestinationBadge({ queue }: { queue: QueueRow }) {
  const badge = badgeOf(queue);
  return (
    <span className={css.badge} data-look={badge.tone} title={queue.reason === '' ? undefined : queue.reason}>
      <span aria-hidden="true">{badge.sign}</span> {badge.word}
    </span>
  );
}

const SPARK = { width: 64, height: 18 } as const;

/** Draws the window over the last seconds. A red line at the bottom shows when the destination was dead. */
export function Sparkline({ queue }: { queue: QueueRow }) {
  const now = useSession((session) => session.cursor.at);
  const spark = sparkline(queue.history, now, SPARK);
  if (spark === null) return null;
  const windows = queue.history.window.slice(-6);
  return (
    <svg
      className={css.spark}
      width="3.25rem"
      height="1.125rem"
      viewBox={`0 0 ${SPARK.width + 3} ${SPARK.height}`}
      role="img"
      aria-label={`window of the last ${SPARK_SECONDS} seconds: ${windows.join(', ')}`}
    >
      <path className="plot-line" d={spark.path} />
      <path className={css.thread} d={spark.dead} />
      <circle fill="currentColor" cx={spark.end.x} cy={spark.end.y} r={1.8} />
    </svg>
  );
}

/**
 * Draws the window as cells, filled for active deliveries, and the number of waiting entries. For a dead destination it
 * says when Postfix will try again.
 */
export function Window({ queue }: { queue: QueueRow }) {
  const label = `${queue.busy} of ${queue.window} deliveries, ${queue.todo} waiting`;
  if (queue.status !== 'ready') {
    return (
      <span className="row gap-4 nowrap">
        <Until until={queue.until} />
        <Todo count={queue.todo} />
      </span>
    );
  }
  return (
    <span className="row gap-4 nowrap" role="img" aria-label={label}>
      <span className={`row gap-2 ${css.window}`}>
        {windowCells(queue).map((cell) => (
          <Cell key={cell.key} cell={cell} />
        ))}
      </span>
      {Math.max(queue.window, queue.busy) > MOST_CELLS && (
        <span className="mono dim text-1">
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
      data-look={state}
      data-over={cell.over || undefined}
      data-hit={hovered || undefined}
      {...(cell.number > 0 ? identity : {})}
    />
  );
}

function Todo({ count }: { count: number }) {
  return count > 0 ? <span className="mono dim text-1">+{formatCount(count)}</span> : null;
}

function Until({ until }: { until: Micros }) {
  const left = useSession((session) => secondsTo(until, session.cursor.at));
  return <span className="sub">again in {formatWait(left)}</span>;
}

const ROOM = 40;
const THREAD_Y = { success: 4.5, failure: 10, cohorts: 15.5 } as const;

/** The three feedback sums as bars. A bar that reaches the line changes the window or marks the destination dead. */
export function Threads({ queue }: { queue: QueueRow }) {
  const threads = feedbackThreads(queue);
  const label = threads.map((thread) => `${thread.name} ${thread.text}`).join(', ');
  return (
    <span className="row gap-4" title={label}>
      <svg width="2.875rem" height="1.25rem" viewBox="0 0 46 20" role="img" aria-label={label}>
        {threads.map((thread) => (
          <g key={thread.name}>
            <path className="plot-grid" data-base d={`M0 ${THREAD_Y[thread.name]}h${ROOM}`} />
            <path
              className={css.thread}
              data-look={thread.name}
              d={`M0 ${THREAD_Y[thread.name]}h${thread.share * ROOM}`}
            />
          </g>
        ))}
        <path className="plot-line" d={`M${ROOM + 0.75} 1.5v17`} />
      </svg>
      <span className="mono text-1 sub">{queue.failCohorts.toFixed(2)}</span>
    </span>
  );
}
