import { useState } from 'react';
import type { FeedbackHistory } from '../../protocol/inspect.ts';
import type { QueueRow } from '../../protocol/rows.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { selectTransports } from '../../store/selectors.ts';
import { DestinationBadge, Window } from '../dock/DestinationMarks.tsx';
import { troubleFirst } from '../dock/destination-layout.ts';
import { RuleInstead } from '../rules/RuleInstead.tsx';
import { MainPanelHeader } from '../main-panel/MainPanelHeader.tsx';
import { ServerForm } from '../kit/ServerForm.tsx';
import { behaviourOf } from '../kit/servers.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { Legend } from '../../plot/Legend.tsx';
import { ConcurrencyChart } from './ConcurrencyChart.tsx';
import { TimeChart } from './TimeChart.tsx';
import { DestinationDock } from './DestinationDock.tsx';
import { EventPanel } from './EventPanel.tsx';
import { FeedbackKnobs } from './FeedbackKnobs.tsx';
import { outagesOf } from './outages.ts';
import { useWindowHistory } from './useWindowHistory.ts';
import { Termed } from '../kit/Termed.tsx';
import css from './destination.module.css';
import heroCss from '../main-panel/hero.module.css';
import { ParamRow } from '../world/Parameters.tsx';
import { paramLines } from '../world/params.ts';
import { useParamChanges } from '../world/useParamChanges.ts';
import worldCss from '../world/world.module.css';

interface MainPanelProps {
  transport: string;
  name: string;
}

/** Shows one destination: its feedback event by event, under the rule of the run and under the other rule. */
export default function DestinationMainPanel({ transport, name }: MainPanelProps) {
  const history = useWindowHistory(transport, name);
  const queue = useQueue(transport, name);
  const [chosen, setChosen] = useState<number | null>(null);
  const [both, setBoth] = useState(true);
  const [axis, setAxis] = useState<Axis>('event');
  const last = history?.total ?? 0;
  const first = last - (history?.events.length ?? 0) + 1;
  // By default the latest event is selected.
  const selected = chosen === null || chosen > last || chosen < first ? last : chosen;
  return (
    <div className={`middle ${heroCss.hero} ${css.hero}`}>
      <main className={`stage-area ${heroCss.heroStage}`} id="stage" tabIndex={-1}>
        <MainPanelHeader title={<DestinationPicker transport={transport} name={name} />}>
          <Key history={history} both={both} />
          <Segmented
            label="rules shown"
            value={both ? 'both' : 'one'}
            options={[
              { value: 'one', text: 'this rule' },
              { value: 'both', text: 'both rules', title: 'D' },
            ]}
            onChange={(value) => setBoth(value === 'both')}
          />
          <Segmented label="axis" value={axis} options={AXES} onChange={setAxis} />
        </MainPanelHeader>
        {history === null ? (
          <Nothing queue={queue} />
        ) : (
          <Picture
            history={history}
            selected={selected}
            both={both}
            axis={axis}
            name={name}
            onSelect={(n) => setChosen(n === last ? null : n)}
            onToggle={() => setBoth(!both)}
          />
        )}
      </main>
      <aside className="explain-area side" aria-label="Explain">
        <RuleInstead>
          {history !== null && <EventPanel history={history} selected={selected} onSelect={setChosen} />}
        </RuleInstead>
      </aside>
      <aside className="world-area side" aria-label="Destination">
        <section className={heroCss.heroBlock}>
          <h2>State</h2>
          <State queue={queue} />
        </section>
        <section className={heroCss.heroBlock}>
          <h2>
            <Termed text="Feedback functions" />
          </h2>
          <FeedbackKnobs transport={transport} from={startOf(history, selected)} />
        </section>
        <Settings transport={transport} />
        {history !== null && <IfItFails history={history} />}
        <section className={heroCss.heroBlock}>
          <h2>Server behind it</h2>
          <ServerForm destination={name} />
        </section>
      </aside>
      <section className="dock-area" aria-label="Dock">
        <DestinationDock transport={transport} name={name} queue={queue} history={history} />
      </section>
    </div>
  );
}

/** Start of a run with changed feedback: after the selected event, or at the cursor if that event is the latest. */
function startOf(history: FeedbackHistory | null, selected: number) {
  if (history === null || selected === history.total) return null;
  const event = history.events[selected - (history.total - history.events.length) - 1];
  return event === undefined ? null : { step: event.step, at: event.at, number: selected };
}

function useQueue(transport: string, name: string): QueueRow | undefined {
  const id = useApp((state) => selectTransports(state).find((row) => row.name === transport)?.id);
  return useSession((session) => {
    for (const queue of session.queues.values()) {
      if (queue.transport === id && queue.name === name) return queue;
    }
    return undefined;
  });
}

/** Menu of other destinations, those in trouble first. */
function DestinationPicker({ transport, name }: MainPanelProps) {
  const actions = useActions();
  const transports = useApp(selectTransports);
  const queues = useSession((session) => session.queues);
  const chosen = `${transport} ${name}`;
  const all = troubleFirst([...queues.values()]).slice(0, OFFERED);
  const groups = transports.map((row) => ({
    transport: row.name,
    names: all.filter((queue) => queue.transport === row.id).map((queue) => queue.name),
  }));
  const known = groups.some((group) => group.transport === transport && group.names.includes(name));
  return (
    <span className={heroCss.heroTitle}>
      <button
        type="button"
        className="link"
        onClick={() => actions.look({ mainPanel: { kind: 'destinations' } })}
      >
        Destinations
      </button>
      <Select
        className="mono"
        label="destination"
        title={`${name} on ${transport}`}
        value={chosen}
        options={[
          ...(known ? [] : [{ value: chosen, text: name }]),
          ...groups.map((group) => ({
            group: group.transport,
            options: group.names.map((other) => ({ value: `${group.transport} ${other}`, text: other })),
          })),
        ]}
        onChange={(value) => {
          const [on = '', ...rest] = value.split(' ');
          actions.look({ mainPanel: { kind: 'destination', transport: on, name: rest.join(' ') } });
        }}
      />
    </span>
  );
}

