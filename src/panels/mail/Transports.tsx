import { explainWhy } from '../../explain/why.ts';
import type { TransportRow } from '../../protocol/rows.ts';
import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { selectTransports } from '../../store/selectors.ts';
import { formatWait } from '../../explain/figures.ts';
import { formatCount } from '../../explain/format.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { useAnswer } from '../kit/useAnswer.ts';
import { Termed } from '../kit/Termed.tsx';
import { secondsTo } from '../../protocol/units.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FigureField } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import css from './mail.module.css';
import dockCss from '../dock/dock.module.css';

const AGENT_FAULTS = [
  { value: 'none', text: 'agents work' },
  { value: 'unreachable', text: 'cannot be reached' },
  { value: 'crash', text: 'crash' },
] as const;

/** Lists transports with their agents, connections, blocking rule and turn. */
export function Transports() {
  const transports = useApp(selectTransports).toSorted((a, b) => a.turn - b.turn);
  return (
    <section className="stack" aria-labelledby="mail-transports">
      <h2 id="mail-transports">
        <Termed text="Transports" /> <span className="dim">in the order of their turns</span>
      </h2>
      {transports.length === 0 && (
        <EmptyState size="line">No transport yet. Each is created with its first mail.</EmptyState>
      )}
      <ol className={`stack ${css.mailList}`}>
        {transports.map((row) => (
          <Transport key={row.id} row={row} />
        ))}
      </ol>
      {transports.length > 0 && (
        <p className="side-note">
          Transports take turns, one delivery each, however long it lasts. The first that can use a connection
          gets it and goes to the end of the list.
        </p>
      )}
    </section>
  );
}

function Transport({ row }: { row: TransportRow }) {
  const actions = useActions();
  const shown = useView((view) => view.transport === row.name);
  const why = useAnswer(`why transport ${row.name}`, (ask) =>
    ask.ask('why', { about: 'transport', name: row.name }),
  );
  return (
    <li className="stack gap-4">
      <div className="row wrap text-2 sub">
        <span className="mono dim text-1">{row.turn}</span>
        <button
          type="button"
          className="dest-name mono"
          data-why={`transport:${row.name}`}
          aria-pressed={shown}
          title="show on the stage"
          onClick={() => actions.look({ transport: row.name })}
        >
          {row.name}
        </button>
        <Badge row={row} />
        <span className={`row wrap gap-4 ${css.mailAgents}`}>
          agents busy: {formatCount(row.agentsBusy)} of{' '}
          <FigureField
            label={`process limit of ${row.name}`}
            value={row.agentLimit}
            onSet={(limit) => actions.setAgents(row.name, limit)}
          />
        </span>
        <span>{row.pending} pending</span>
        <Select
          label={`agents of ${row.name}`}
          value={row.agentFault}
          options={AGENT_FAULTS}
          onChange={(fault) => void actions.setAgents(row.name, row.agentLimit, fault)}
        />
      </div>
      {why !== null &&
        explainWhy(why).map((tokens, i) => (
          // oxlint-disable-next-line react/no-array-index-key
          <p key={i} className="side-note">
            <Sentence tokens={tokens} size="small" />
          </p>
        ))}
    </li>
  );
}

function Badge({ row }: { row: TransportRow }) {
  const left = useSession((session) => secondsTo(row.until, session.cursor.at));
  if (row.status === 'dead') {
    return (
      <span className={dockCss.badge} data-look="bad" title={row.cause}>
        <span aria-hidden="true">✕</span> dead, again in {formatWait(left)}
      </span>
    );
  }
  if (row.rateLocked) {
    return (
      <span className={dockCss.badge} data-look="warn">
        <span aria-hidden="true">❙❙</span> rate lock
      </span>
    );
  }
  if (row.agentsBusy >= row.agentLimit) {
    return (
      <span className={dockCss.badge}>
        <span aria-hidden="true">■</span> full
      </span>
    );
  }
  return (
    <span className={dockCss.badge} data-look="good">
      <span aria-hidden="true">●</span> ready
    </span>
  );
}
