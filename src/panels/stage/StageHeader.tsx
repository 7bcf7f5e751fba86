import type { TransportRow } from '../../protocol/rows.ts';
import { useActions, useApp, useView } from '../../store/hooks.ts';
import { selectTransport, selectTransports } from '../../store/selectors.ts';
import { ExportButton } from '../kit/ExportButton.tsx';
import { Segmented } from '../kit/Segmented.tsx';
import { agentWords, jobsWords } from './words.ts';
import './stage.css';

const ORDERS = [
  { value: 'scheduler', text: orderText('Scheduler') },
  { value: 'time', text: orderText('Time') },
] as const;

/** The second word goes where the stage is narrow. */
function orderText(word: string) {
  return (
    <>
      {word}
      <span className="wide-only"> order</span>
    </>
  );
}

interface StageHeaderProps {
  /** Id of the panel, for saving it as a picture. */
  panel: string;
  /** Open and close the key; null while it stands on the stage anyway. */
  onKey: (() => void) | null;
  keyOpen: boolean;
}

/** Which transport, how many agents are free, in which order. */
export function StageHeader({ panel, onKey, keyOpen }: StageHeaderProps) {
  const actions = useActions();
  const transports = useApp(selectTransports);
  const transport = useApp(selectTransport);
  const name = useView((view) => view.transport);
  const order = useView((view) => view.order);
  const multiples = useView((view) => view.multiples);
  const table = useView((view) => view.table);
  return (
    <header className="stage-head">
      <div className="stage-tabs" role="tablist" aria-label="Transport">
        {transports.length === 0 && <Tab name={name} jobs={0} turn="" selected onSelect={() => undefined} />}
        {transports.map((row: TransportRow) => (
          <Tab
            key={row.id}
            name={row.name}
            jobs={row.jobCount}
            turn={transports.length > 1 ? `${row.turn} of ${transports.length}` : ''}
            selected={row.name === name}
            onSelect={() => {
              actions.setTransport(row.name);
            }}
          />
        ))}
      </div>
      {transport !== undefined && (
        <span className="stage-agents">
          {transport.status === 'dead' && <span className="stage-dead">✕ transport dead</span>}
          {agentWords(transport.agentLimit, transport.agentsBusy)}
        </span>
      )}
      {transports.length > 1 && (
        <button
          type="button"
          className="stage-key-button"
          aria-pressed={multiples}
          onClick={() => actions.setMultiples(!multiples)}
        >
          All {transports.length}
        </button>
      )}
      <button
        type="button"
        className="stage-key-button stage-table-button"
        aria-pressed={table}
        onClick={() => actions.setTable(!table)}
      >
        Table
      </button>
      {onKey !== null && (
        <button type="button" className="stage-key-button" aria-expanded={keyOpen} onClick={onKey}>
          Key
        </button>
      )}
      <Segmented label="Order of the jobs" value={order} options={ORDERS} onChange={actions.setOrder} />
      <ExportButton panel={panel} />
    </header>
  );
}

interface TabProps {
  name: string;
  jobs: number;
  /** Place in the round robin of the transports, "" = it is alone. */
  turn: string;
  selected: boolean;
  onSelect: () => void;
}

function Tab({ name, jobs, turn, selected, onSelect }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      data-why={`transport:${name}`}
      aria-selected={selected}
      aria-controls="stage-forest"
      aria-label={`${name}, ${jobsWords(jobs)}${turn === '' ? '' : `, turn ${turn}`}`}
      data-tip={turn === '' ? undefined : `turn ${turn} when an agent is free`}
      data-tip-at="below"
      onClick={onSelect}
    >
      {name} <span className="stage-count">{selected ? jobsWords(jobs) : jobs}</span>
      {turn.startsWith('1 ') && <span className="stage-turn">next turn</span>}
    </button>
  );
}
