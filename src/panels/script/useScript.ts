import { useEffect, useState } from 'react';
import type { LiveCommand } from '../../protocol/commands.ts';
import type { InputError } from '../../protocol/result.ts';
import { parseScenario } from '../../scenario/schema.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { commandsOf } from '../kinds/forms.ts';
import { mayOpen } from '../kit/asked-heavy.ts';
import { newRow, rowOf, rowsOf, scriptOf, type ScriptRow } from './script-rows.ts';

/** A script that is being edited, and what can be done to it. */
export interface Script {
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
export function useScript(): Script {
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

/** Steps that can be undone. */
const DEPTH = 200;

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
      setHistory({ past: same ? past : [...past.slice(-DEPTH), now], now: next, future: [] });
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
