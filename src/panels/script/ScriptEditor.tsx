import { useEffect, useRef, useState } from 'react';
import type { Command, LiveCommand } from '../../protocol/commands.ts';
import type { InputError } from '../../protocol/result.ts';
import { describeError } from '../../scenario/schema-errors.ts';
import { parseScenario } from '../../scenario/schema.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { formatClock } from '../kit/format.ts';
import { Icon } from '../kit/Icon.tsx';
import { behaviourKey, behaviourText, SERVER_PRESETS } from '../kit/servers.ts';
import './script.css';
import { KINDS, kindsLike, newRow, rowOf, rowsOf, scriptOf, type ScriptRow } from './script-rows.ts';
import { useHistory } from './useHistory.ts';

/** The script of the scenario as a table, beside what was done live. Taken over, it starts the run anew. */
export default function ScriptEditor({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const actions = useActions();
  const scenario = useSession((session) => session.scenario);
  const rows = useHistory<readonly ScriptRow[]>(() => rowsOf(scenario?.script ?? []));
  const [error, setError] = useState<InputError | null>(null);
  const [live, setLive] = useState<readonly LiveCommand[]>([]);
  useEffect(() => {
    dialog.current?.showModal();
    void actions.save().then((run) => setLive(run.live));
  }, [actions]);
  const take = async (): Promise<void> => {
    const script = scriptOf(rows.value);
    if (!script.ok) return setError(script.errors[0] ?? null);
    const checked = parseScenario({ ...scenario, script: script.value });
    if (!checked.ok) return setError(checked.errors[0] ?? null);
    const opened = await actions.openScenario(checked.value, { play: false });
    if (!opened.ok) return setError(opened.errors[0] ?? null);
    dialog.current?.close();
    return undefined;
  };
  const firstKind: Command['kind'] =
    scenario?.cmgroup !== undefined ? 'cmg.post' : scenario?.lab !== undefined ? 'lab.add' : 'message.inject';
  const nextKey = Math.max(0, ...rows.value.map((row) => row.key)) + 1;
  const change = (row: ScriptRow, part: Partial<ScriptRow>, field: string): void => {
    setError(null);
    rows.set(
      rows.value.map((other) => (other.key === row.key ? { ...row, ...part } : other)),
      `${row.key} ${field}`,
    );
  };
  return (
    <dialog
      ref={dialog}
      className="sheet script"
      aria-labelledby="script-title"
      onClose={onClose}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
        (event.shiftKey ? rows.redo : rows.undo)?.();
        event.preventDefault();
      }}
    >
      <header className="script-head">
        <h2 id="script-title">Script</h2>
        <span className="dim">who is injected when, which server does what</span>
        <button type="button" className="icon-btn" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      <div className="script-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">at, seconds</th>
              <th scope="col">does</th>
              <th scope="col">whom</th>
              <th scope="col">what</th>
              <th scope="col">
                <span className="sr-only">remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.value.map((row, i) => (
              <Line
                key={row.key}
                row={row}
                place={i + 1}
                onChange={(part, field) => change(row, part, field)}
                onRemove={() => rows.set(rows.value.filter((other) => other.key !== row.key))}
              />
            ))}
          </tbody>
        </table>
        {rows.value.length === 0 && <p className="dim">Nothing happens by itself yet.</p>}
        <LiveLines
          live={live}
          onTake={({ at, command }) => rows.set([...rows.value, rowOf(nextKey, at, command)])}
        />
      </div>
      <p className="script-error" role="alert">
        {error === null ? '' : describeError(error)}
      </p>
      <footer className="row">
        <button
          type="button"
          className="btn outlined"
          onClick={() => rows.set([...rows.value, newRow(nextKey, firstKind, rows.value.at(-1)?.at ?? '0')])}
        >
          <Icon name="plus" />
          Add a line
        </button>
        <button
          type="button"
          className="btn"
          aria-disabled={rows.undo === null}
          onClick={() => rows.undo?.()}
        >
          Undo
        </button>
        <button
          type="button"
          className="btn"
          aria-disabled={rows.redo === null}
          onClick={() => rows.redo?.()}
        >
          Redo
        </button>
        <span className="grow" />
        <button type="button" className="btn primary" onClick={() => void take()}>
          Run this script from the start
        </button>
      </footer>
    </dialog>
  );
}

interface LineProps {
  row: ScriptRow;
  place: number;
  onChange: (part: Partial<ScriptRow>, field: string) => void;
  onRemove: () => void;
}

function Line({ row, place, onChange, onRemove }: LineProps) {
  const kind = KINDS[row.kind];
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
          {kindsLike(row.kind).map((value) => (
            <option key={value} value={value}>
              {KINDS[value].text}
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

function Behaviour({ row, place, onChange }: Omit<LineProps, 'onRemove'>) {
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
          {behaviourText(preset)}
        </option>
      ))}
    </select>
  );
}

/** What was done by hand in this run, to be kept in the script or not. */
function LiveLines({
  live,
  onTake,
}: {
  live: readonly LiveCommand[];
  onTake: (command: LiveCommand) => void;
}) {
  if (live.length === 0) return null;
  return (
    <section className="script-live" aria-label="Done live">
      <h3>Done live in this run</h3>
      <ul>
        {live.map((command) => (
          <li key={command.seq}>
            <span className="mono">{formatClock(command.at)}</span>
            <span>{liveText(command.command)}</span>
            <button type="button" className="btn outlined" onClick={() => onTake(command)}>
              Into the script
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function liveText(command: Command): string {
  const row = rowOf(0, 0, command);
  const what = command.kind === 'server.set' ? behaviourText(command.behaviour) : row.value;
  return [KINDS[command.kind].text, row.target, what].filter(Boolean).join(' ');
}
