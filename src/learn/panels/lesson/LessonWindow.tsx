import { useIdentity } from '../../../charts/colours.ts';
import { counted } from '../../../explain/tokens.ts';
import type { QueueRow } from '../../../protocol/rows.ts';
import { Window } from '../../../panels/dock/DestinationMarks.tsx';
import { MOST_CELLS, windowCells, type WindowCell } from '../../../panels/dock/destination-layout.ts';
import './lesson.css';

/** The window of a destination in one line, where a chart needs the room. */
export function WindowNow({ queue }: { queue: QueueRow }) {
  if (queue.status !== 'ready') return <Window queue={queue} />;
  return (
    <>
      <Cells queue={queue} className="lesson-places" />
      <span>
        window {queue.window}, {queue.busy} in flight, {queue.todo} waiting
      </span>
    </>
  );
}

/** Entries drawn one by one; of more the figure alone speaks. */
const WAITING_MAX = 120;

/** The window before anything is reported, as large as its place allows: what is in flight, and what waits for it. */
export function WindowLarge({ queue }: { queue: QueueRow }) {
  const waiting = Math.min(queue.todo, WAITING_MAX);
  return (
    <>
      <h2>Window {queue.window}: so many deliveries may be in flight</h2>
      <Cells queue={queue} className="lesson-places large" />
      <p>
        {queue.busy} in flight, none reported yet. {counted(queue.todo, 'entry waits', 'entries wait')}:
      </p>
      <div className="lesson-waiting" aria-hidden="true">
        {Array.from({ length: waiting }, (_, i) => (
          <i key={`entry-${i + 1}`} />
        ))}
        {queue.todo > waiting && <span className="mono">+{queue.todo - waiting}</span>}
      </div>
    </>
  );
}

function Cells({ queue, className }: { queue: QueueRow; className: string }) {
  const rest = Math.max(queue.window, queue.busy) - MOST_CELLS;
  return (
    <span
      className={className}
      role="img"
      aria-label={`${queue.busy} of ${queue.window} deliveries in flight, ${queue.todo} waiting`}
    >
      {windowCells(queue).map((cell) => (
        <PlaceInWindow key={cell.key} cell={cell} />
      ))}
      {rest > 0 && <span className="mono">+{rest}</span>}
    </span>
  );
}

function PlaceInWindow({ cell }: { cell: WindowCell }) {
  const identity = useIdentity(cell.number);
  const busy = cell.number > 0;
  return (
    <i data-busy={busy || undefined} data-over={cell.over || undefined} {...(busy ? identity : {})}>
      {busy && cell.number}
    </i>
  );
}
