import { Select } from '../../ui/Select.tsx';
import { type FormEvent, useState } from 'react';
import type { InputError } from '../../protocol/result.ts';
import type { ModelServerRow } from '../../protocol/recorded.ts';
import { useActions } from '../../store/hooks.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { useLatest } from '../kit/useLatest.ts';
import '../../record/panels/replay/replay.css';

const STATES = [
  { value: 'recorded', text: 'as the log has it' },
  { value: 'up', text: 'up, always' },
  { value: 'down', text: 'down from here' },
] as const;

/** The servers of a model: what was inferred from the log, to be changed. Nothing where the run is no model. */
export function ModelServers() {
  const place = useLatest('record', (actions) => actions.ask('record'));
  const servers = place?.servers;
  if (servers === undefined) return null;
  return (
    <section className="model-servers" aria-label="Servers">
      <h2>
        Servers <span className="dim">inferred from the log</span>
      </h2>
      <ul>
        {servers.map((server) => (
          <Server key={server.name} server={server} />
        ))}
      </ul>
    </section>
  );
}

function Server({ server }: { server: ModelServerRow }) {
  const actions = useActions();
  const [error, setError] = useState<InputError | undefined>();
  const { name, state, downs, message, recipient, sessions } = server;
  const set = async (
    change: Partial<Pick<ModelServerRow, 'recipient' | 'sessions' | 'state'>>,
  ): Promise<void> => {
    const result = await actions.command({ kind: 'log.server', server: name, ...change });
    setError(result.ok ? undefined : result.errors[0]);
  };
  const id = `model-server-${name}`;
  return (
    <li>
      <span className="mono model-name" title={name}>
        {name}
      </span>
      <Select
        label={`Is ${name} up?`}
        value={state}
        options={STATES.map(({ value, text }) => ({
          value,
          text: value === 'recorded' && downs > 0 ? `${text}: down ${downs} ×` : text,
        }))}
        onChange={(value) => void set({ state: value })}
      />
      <Figure
        key={`r ${recipient}`}
        label={`ms a recipient${message > 0 ? `, and ${Math.round(message / 1000)} a message` : ''}`}
        value={Math.round(recipient / 1000)}
        onSet={(ms) => set({ recipient: ms * 1000 })}
      />
      <Figure
        key={`s ${sessions}`}
        label={sessions === 0 ? 'sessions, 0 = no limit met' : 'sessions at once'}
        value={sessions}
        onSet={(count) => set({ sessions: count })}
      />
      <FieldError id={id} error={error} />
    </li>
  );
}

interface FigureProps {
  label: string;
  value: number;
  onSet: (value: number) => Promise<void>;
}

/** A whole number that is taken with Enter, or when the field is left. */
function Figure({ label, value, onSet }: FigureProps) {
  const [text, setText] = useState(String(value));
  const commit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (/^\d+$/.test(text.trim()) && Number(text) !== value) void onSet(Number(text));
    else setText(String(value));
  };
  return (
    <form className="model-figure" onSubmit={commit}>
      <label>
        <input
          className="mono"
          inputMode="numeric"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => commit()}
        />{' '}
        {label}
      </label>
    </form>
  );
}
