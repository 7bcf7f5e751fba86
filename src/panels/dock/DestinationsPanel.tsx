import { memo } from 'react';
import type { QueueRow } from '../../protocol/rows.ts';
import { useActions, useApp, useView } from '../../store/hooks.ts';
import { selectQueues } from '../../store/selectors.ts';
import { DestinationName } from '../kit/DestinationName.tsx';
import { formatCount } from '../../explain/format.ts';
import { ServerMenu } from '../kit/ServerMenu.tsx';
import { Term } from '../kit/Term.tsx';
import { DestinationBadge, Sparkline, Threads, Window } from './DestinationMarks.tsx';
import { troubleFirst, NO_DESTINATION } from './destination-layout.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import css from './dock.module.css';

/** Rows that are drawn here; the list of all, with a search, has the place of the stage. */
const MOST_ROWS = 24;

/** Each destination of the transport on the stage: may it take more, how much runs, and what its server does. */
export function DestinationsPanel() {
  const actions = useActions();
  const queues = useApp(selectQueues);
  if (queues.length === 0) {
    return <EmptyState size="line">{NO_DESTINATION}</EmptyState>;
  }
  // Of more than can be drawn, those in trouble; of a few, a fixed order, so that rows do not jump.
  const shown = queues.length > MOST_ROWS ? troubleFirst(queues).slice(0, MOST_ROWS) : queues;
  return (
    <div className={css.destScroll} data-clips="list">
      <table className={css.dest}>
        <thead>
          <tr>
            <th scope="col">
              <Term name="destination" />
            </th>
            <th scope="col">state</th>
            <th scope="col">
              <Term name="window" />, <Term name="todo" />
            </th>
            <th scope="col">
              <Term name="feedback">ok, fail</Term>, <Term name="cohort">cohorts</Term>
            </th>
            <th scope="col">last 30 s</th>
            <th scope="col">server behind it</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((queue) => (
            <DestinationRow key={queue.id} queue={queue} />
          ))}
        </tbody>
      </table>
      {queues.length > MOST_ROWS && (
        <button
          type="button"
          className="link"
          onClick={() => actions.look({ mainPanel: { kind: 'destinations' } })}
        >
          All {formatCount(queues.length)} destinations
        </button>
      )}
    </div>
  );
}

const DestinationRow = memo(function DestinationRow({ queue }: { queue: QueueRow }) {
  const transport = useView((view) => view.transport);
  return (
    <tr>
      <th scope="row" className="mono">
        <DestinationName transport={transport} name={queue.name} />
      </th>
      <td>
        <DestinationBadge queue={queue} />
      </td>
      <td>
        <Window queue={queue} />
      </td>
      <td>
        <Threads queue={queue} />
      </td>
      <td>
        <Sparkline queue={queue} />
      </td>
      <td>
        <ServerMenu destination={queue.name} />
      </td>
    </tr>
  );
});
