import { useState } from 'react';
import type { InputError } from '../../protocol/result.ts';
import type { ModelServerRow } from '../../protocol/recorded.ts';
import { useActions } from '../../store/hooks.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { FigureField } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { useLatest } from '../kit/useLatest.ts';
import replayCss from '../../record/panels/replay/replay.module.css';

const STATES = [
  { value: 'recorded', text: 'as the log has it' },
  { value: 'up', text: 'up, always' },
  { value: 'down', text: 'down from here' },
] as const;

/** Lists the servers of a model, as inferred from the log. Each server can be changed. */
export function ModelServers() {
  const place = useLatest('record', (actions) => actions.ask('record'));
  const servers = place?.servers;
  if (servers === undefined) return null;
  return (
    <section className={replayCss.modelServers} aria-label="Servers">
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
  const set = (change: Partial<Pick<ModelServerRow, 'recipient' | 'sessions' | 'state'>>) =>
    actions.command({ kind: 'log.server', server: name, ...change });
  const id = `model-server-${name}`;
  return (
    <li>
      <span className={`mono ${replayCss.modelName}`} title={name}>
        {name}
      </span>
      <Select
        label={`Is ${name} up?`}
        value={state}
        options={STATES.map(({ value, text }) => ({
          value,
          text: value === 'recorded' && downs > 0 ? `${text}: down ${downs} ×` : text,
        }))}
        onChange={(value) =>
          void set({ state: value }).then((result) => setError(result.ok ? undefined : result.errors[0]))
        }
      />
      <FigureField
        line={`field-after ${replayCss.modelFigure}`}
        text={`ms a recipient${message > 0 ? `, and ${Math.round(message / 1000)} a message` : ''}`}
        value={Math.round(recipient / 1000)}
        onSet={(ms) => set({ recipient: ms * 1000 })}
      />
      <FigureField
        line={`field-after ${replayCss.modelFigure}`}
        text={sessions === 0 ? 'sessions, 0 = no limit reached' : 'concurrent sessions'}
        value={sessions}
        onSet={(count) => set({ sessions: count })}
      />
      <FieldError id={id} error={error} />
    </li>
  );
}