/** Largest number of destinations in the menu. The panel with all destinations has a search field. */
const OFFERED = 100;

function Key({ history, both }: { history: FeedbackHistory | null; both: boolean }) {
  const rule = history?.rule ?? 'shipped';
  const other = rule === 'shipped' ? 'documented' : 'shipped';
  return (
    <span className={heroCss.heroKey}>
      <Line thick /> {rule}
      {both && (
        <>
          <Line /> {other}
        </>
      )}
    </span>
  );
}

function Line({ thick = false }: { thick?: boolean }) {
  return (
    <svg className={heroCss.heroKeyLine} viewBox="0 0 22 8" aria-hidden="true">
      <path className={thick ? css.chartLine : `${css.chartLine} ${css.other}`} d="M0 4H22" />
    </svg>
  );
}

type LegendItems = Parameters<typeof Legend>[0]['items'];

type Axis = 'event' | 'time';

const AXES: readonly { value: Axis; text: string }[] = [
  { value: 'event', text: 'by event' },
  { value: 'time', text: 'by time' },
];

interface PictureProps {
  history: FeedbackHistory;
  selected: number;
  both: boolean;
  axis: Axis;
  name: string;
  onSelect: (number: number) => void;
  onToggle: () => void;
}

const BARS: LegendItems = [
  { text: 'added by this event', shape: 'area', className: `${css.reportBar}` },
  { text: 'used up by it', shape: 'area', className: `${css.reportBar} ${css.eaten}` },
  { text: 'kept from before', shape: 'area', className: `${css.reportBar} ${css.kept}` },
];
const BETWEEN: LegendItems[number] = {
  text: 'between the two rules',
  shape: 'area',
  className: `${css.chartBetween}`,
};

function Picture({ history, selected, both, axis, name, onSelect, onToggle }: PictureProps) {
  const servers = useSession((session) => session.servers);
  const atFirst = useMail((scenario) => scenario?.servers);
  const { fault } = behaviourOf(servers, name);
  const Chart = axis === 'event' ? ConcurrencyChart : TimeChart;
  return (
    <>
      <Chart
        history={history}
        selected={selected}
        onSelect={onSelect}
        serverTakes={fault?.kind === 'limit' ? fault.sessions : fault?.kind === 'backlog' ? fault.workers : 0}
        outages={outagesOf(name, atFirst ?? {}, history.serverChanges)}
        showOther={both}
        onToggleOther={onToggle}
      />
      <div className={`row wrap between ${css.chartKey}`} aria-hidden="true">
        {axis === 'event' && <Legend label="Bars of the sums" items={both ? [...BARS, BETWEEN] : BARS} />}
        <span className={`dim text-1 ${css.chartHint}`}>← → event, Shift: next step, D: other rule</span>
      </div>
    </>
  );
}

function Nothing({ queue }: { queue: QueueRow | undefined }) {
  return (
    <EmptyState size="panel">
      {queue === undefined
        ? 'No mail for this destination yet, or it was idle and Postfix forgot it.'
        : `No delivery has been reported yet. Its window is ${queue.window}.`}
    </EmptyState>
  );
}

function State({ queue }: { queue: QueueRow | undefined }) {
  if (queue === undefined)
    return <p className="side-note">Not in memory. It appears with the next mail for it.</p>;
  return (
    <div className="row wrap">
      <DestinationBadge queue={queue} />
      <Window queue={queue} />
      {queue.reason !== '' && <p className="side-note">{queue.reason}</p>}
    </div>
  );
}

const SETTINGS: readonly string[] = [
  'initial_destination_concurrency',
  'destination_concurrency_limit',
  'destination_concurrency_failed_cohort_limit',
  'destination_rate_delay',
  'minimal_backoff_time',
];

/** Concurrency parameters at the cursor. A change takes effect immediately. */
function Settings({ transport }: { transport: string }) {
  const row = useApp((state) => selectTransports(state).find((r) => r.name === transport));
  const scenario = useMail((open) => open);
  const changes = useParamChanges(true);
  const lines = paramLines({ row, transport, scenario, changes }).filter((line) =>
    SETTINGS.includes(line.shown),
  );
  return (
    <section className={`${worldCss.paramsBlock} ${heroCss.heroBlock}`} aria-label="Settings of concurrency">
      <h2>
        Parameters <span className="dim mono">{transport}_…</span>
      </h2>
      <ul className={worldCss.params}>
        {lines.map((line) => (
          <ParamRow key={line.name} line={line} transport={transport} />
        ))}
      </ul>
    </section>
  );
}

/** Shows the window under each rule if all reports from now on were failures. */
function IfItFails({ history }: { history: FeedbackHistory }) {
  const { shipped, documented } = history.ifFails;
  return (
    <section className={heroCss.heroBlock}>
      <h2>
        If it only fails <span className="dim">from here</span>
      </h2>
      <dl className={heroCss.fails}>
        <dt>shipped</dt>
        <dd className="mono">{windows(shipped)}</dd>
        <dt>documented</dt>
        <dd className="mono">{windows(documented)}</dd>
      </dl>
    </section>
  );
}

function windows(list: readonly number[]): string {
  const ends = list.at(-1) === 0;
  return list.map((window) => (window === 0 ? '✕' : String(window))).join(' ') + (ends ? '' : ' …');
}
