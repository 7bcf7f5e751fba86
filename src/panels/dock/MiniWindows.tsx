import { useIdentity } from '../../charts/colours.ts';
import type { QueueRow } from '../../protocol/rows.ts';
import { useView } from '../../store/hooks.ts';
import { troubleFirst, windowCells, type WindowCell } from './destination-layout.ts';
import css from './dock.module.css';

const ROWS_MAX = 3;
const CELLS_MAX = 8;

/** Shows the windows of a few destinations as cells. If there are many destinations, shows those in trouble. */
export function MiniWindows({ queues }: { queues: readonly QueueRow[] }) {
  const transport = useView((view) => view.transport);
  const shown = queues.length > ROWS_MAX ? troubleFirst(queues).slice(0, ROWS_MAX) : queues;
  return (
    <span className={css.miniWindows} data-clips="list">
      {shown.map((queue) => (
        <span key={queue.id} data-why={`destination:${transport}:${queue.name}`}>
          <span className={`mono cut ${css.miniName}`} title={queue.name}>
            {queue.name}
          </span>
          {queue.status === 'throttled' ? (
            <span className={css.miniDead}>✕ dead</span>
          ) : (
            <span className={`row gap-2 ${css.window}`}>
              {windowCells(queue)
                .slice(0, CELLS_MAX)
                .map((cell) => (
                  <MiniCell key={cell.key} cell={cell} />
                ))}
            </span>
          )}
        </span>
      ))}
    </span>
  );
}

function MiniCell({ cell }: { cell: WindowCell }) {
  const identity = useIdentity(cell.number);
  return <i data-look={cell.number > 0 ? 'busy' : 'free'} {...(cell.number > 0 ? identity : {})} />;
}
