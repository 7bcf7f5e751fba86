import { useEffect, useState } from 'react';
import type { Command, LiveCommand } from '../../protocol/commands.ts';
import { describeError } from '../../scenario/schema-errors.ts';
import { formatClock } from '../../explain/format.ts';
import { behaviourName } from '../../explain/servers.ts';
import { useSession, useActions } from '../../store/hooks.ts';
import type { InputError } from '../../protocol/result.ts';
import { parseScenario } from '../../scenario/schema.ts';
import { Sheet } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import css from './script.module.css';
import { COMMAND_FORMS, commandsOf } from '../kinds/forms.ts';
import { rowOf, type ScriptRow, newRow, rowsOf, scriptOf } from './script-rows.ts';
import { behaviourKey, SERVER_PRESETS } from '../kit/servers.ts';
import { mayOpen } from '../kit/asked-heavy.ts';

/** The script of the scenario as a table, beside what was done live. Taken over, it starts the run anew. */
export default function ScriptEditor({ onClose }: { onClose: () => void }) {
  const { rows, live, error, change, add, remove, keep, take } = useScript();
  return (
    <Sheet
      title="Script"
      about="who is injected when, which server does what"
      className={css.script}
      onClose={onClose}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
        (event.shiftKey ? rows.redo : rows.undo)?.();
        event.preventDefault();
      }}
    >
      {(close) => (
        <>
          <div className={css.scriptScroll}>
            <ScriptTable rows={rows.value} onChange={change} onRemove={remove} />
            {rows.value.length === 0 && <p className="dim">Nothing happens by itself yet.</p>}
            <LiveLines live={live} onTake={keep} />
          </div>
          <p className={css.scriptError} role="alert">
            {error === null ? '' : describeError(error)}
          </p>
          <footer className="row">
            <button type="button" className="btn outlined" onClick={add}>
              <Icon name="plus" />
              Add a line
            </button>
            <HistoryButton text="Undo" act={rows.undo} />
            <HistoryButton text="Redo" act={rows.redo} />
            <span className="grow" />
            <button
              type="button"
              className="btn primary"
              onClick={() => void take().then((taken) => taken && close())}
            >
              Run this script from the start
            </button>
          </footer>
        </>
      )}
    </Sheet>
  );
}

function HistoryButton({ text, act }: { text: string; act: (() => void) | null }) {
  return (
    <button type="button" className="btn" aria-disabled={act === null} onClick={() => act?.()}>
      {text}
    </button>
  );
}

interface ScriptTableProps {
  rows: readonly ScriptRow[];
  onChange: (row: ScriptRow, part: Partial<ScriptRow>, field: string) => void;
  onRemove: (row: ScriptRow) => void;
}

