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
import { type Column, Table } from '../../ui/Table.tsx';
import css from './dock.module.css';

/** Largest number of rows drawn. A main panel lists all destinations, with a search field. */
const MOST_ROWS = 24;

const COLUMNS: readonly Column<QueueRow>[] = [
  {
    name: 'state',
    head: 'state',
    cell: (queue) => <DestinationBadge queue={queue} />,
  },
  {
    name: 'window',
    head: (
      <>
        <Term name="window" />, <Term name="todo" />
      </>
    ),
    cell: (queue) => <Window queue={queue} />,
  },
  {
    name: 'feedback',
    head: (
      <>
        <Term name="feedback">ok, fail</Term>, <Term name="cohort">cohorts</Term>
      </>
    ),
    cell: (queue) => <Threads queue={queue} />,
  },
  { name: 'spark', head: 'last 30 s', cell: (queue) => <Sparkline queue={queue} /> },
  { name: 'server', head: 'server behind it', cell: (queue) => <ServerMenu destination={queue.name} /> },
];

/** Lists the destinations of the stage's transport: state, window, behaviour of the server. */
export function DestinationsPanel() {
  const actions = useActions();
  const queues = useApp(selectQueues);
  const transport = useView((view) => view.transport);
  if (queues.length === 0) {
    return <EmptyState size="line">{NO_DESTINATION}</EmptyState>;
  }
  // Above the row limit, show the destinations in trouble. Otherwise keep a fixed order, so that rows do not jump.
  const shown = queues.length > MOST_ROWS ? troubleFirst(queues).slice(0, MOST_ROWS) : queues;
  return (
    <div data-clips="list">
      <Table
        label={`Destinations of ${transport}`}
        className={css.dest}
        stickyHead
        columns={[
          {
            name: 'destination',
            head: <Term name="destination" />,
            className: 'mono',
            cell: ({ name }) => <DestinationName transport={transport} name={name} />,
          },
          ...COLUMNS,
        ]}
        rows={shown}
        rowKey={({ id }) => id}
      />
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
