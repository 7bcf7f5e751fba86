import { memo } from 'react';
import { useIdentity } from '../../charts/colours.ts';
import type { QueueRow } from '../../protocol/rows.ts';
import { useApp, useSession, useView } from '../../store/hooks.ts';
import { selectQueues } from '../../store/selectors.ts';
import { formatCount, formatWait } from '../kit/format.ts';
import { ServerMenu } from '../kit/ServerMenu.tsx';
import { badgeOf, feedbackThreads, MOST_CELLS, windowCells, type WindowCell } from './destination-layout.ts';
import './dock.css';

/** Rows that are drawn; a mailing to thousands of domains would otherwise fill the page with selects. */
const MOST_ROWS = 60;

/** Each destination of the transport on the stage: may it take more, how much runs, and what its server does. */
export function DestinationsPanel() {
  const queues = useApp(selectQueues);
  if (queues.length === 0) {
    return <p className="empty-note">No destination yet. Each appears with the first mail for it.</p>;
  }
  return (
    <div className="dest-scroll">
      <table className="dest">
        <thead>
          <tr>
            <th scope="col">destination</th>
            <th scope="col">state</th>
            <th scope="col">window, todo</th>
            <th scope="col">ok, fail, cohorts</th>
            <th scope="col">server behind it</th>
          </tr>
        </thead>
        <tbody>
          {queues.slice(0, MOST_ROWS).map((queue) => (
            <DestinationRow key={queue.id} queue={queue} />
          ))}
        </tbody>
      </table>
      {queues.length > MOST_ROWS && (
        <p className="empty-note">and {formatCount(queues.length - MOST_ROWS)} more destinations</p>
      )}
    </div>
  );
}

const DestinationRow = memo(function DestinationRow({ queue }: { queue: QueueRow }) {
  const badge = badgeOf(queue);
  return (
    <tr>
      <th scope="row" className="mono" title={queue.name}>
        {queue.name}
      </th>
      <td>
        <span className={`badge ${badge.tone}`} title={queue.reason === '' ? undefined : queue.reason}>
          <span aria-hidden="true">{badge.sign}</span> {badge.word}
        </span>
      </td>
      <td>
        <Window queue={queue} />
      </td>
      <td>
        <Threads queue={queue} />
      </td>
      <td>
        <ServerMenu destination={queue.name} />
      </td>
    </tr>
  );
});

function Window({ queue }: { queue: QueueRow }) {
  const label = `${queue.busy} of ${queue.window} deliveries, ${queue.todo} waiting`;
  if (queue.status !== 'ready') {
    return (
      <span className="window">
        <Until until={queue.until} />
        <Todo count={queue.todo} />
      </span>
    );
  }
  return (
    <span className="window" role="img" aria-label={label}>
      {windowCells(queue).map((cell) => (
        <Cell key={cell.key} cell={cell} />
      ))}
      {Math.max(queue.window, queue.busy) > MOST_CELLS && (
        <span className="window-rest mono">
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
      className={`window-cell ${state}${cell.over ? ' over' : ''}`}
      data-hit={hovered || undefined}
      {...(cell.number > 0 ? identity : {})}
    />
  );
}

function Todo({ count }: { count: number }) {
  return count > 0 ? <span className="todo mono">+{formatCount(count)}</span> : null;
}

/** When a destination is ready again, as a wait that counts down. */
function Until({ until }: { until: number }) {
  const left = useSession((session) => Math.max(0, until - Math.floor(session.cursor.at / 1_000_000)));
  return <span className="until">again in {formatWait(left)}</span>;
}

const ROOM = 40;
const THREAD_Y = { success: 4.5, failure: 10, cohorts: 15.5 } as const;

/** Three threads that run towards one stop line; the one that reaches it moves the window, or ends the destination. */
function Threads({ queue }: { queue: QueueRow }) {
  const threads = feedbackThreads(queue);
  const label = threads.map((thread) => `${thread.name} ${thread.text}`).join(', ');
  return (
    <span className="threads" title={label}>
      <svg viewBox="0 0 46 20" role="img" aria-label={label}>
        {threads.map((thread) => (
          <g key={thread.name}>
            <path className="thread-rail" d={`M0 ${THREAD_Y[thread.name]}h${ROOM}`} />
            <path
              className={`thread ${thread.name}`}
              d={`M0 ${THREAD_Y[thread.name]}h${thread.share * ROOM}`}
            />
          </g>
        ))}
        <path className="thread-stop" d={`M${ROOM + 0.75} 1.5v17`} />
      </svg>
      <span className={`mono${queue.status === 'throttled' ? ' bad' : ''}`}>
        {queue.failCohorts.toFixed(2)}
      </span>
    </span>
  );
}
