import type { TransportRow } from '../../protocol/rows.ts';
import { useActions, useApp, useView } from '../../store/hooks.ts';
import { selectTransport, selectTransports } from '../../store/selectors.ts';
import { Segmented } from '../kit/Segmented.tsx';
import { agentWords, jobsWords } from './words.ts';

const ORDERS = [
  { value: 'scheduler', text: 'Scheduler order' },
  { value: 'time', text: 'Time order' },
] as const;

interface StageHeaderProps {
  /** Open and close the key; null while it stands on the stage anyway. */
  onKey: (() => void) | null;
  keyOpen: boolean;
}

/** Which transport, how many agents are free, in which order. */
export function StageHeader({ onKey, keyOpen }: StageHeaderProps) {
  const actions = useActions();
  const transports = useApp(selectTransports);
  const transport = useApp(selectTransport);
  const name = useView((view) => view.transport);
  const order = useView((view) => view.order);
  return (
    <header className="stage-head">
      <div className="stage-tabs" role="tablist" aria-label="Transport">
        {transports.length === 0 && <Tab name={name} jobs={0} selected onSelect={() => undefined} />}
        {transports.map((row: TransportRow) => (
          <Tab
            key={row.id}
            name={row.name}
            jobs={row.jobCount}
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
      {onKey !== null && (
        <button type="button" className="stage-key-button" aria-expanded={keyOpen} onClick={onKey}>
          Key
        </button>
      )}
      <Segmented label="Order of the jobs" value={order} options={ORDERS} onChange={actions.setOrder} />
    </header>
  );
}

interface TabProps {
  name: string;
  jobs: number;
  selected: boolean;
  onSelect: () => void;
}

function Tab({ name, jobs, selected, onSelect }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={selected}
      aria-controls="stage-forest"
      aria-label={`${name}, ${jobsWords(jobs)}`}
      onClick={onSelect}
    >
      {name} <span className="stage-count">{selected ? jobsWords(jobs) : jobs}</span>
    </button>
  );
}
