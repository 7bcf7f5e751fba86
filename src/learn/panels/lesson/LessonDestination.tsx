import { useState } from 'react';
import { useApp, useSession } from '../../../store/hooks.ts';
import { selectTransports } from '../../../store/selectors.ts';
import { ConcurrencyChart } from '../../../panels/destination/ConcurrencyChart.tsx';
import { useWindowHistory } from '../../../panels/destination/useWindowHistory.ts';
import { DestinationBadge, Window } from '../../../panels/dock/DestinationMarks.tsx';
import { NO_DELIVERY } from '../../../explain/labels.ts';
import { useIdentity } from '../../../charts/colours.ts';
import { formatCounted } from '../../../explain/format.ts';
import type { QueueRow } from '../../../protocol/rows.ts';
import { MOST_CELLS, windowCells, type WindowCell } from '../../../panels/dock/destination-layout.ts';
import '../../../panels/destination/destination.module.css';
import '../../../panels/main-panel/hero.module.css';
import css from './lesson.module.css';

/** Shows one destination of smtp: its window now, and the effect of each report on the window. */
export default function LessonDestination({ name }: { name: string }) {
  const history = useWindowHistory('smtp', name);
  const [chosen, setChosen] = useState<number | null>(null);
  const [other, setOther] = useState(false);
  const smtp = useApp((state) => selectTransports(state).find((row) => row.name === 'smtp')?.id);
  const queue = useSession((session) => {
    for (const row of session.queues.values()) if (row.transport === smtp && row.name === name) return row;
    return undefined;
  });
  const last = history?.total ?? 0;
  return (
    <section className={css.lessonDestination} aria-label={`Destination ${name}`}>
      <div className="row wrap">
        <b className="mono" data-destination>
          {name}
        </b>
        {queue === undefined ? (
          <span className="dim">nothing is queued for it</span>
        ) : (
          <>
            <DestinationBadge queue={queue} />
            <WindowNow queue={queue} />
          </>
        )}
      </div>
      {history === null ? (
        <div className={css.lessonWindow}>
          {queue === undefined ? <p>{NO_DELIVERY}</p> : <WindowLarge queue={queue} />}
        </div>
      ) : (
        <ConcurrencyChart
          history={history}
          selected={chosen ?? last}
          onSelect={(n) => setChosen(n === last ? null : n)}
          serverTakes={0}
          outages={[]}
          showOther={other}
          onToggleOther={() => setOther(!other)}
        />
      )}
    </section>
  );
}

function WindowNow({ queue }: { queue: QueueRow }) {
  if (queue.status !== 'ready') return <Window queue={queue} />;
  return (
    <>
      <Cells queue={queue} className={css.lessonPlaces} />
      <span>
        window {queue.window}, {queue.busy} in flight, {queue.todo} waiting
      </span>
    </>
  );
}

/** Maximum number of waiting entries that are drawn. Further entries are only counted. */
const WAITING_MAX = 120;

/** Shows the window in large type, before the first report. */
function WindowLarge({ queue }: { queue: QueueRow }) {
  const waiting = Math.min(queue.todo, WAITING_MAX);
  return (
    <>
      <h2 className="strong">
        Window {queue.window}: at most {formatCounted(queue.window, 'delivery', 'deliveries')} in flight
      </h2>
      <Cells queue={queue} className={`${css.lessonPlaces} large`} />
      <p>
        {queue.busy} in flight, none reported yet. {formatCounted(queue.todo, 'entry waits', 'entries wait')}:
      </p>
      <div className={`row wrap gap-4 ${css.lessonWaiting}`} aria-hidden="true">
        {Array.from({ length: waiting }, (_, i) => (
          <i key={`entry-${i + 1}`} />
        ))}
        {queue.todo > waiting && <span className="mono">+{queue.todo - waiting}</span>}
      </div>
    </>
  );
}

function Cells({ queue, className }: { queue: QueueRow; className: string | undefined }) {
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
