import { useMemo, useRef, useState } from 'react';
import { useSize } from '../../charts/useSize.ts';
import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { selectTransport, selectTransports } from '../../store/selectors.ts';
import { lazyAfterFirstPaint } from '../kit/lazy.tsx';
import { Forest } from './Forest.tsx';
import { stageLayout } from './layout.ts';
import css from './stage.module.css';
import { useStageInput } from './useStageInput.ts';
import type { TransportRow } from '../../protocol/rows.ts';
import { ExportButton } from '../kit/ExportButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { type Tab, Tabs } from '../../ui/Tabs.tsx';
import { owedOf } from '../../charts/coins.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { StageInput } from './input.ts';
import { agentWords, jobsWords } from './stage-words.ts';

/** The code loads after the first picture. */
const EmptyStage = lazyAfterFirstPaint(
  () => import('./EmptyStage.tsx'),
  (module) => module.EmptyStage,
);
const Key = lazyAfterFirstPaint(
  () => import('./Key.tsx'),
  (module) => module.Key,
  true,
);
const Multiples = lazyAfterFirstPaint(
  () => import('./Multiples.tsx'),
  (module) => module.Multiples,
);
const StageTable = lazyAfterFirstPaint(
  () => import('./StageTable.tsx'),
  (module) => module.StageTable,
);

interface StagePanelProps {
  id?: string;
  /** Suffix of the label, where two runs are shown side by side. */
  of?: string;
}

/** The job list and preemption forest of one transport. Fills its parent's box. */
export function StagePanel({ id = 'stage-forest', of = '' }: StagePanelProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const input = useStageInput(useSize(boxRef));
  const layout = useMemo(() => (input === null ? null : stageLayout(input)), [input]);
  const playing = useSession((session) => session.playing);
  const ready = useSession((session) => session.status === 'ready');
  const table = useView((view) => view.table);
  const multiples = useView((view) => view.multiples);
  const several = useApp(selectTransports).length > 1;
  const all = multiples && several && !table;
  const picture = !table && !all && input !== null && input.jobs.length > 0;
  return (
    <section
      className={css.stagePanel}
      translate="no"
      id={`${id}-panel`}
      aria-label={`Jobs and preemption forest${of}`}
      data-playing={playing}
    >
      <StageHeader of={id} />
      <div className={css.stageBox} ref={boxRef} id={id}>
        {input !== null && layout !== null && (input.jobs.length > 0 || all) && (
          <>
            {table && <StageTable input={input} />}
            {all && <Multiples input={input} />}
            {!table && !all && <Forest input={input} layout={layout} />}
          </>
        )}
        {ready && !all && input?.jobs.length === 0 && <EmptyStage />}
        {picture && of === '' && <KeyPlace input={input} fits={layout?.keyFits === true} />}
      </div>
    </section>
  );
}

/**
 * The key is open at the first visit, and again when a mark appears that was never on the stage before, where it covers
 * nothing. Otherwise its button opens it.
 */
function KeyPlace({ input, fits }: { input: StageInput; fits: boolean }) {
  const actions = useActions();
  const hatched = input.jobs.some(({ counts }) => counts.x > 0);
  const owed = input.jobs.some((job) => owedOf(job) > 0);
  const wanted = useView(
    ({ annotations, keyDismissed, hatchSeen, debtSeen }) =>
      annotations && (!keyDismissed || (hatched && !hatchSeen) || (owed && !debtSeen)),
  );
  const [asked, setAsked] = useState(false);
  const open = asked || (wanted && fits);
  const close = (): void => {
    setAsked(false);
    actions.look({
      keyDismissed: true,
      ...(hatched ? { hatchSeen: true } : {}),
      ...(owed ? { debtSeen: true } : {}),
    });
  };
  return (
    <>
      {open && <Key input={input} onDismiss={close} />}
      <button
        type="button"
        className={`${css.stageTool} ${css.keyButton}`}
        aria-expanded={open}
        onClick={() => (open ? close() : setAsked(true))}
      >
        <Icon name="queue" /> Key
      </button>
    </>
  );
}

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
function StageHeader({ of }: StageHeaderProps) {
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
    <header className={css.stageHead}>
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
    </header>
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
