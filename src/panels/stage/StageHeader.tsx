import type { TransportRow } from '../../protocol/rows.ts';
import { useActions, useApp, useView } from '../../store/hooks.ts';
import { selectTransport, selectTransports } from '../../store/selectors.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { type Tab, Tabs } from '../../ui/Tabs.tsx';
import { ExportButton } from '../kit/ExportButton.tsx';
import css from './stage.module.css';
import { agentWords, jobsWords } from './stage-words.ts';

const ORDERS = [
  { value: 'scheduler', text: orderText('Scheduler') },
  { value: 'time', text: orderText('Time') },
] as const;

/** Text of the job order; a narrow stage shows only its first word. */
function orderText(word: string) {
  return (
    <>
      {word}
      <span className={css.wideOnly}> order</span>
    </>
  );
}

interface StageHeaderProps {
  /** Id of the stage below this header. */
  of: string;
}

/** Transport, number of free agents, order of the jobs. */
export function StageHeader({ of }: StageHeaderProps) {
  const actions = useActions();
  const transports = useApp(selectTransports);
  const transport = useApp(selectTransport);
  const name = useView((view) => view.transport);
  const order = useView((view) => view.order);
  const multiples = useView((view) => view.multiples);
  const table = useView((view) => view.table);
  const tabOf = (row: TransportRow): Tab<string> =>
    transportTab(
      row.name,
      row.jobCount,
      transports.length > 1 ? `${row.turn} of ${transports.length}` : '',
      row.name === name,
    );
  return (
    <>
      <Tabs
        className={css.stageTabs}
        label="Transport"
        panel={of}
        value={name}
        tabs={transports.length === 0 ? [transportTab(name, 0, '', true)] : transports.map(tabOf)}
        onChange={(transport) => actions.look({ transport })}
      />
      {transport !== undefined && (
        <span className={`row gap-10 text-1 sub nowrap ${css.wideOnly}`}>
          {transport.status === 'dead' && (
            <span className="field-error" data-mark="dead">
              ✕ transport dead
            </span>
          )}
          {agentWords(transport.agentLimit, transport.agentsBusy)}
        </span>
      )}
      {transports.length > 1 && (
        <button
          type="button"
          className={css.stageTool}
          aria-pressed={multiples}
          onClick={() => actions.look({ multiples: !multiples })}
        >
          All {transports.length}
        </button>
      )}
      <button
        type="button"
        className={css.stageTool}
        aria-pressed={table}
        onClick={() => actions.look({ table: !table })}
      >
        Table
      </button>
      <Segmented
        label="Order of the jobs"
        value={order}
        options={ORDERS}
        onChange={(to) => actions.look({ order: to })}
      />
      <ExportButton panel={`${of}-panel`} />
    </>
  );
}

/** `turn`: position in the round robin of the transports, "" = only transport. */
function transportTab(name: string, jobs: number, turn: string, selected: boolean): Tab<string> {
  return {
    value: name,
    name: `${name}, ${jobsWords(jobs)}${turn === '' ? '' : `, turn ${turn}`}`,
    text: (
      <span className="row gap-6">
        <span className="mono text-2">{name}</span>
        <span className="dim">{selected ? jobsWords(jobs) : jobs}</span>
        {turn.startsWith('1 ') && <span className={css.stageTurn}>next turn</span>}
      </span>
    ),
    data: {
      'data-why': `transport:${name}`,
      'data-tip': turn === '' ? undefined : `turn ${turn} when an agent is free`,
      'data-tip-at': 'below',
    },
  };
}
