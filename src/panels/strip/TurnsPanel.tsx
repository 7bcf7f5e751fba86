import { useMemo, useRef } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { useSize } from '../../charts/useSize.ts';
import { formatCount } from '../../explain/format.ts';
import { strip } from '../../explain/strip.ts';
import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { selectDeliveries, selectTransport, selectTransports } from '../../store/selectors.ts';
import { Select } from '../../ui/Select.tsx';
import { agentPlaces } from './agent-places.ts';
import { stripCapacity, stripText } from './strip-layout.ts';
import { TurnTiles } from './TurnTiles.tsx';
import css from './strip.module.css';

/** The turns of the quiet cockpit: the last turns that fit, or all after the end, and the work of each agent. */
export function TurnsPanel() {
  const boxRef = useRef<HTMLDivElement>(null);
  const size = useSize(boxRef);
  const deliveries = useApp(selectDeliveries);
  const total = useApp((state) => selectTransport(state)?.selections ?? 0);
  const over = useSession((session) => session.idle);
  const shown = useMemo(() => {
    if (size === null || over) return deliveries;
    return deliveries.slice(1 - stripCapacity(0, size.width, size.rem / 16));
  }, [deliveries, size, over]);
  return (
    <section className={css.stripPanel} data-quiet translate="no" aria-label={strip.turns}>
      <div className="row between gap-10">
        <h2 className="nowrap">
          {strip.turns} <span className="dim">{strip.soFar(formatCount(total))}</span>
        </h2>
        <span className="row gap-10">
          <Agents />
          <TransportPick />
        </span>
      </div>
      <p className="sr-only">
        {strip.byJob}: {stripText(deliveries)}
      </p>
      <div ref={boxRef} className={css.stripBox}>
        {size !== null && <TurnTiles deliveries={shown} size={size} box={boxRef} words={strip} />}
      </div>
    </section>
  );
}

/** Largest number of agents shown one by one. If there are more, only the number of busy agents is shown. */
const PLACES_MAX = 8;

/** Shows each agent with the chip of its message, or without a chip if it is free. */
function Agents() {
  const transport = useApp(selectTransport);
  const deliveries = useApp(selectDeliveries);
  const now = useSession((session) => session.cursor.at);
  if (transport === undefined) return null;
  if (transport.status === 'dead') {
    return (
      <span className="field-error" data-mark="dead">
        ✕ transport dead
      </span>
    );
  }
  const { agentLimit, agentsBusy } = transport;
  if (agentLimit > PLACES_MAX) {
    return (
      <span className="text-2 dim nowrap">
        {formatCount(agentsBusy)} of {formatCount(agentLimit)} agents busy
      </span>
    );
  }
  return (
    <ul className={`row gap-10 ${css.agents}`} aria-label={strip.agents}>
      <li className={css.agentsWord} aria-hidden="true">
        agents
      </li>
      {agentPlaces(deliveries, agentLimit, now).map((number, i) => (
        // The index identifies the agent.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={i}>
          <span className="mono">a{i + 1}</span>
          {number > 0 ? (
            <Chip number={number} size="small" />
          ) : (
            <span className={css.free} aria-label="free" role="img" />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Chooses the transport on the stage, where there is more than one. */
function TransportPick() {
  const actions = useActions();
  const transports = useApp(selectTransports);
  const name = useView((view) => view.transport);
  if (transports.length < 2) return null;
  return (
    <Select
      label="Transport"
      value={name}
      options={transports.map((row) => row.name)}
      onChange={(transport) => actions.look({ transport })}
    />
  );
}
