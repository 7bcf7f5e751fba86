import type { Command } from '../../protocol/commands.ts';
import { useSession } from '../../store/hooks.ts';
import { Icon } from '../kit/Icon.tsx';
import { behaviourKey, SERVER_PRESETS } from '../kit/servers.ts';
import { COMMAND_FORMS, commandsOf } from '../kinds/forms.ts';
import { newRow, type ScriptRow } from './script-rows.ts';
import { behaviourName } from '../../explain/servers.ts';
import './script.css';

interface ScriptLineProps {
  row: ScriptRow;
  place: number;
  onChange: (part: Partial<ScriptRow>, field: string) => void;
  onRemove: () => void;
}

/** One command of the script: when, what, whom, with which figures. */
export function ScriptLine({ row, place, onChange, onRemove }: ScriptLineProps) {
  const kinds = commandsOf(useSession((session) => session.scenario));
  const kind = COMMAND_FORMS[row.kind];
  const field = (name: 'at' | 'target' | 'value', label: string) => (
    <input
      className="field mono"
      type="text"
      aria-label={`Line ${place}, ${label}`}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      value={row[name]}
      onChange={(event) => onChange({ [name]: event.target.value }, name)}
    />
  );
  return (
    <tr>
      <td className="script-at">{field('at', 'seconds')}</td>
      <td>
        <select
          className="pick"
          aria-label={`Line ${place}, does`}
          value={row.kind}
          onChange={(event) => {
            const next = event.target.value as Command['kind'];
            onChange({ ...newRow(row.key, next, row.at) }, 'kind');
          }}
        >
          {kinds.map((value) => (
            <option key={value} value={value}>
              {COMMAND_FORMS[value].text}
            </option>
          ))}
        </select>
      </td>
      <td>{kind.target !== '' && field('target', kind.target)}</td>
      <td className="script-value">
        {row.kind === 'server.set' ? (
          <Behaviour row={row} place={place} onChange={onChange} />
        ) : (
          kind.value !== '' && field('value', kind.value)
        )}
      </td>
      <td>
        <button type="button" className="icon-btn" aria-label={`Remove line ${place}`} onClick={onRemove}>
          <Icon name="close" />
        </button>
      </td>
    </tr>
  );
}

function Behaviour({ row, place, onChange }: Omit<ScriptLineProps, 'onRemove'>) {
  const own = behaviourKey(row.behaviour);
  const offered = SERVER_PRESETS.some((preset) => behaviourKey(preset) === own)
    ? SERVER_PRESETS
    : [row.behaviour, ...SERVER_PRESETS];
  return (
    <select
      className="pick"
      aria-label={`Line ${place}, behaves`}
      value={own}
      onChange={(event) => {
        const behaviour = offered.find((preset) => behaviourKey(preset) === event.target.value);
        if (behaviour !== undefined) onChange({ behaviour }, 'behaviour');
      }}
    >
      {offered.map((preset) => (
        <option key={behaviourKey(preset)} value={behaviourKey(preset)}>
          {behaviourName(preset)}
        </option>
      ))}
    </select>
  );
}
