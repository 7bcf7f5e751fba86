import { type KeyboardEvent, useRef, useState } from 'react';
import type { InputError } from '../../protocol/result.ts';
import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { selectTransport } from '../../store/selectors.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { Field } from '../../ui/Field.tsx';
import { atDefault, type ParamLine, paramLines } from './params.ts';
import { useParamChanges } from './useParamChanges.ts';
import css from './world.module.css';
import { Button, IconButton } from '../../ui/Button.tsx';

interface ParametersProps {
  /**
   * Present in the quiet cockpit: the number of parameters shown at first. Changed ones are preferred, and none has a
   * button to compare.
   */
  most?: number;
}

/** Lists parameters by main.cf name, with the value at this instant. A change takes effect immediately. */
export function Parameters({ most }: ParametersProps) {
  const brief = most !== undefined;
  const transport = useApp(selectTransport);
  const name = useView((view) => view.transport);
  const scenario = useMail((open) => open);
  const [all, setAll] = useState(false);
  const changes = useParamChanges(all);
  const lines = paramLines({ row: transport, transport: name, scenario, changes });
  const changed = lines.filter((line) => line.changed).length;
  const main = lines.filter((line) => line.main || line.changed);
  const few = main.toSorted((a, b) => Number(b.changed) - Number(a.changed)).slice(0, most);
  const shown = all ? lines : brief ? main.filter((line) => few.includes(line)) : main;
  return (
    <section className={css.paramsBlock} aria-label="Parameters">
      {!brief && (
        <h2>
          Parameters <span className="dim mono">{name}_…</span>
        </h2>
      )}
      <ul className={css.params} data-all={all} data-brief={brief || undefined}>
        {shown.map((line) => (
          <ParamRow key={line.name} line={line} transport={name} comparable={!brief} />
        ))}
      </ul>
      <button id="params-all" type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Only the main ones' : `All ${lines.length} parameters${brief ? '' : `, ${changed} changed`}`}
      </button>
    </section>
  );
}

interface ParamRowProps {
  line: ParamLine;
  transport: string;
  /** A changed parameter has a button that compares it with its default. */
  comparable?: boolean;
}

/** Edits a value by click or Enter. ↑ ↓ change it by one; Backspace restores the default or the record's value. */
export function ParamRow({ line, transport, comparable = true }: ParamRowProps) {
  const actions = useActions();
  const [editing, setEditing] = useState(false);
  const [error, setError] = useState<InputError | undefined>();
  const button = useRef<HTMLButtonElement>(null);
  const set = async (text: string): Promise<boolean> => {
    const value = /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text.trim();
    const result =
      line.name === 'agents'
        ? await actions.setAgents(transport, Number(value))
        : await actions.setParam(line.name, value);
    setError(result.ok ? undefined : result.errors[0]);
    return result.ok;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (by !== 0 && line.whole) void set(String(Number(line.value) + by));
    else if (event.key === 'Backspace' || event.key === 'Delete') void set(line.fallback);
    else return;
    event.preventDefault();
  };
  const id = `param-input-${line.name}`;
  return (
    <li className={css.param} data-changed={line.changed || undefined}>
      <span className={css.paramName}>
        {wrappable(line.shown)}
        {line.changed && comparable && (
          <CompareWithDefault line={line} transport={transport} onRefused={setError} />
        )}
      </span>
      {editing ? (
        <ParamInput
          id={id}
          line={line}
          invalid={error !== undefined}
          onCommit={async (text) => {
            if (!(await set(text))) return;
            setEditing(false);
          }}
          onCancel={() => {
            setError(undefined);
            setEditing(false);
            requestAnimationFrame(() => button.current?.focus());
          }}
        />
      ) : (
        <Button
          ref={button}
          id={`param-${line.shown}`}
          className={css.paramValue}
          data-tip-hover
          aria-label={`${line.name} ${line.value}${line.changed ? `, ${line.ofRecord ? 'in the record' : 'default'} ${line.fallback}` : ''}`}
          aria-describedby={`${id}-error`}
          data-tip={`click to edit, ${line.whole ? '↑ ↓, ' : ''}Backspace = ${line.ofRecord ? 'value of the record' : 'default'}`}
          data-tip-at="end"
          onClick={() => setEditing(true)}
          onKeyDown={onKeyDown}
        >
          {line.value}
          {line.changed && <s className="dim">{line.fallback}</s>}
        </Button>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </li>
  );
}

interface CompareWithDefaultProps {
  line: ParamLine;
  transport: string;
  onRefused: (error: InputError | undefined) => void;
}

/** Compares this run with one that differs only in this parameter, from the start. */
function CompareWithDefault({ line, transport, onRefused }: CompareWithDefaultProps) {
  const actions = useActions();
  const current = useSession((session) => session.branch);
  const compare = async (): Promise<void> => {
    const made = await actions.vary(atDefault(line, transport, 'start'));
    onRefused(made.ok ? undefined : made.errors[0]);
    if (made.ok) actions.look({ mainPanel: { kind: 'compare', a: current, b: made.value } });
  };
  return (
    <IconButton
      name={`Compare with ${line.shown} ${line.ofRecord ? 'of the record' : 'at its default'}, ${line.fallback}`}
      icon="compare"
      tip={line.ofRecord ? 'compare with the record' : 'compare with the default'}
      className={css.paramCompare}
      onClick={() => void compare()}
    />
  );
}

/** A name with allowed line breaks after underscores. */
export function wrappable(name: string) {
  return name.split('_').flatMap((part, i) => (i === 0 ? [part] : ['_', <wbr key={i} />, part]));
}

interface ParamInputProps {
  id: string;
  line: ParamLine;
  invalid: boolean;
  onCommit: (text: string) => Promise<void>;
  onCancel: () => void;
}

function ParamInput({ id, line, invalid, onCommit, onCancel }: ParamInputProps) {
  const [text, setText] = useState(line.value);
  return (
    <Field
      // The field opens by a click on the value.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      className={css.paramInput}
      kind="code"
      label={line.name}
      invalid={invalid}
      aria-describedby={`${id}-error`}
      inputMode={line.whole ? 'numeric' : 'text'}
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={setText}
      onBlur={() => {
        if (text === line.value || invalid) onCancel();
        else void onCommit(text);
      }}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
        if (event.key === 'Enter') void onCommit(text);
        else if (event.key === 'Escape') onCancel();
        else if (by !== 0 && line.whole && /^-?\d+$/.test(text)) setText(String(Number(text) + by));
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