function ScriptTable({ rows, onChange, onRemove }: ScriptTableProps) {
  return (
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
        {rows.map((row, i) => (
          <ScriptLine
            key={row.key}
            row={row}
            place={i + 1}
            onChange={(part, field) => onChange(row, part, field)}
            onRemove={() => onRemove(row)}
          />
        ))}
      </tbody>
    </table>
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
    <section className={css.scriptLive} aria-label="Done live">
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
  const what = command.kind === 'server.set' ? behaviourName(command.behaviour) : row.value;
  return [COMMAND_FORMS[command.kind].text, row.target, what].filter(Boolean).join(' ');
}

interface ScriptLineProps {
  row: ScriptRow;
  place: number;
  onChange: (part: Partial<ScriptRow>, field: string) => void;
  onRemove: () => void;
}

/** One command of the script: when, what, whom, with which figures. */
function ScriptLine({ row, place, onChange, onRemove }: ScriptLineProps) {
  const kinds = commandsOf(useSession((session) => session.scenario));
  const kind = COMMAND_FORMS[row.kind];
  const field = (name: 'at' | 'target' | 'value', label: string) => (
    <Field
      kind="code"
      label={`Line ${place}, ${label}`}
      placeholder={label}
      value={row[name]}
      onChange={(text) => onChange({ [name]: text }, name)}
    />
  );
  return (
    <tr>
      <td className={css.scriptAt}>{field('at', 'seconds')}</td>
      <td>
        <Select
          label={`Line ${place}, does`}
          value={row.kind}
          options={kinds.map((value) => ({ value, text: COMMAND_FORMS[value].text }))}
          onChange={(next) => onChange({ ...newRow(row.key, next, row.at) }, 'kind')}
        />
      </td>
      <td>{kind.target !== '' && field('target', kind.target)}</td>
      <td className={css.scriptValue}>
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
    <Select
      label={`Line ${place}, behaves`}
      value={own}
      options={offered.map((preset) => ({ value: behaviourKey(preset), text: behaviourName(preset) }))}
      onChange={(key) => {
        const behaviour = offered.find((preset) => behaviourKey(preset) === key);
        if (behaviour !== undefined) onChange({ behaviour }, 'behaviour');
      }}
    />
  );
}

/** A script that is being edited, and what can be done to it. */
interface Script {
  rows: Undoable<readonly ScriptRow[]>;
  /** What was done by hand in this run. */
  live: readonly LiveCommand[];
  /** What is wrong with the first line that could not be taken. */
  error: InputError | null;
  change: (row: ScriptRow, part: Partial<ScriptRow>, field: string) => void;
  add: () => void;
  remove: (row: ScriptRow) => void;
  /** Makes a live command a line of the script. */
  keep: (command: LiveCommand) => void;
  /** Starts the run anew with this script; false when a line is wrong. */
  take: () => Promise<boolean>;
}

/** The script of the scenario that is open. */
function useScript(): Script {
  const actions = useActions();
  const scenario = useSession((session) => session.scenario);
  const rows = useUndo<readonly ScriptRow[]>(() => rowsOf(scenario?.script ?? []));
  const [error, setError] = useState<InputError | null>(null);
  const [live, setLive] = useState<readonly LiveCommand[]>([]);
  useEffect(() => {
    void actions.save().then((run) => setLive(run.live));
  }, [actions]);
  const refuse = (errors: readonly InputError[]): boolean => {
    setError(errors[0] ?? null);
    return false;
  };
  const nextKey = Math.max(0, ...rows.value.map((row) => row.key)) + 1;
  return {
    rows,
    live,
    error,
    change(row, part, field) {
      setError(null);
      rows.set(
        rows.value.map((other) => (other.key === row.key ? { ...row, ...part } : other)),
        `${row.key} ${field}`,
      );
    },
    add: () =>
      rows.set([...rows.value, newRow(nextKey, commandsOf(scenario)[0], rows.value.at(-1)?.at ?? '0')]),
    remove: (row) => rows.set(rows.value.filter((other) => other.key !== row.key)),
    keep: ({ at, command }) => rows.set([...rows.value, rowOf(nextKey, at, command)]),
    async take() {
      const script = scriptOf(rows.value);
      if (!script.ok) return refuse(script.errors);
      const checked = parseScenario({ ...scenario, script: script.value });
      if (!checked.ok) return refuse(checked.errors);
      if (!(await mayOpen(checked.value))) return false;
      const opened = await actions.openScenario(checked.value, { play: false });
      return opened.ok || refuse(opened.errors);
    },
  };
}

interface History<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
}

/** Changes that can be undone; older ones are forgotten. */
const UNDO_STEPS = 200;

interface Undoable<T> {
  value: T;
  /** `merge` = typing on in the same field: one step of undo, not one a letter. */
  set: (next: T, merge?: string) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

/** A value with undo and redo. */
function useUndo<T>(first: () => T): Undoable<T> {
  const [history, setHistory] = useState<History<T>>(() => ({ past: [], now: first(), future: [] }));
  const [typing, setTyping] = useState('');
  const { past, now, future } = history;
  const before = past.at(-1);
  const after = future[0];
  return {
    value: now,
    set(next, merge = '') {
      const same = merge !== '' && merge === typing;
      setTyping(merge);
      setHistory({ past: same ? past : [...past.slice(-UNDO_STEPS), now], now: next, future: [] });
    },
    undo:
      before === undefined
        ? null
        : () => {
            setTyping('');
            setHistory({ past: past.slice(0, -1), now: before, future: [now, ...future] });
          },
    redo:
      after === undefined
        ? null
        : () => {
            setTyping('');
            setHistory({ past: [...past, now], now: after, future: future.slice(1) });
          },
  };
}
