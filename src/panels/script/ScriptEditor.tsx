import { useEffect, useState } from 'react';
import type { Command, LiveCommand } from '../../protocol/commands.ts';
import { describeError } from '../../scenario/schema-errors.ts';
import { formatSeconds } from '../../explain/format.ts';
import { behaviourName } from '../../explain/servers.ts';
import { useSession, useActions } from '../../store/hooks.ts';
import type { InputError } from '../../protocol/result.ts';
import { parseScenario } from '../../scenario/schema.ts';
import { Sheet } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Field } from '../../ui/Field.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { Table } from '../../ui/Table.tsx';
import { Select } from '../../ui/Select.tsx';
import css from './script.module.css';
import { COMMAND_FORMS, commandsOf } from '../kinds/forms.ts';
import { rowOf, type ScriptRow, newRow, rowsOf, scriptOf } from './script-rows.ts';
import { behaviourKey, SERVER_PRESETS } from '../kit/servers.ts';
import { mayOpen } from '../kit/asked-heavy.ts';
import { Button, IconButton } from '../../ui/Button.tsx';

/** Edits the scenario's script, and can add live changes to it. Running it starts the run from the beginning. */
export default function ScriptEditor({ onClose }: { onClose: () => void }) {
  const { rows, live, error, change, add, remove, keep, take } = useScript();
  return (
    <Sheet
      title="Script"
      about="what happens in the run, and when"
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
          <ScrollBox label="Script">
            <ScriptTable rows={rows.value} onChange={change} onRemove={remove} />
            <LiveLines live={live} onTake={keep} />
          </ScrollBox>
          <p className="field-error" role="alert" hidden={error === null}>
            {error !== null && describeError(error)}
          </p>
          <footer className="row wrap">
            <Button look="outlined" onClick={add}>
              <Icon name="plus" />
              Add a line
            </Button>
            <HistoryButton text="Undo" act={rows.undo} />
            <HistoryButton text="Redo" act={rows.redo} />
            <span className="grow" />
            <Button look="primary" onClick={() => void take().then((taken) => taken && close())}>
              Run this script from the start
            </Button>
          </footer>
        </>
      )}
    </Sheet>
  );
}

function HistoryButton({ text, act }: { text: string; act: (() => void) | null }) {
  return (
    <Button aria-disabled={act === null} onClick={() => act?.()}>
      {text}
    </Button>
  );
}

interface ScriptTableProps {
  rows: readonly ScriptRow[];
  onChange: (row: ScriptRow, part: Partial<ScriptRow>, field: string) => void;
  onRemove: (row: ScriptRow) => void;
}

function ScriptTable({ rows, onChange, onRemove }: ScriptTableProps) {
  const kinds = commandsOf(useSession((session) => session.scenario));
  const field = (row: ScriptRow, place: number, name: 'at' | 'target' | 'value', label: string) => (
    <Field
      kind="code"
      label={`Line ${place + 1}, ${label}`}
      placeholder={label}
      value={row[name]}
      onChange={(text) => onChange(row, { [name]: text }, name)}
    />
  );
  return (
    <Table
      label="Script"
      className={css.scriptTable}
      empty="The script is empty."
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        { name: 'at, seconds', cell: (row, place) => field(row, place, 'at', 'seconds') },
        {
          name: 'does',
          cell: (row, place) => (
            <Select
              label={`Line ${place + 1}, does`}
              value={row.kind}
              options={kinds.map((value) => ({ value, text: COMMAND_FORMS[value].text }))}
              onChange={(next) => onChange(row, { ...newRow(row.key, next, row.at) }, 'kind')}
            />
          ),
        },
        {
          name: 'whom',
          cell: (row, place) => {
            const { target } = COMMAND_FORMS[row.kind];
            return target !== '' && field(row, place, 'target', target);
          },
        },
        {
          name: 'what',
          cell: (row, place) => {
            const { value } = COMMAND_FORMS[row.kind];
            if (row.kind === 'server.set')
              return <Behaviour row={row} place={place + 1} onChange={onChange} />;
            return value !== '' && field(row, place, 'value', value);
          },
        },
        {
          name: 'remove',
          head: <span className="sr-only">remove</span>,
          cell: (row, place) => (
            <IconButton name={`Remove line ${place + 1}`} icon="close" onClick={() => onRemove(row)} />
          ),
        },
      ]}
    />
  );
}

interface LiveLinesProps {
  live: readonly LiveCommand[];
  onTake: (command: LiveCommand) => void;
}

/** Live changes of this run; each can be added to the script. */
function LiveLines({ live, onTake }: LiveLinesProps) {
  if (live.length === 0) return null;
  return (
    <Table
      label="Done live in this run"
      captioned
      headless
      rows={live}
      rowKey={({ seq }) => seq}
      columns={[
        { name: 'at', className: 'mono', cell: ({ at }) => formatSeconds(at) },
        { name: 'what', cell: ({ command }) => liveText(command) },
        {
          name: 'add',
          numeric: true,
          cell: (command) => (
            <Button look="outlined" onClick={() => onTake(command)}>
              Add to the script
            </Button>
          ),
        },
      ]}
    />
  );
}

function liveText(command: Command): string {
  const row = rowOf(0, 0, command);
  const what = command.kind === 'server.set' ? behaviourName(command.behaviour) : row.value;
  return [COMMAND_FORMS[command.kind].text, row.target, what].filter(Boolean).join(' ');
}

interface BehaviourProps {
  row: ScriptRow;
  place: number;
  onChange: ScriptTableProps['onChange'];
}

function Behaviour({ row, place, onChange }: BehaviourProps) {
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
        if (behaviour !== undefined) onChange(row, { behaviour }, 'behaviour');
      }}
    />
  );
}

interface Script {
  rows: Undoable<readonly ScriptRow[]>;
  /** Live changes of this run. */
  live: readonly LiveCommand[];
  /** Error of the first invalid line. */
  error: InputError | null;
  change: (row: ScriptRow, part: Partial<ScriptRow>, field: string) => void;
  add: () => void;
  remove: (row: ScriptRow) => void;
  /** Adds a live change to the script. */
  keep: (command: LiveCommand) => void;
  /** Starts a run with this script. False when a line is invalid or the reader cancelled. */
  take: () => Promise<boolean>;
}

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

const UNDO_STEPS = 200;

interface Undoable<T> {
  value: T;
  /** Consecutive changes with the same `merge` are one undo step, such as letters typed into a field. */
  set: (next: T, merge?: string) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

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
