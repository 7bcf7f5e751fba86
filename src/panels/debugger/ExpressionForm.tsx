import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { formatCounted } from '../../explain/format.ts';
import { parseExpression } from '../../scenario/expression.ts';
import type { ExpressionName } from '../../scenario/expression-names.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { Field } from '../../ui/Field.tsx';
import { useStops } from '../kinds/stops.ts';
import { useQuestion } from '../kit/useQuestion.ts';
import { type Completion, completions, lastWord } from './completions.ts';
import { Condition } from './Condition.tsx';
import css from './debugger.module.css';

/** A field in which the reader types a condition, with completions and a mark where the condition is wrong. */
export function ExpressionForm() {
  const { example, names } = useStops();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const parsed = parseExpression(text);
  const destinations = useSubjects('destination');
  const messages = useSubjects('job');
  const options = useMemo(
    () => completions(text, { destinations, messages }, names),
    [text, destinations, messages, names],
  );
  const word = lastWord(text);
  const error = text !== '' && !parsed.ok ? parsed : null;
  const write = (next: string): void => {
    setText(next);
    setChosen(0);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const option = options[chosen];
    if (event.key === 'ArrowDown') setChosen(Math.min(options.length - 1, chosen + 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(0, chosen - 1));
    else if (event.key === 'Tab' && !event.shiftKey && word !== '' && option !== undefined)
      write(option.text);
    else return;
    event.preventDefault();
  };
  return (
    <Condition
      test={parsed.ok ? { expression: text } : null}
      text={text}
      below={
        <>
          <Fault id={`${list}-error`} fault={error} />
          <ul id={list} className={css.dbgCompletions}>
            {options.map((option, i) => (
              <Option
                key={option.text}
                option={option}
                chosen={i === chosen && word !== ''}
                onPick={() => write(option.text)}
              />
            ))}
          </ul>
        </>
      }
    >
      <Field
        id="until-expression"
        className={css.dbgWide}
        kind="code"
        label="expression"
        aria-describedby={`${list}-error`}
        aria-controls={list}
        placeholder={example}
        maxLength={300}
        value={text}
        onChange={write}
        onKeyDown={onKeyDown}
      />
    </Condition>
  );
}

/** Marks the place where an expression is wrong, and says what is accepted there. */
function Fault({ id, fault }: { id: string; fault: { position: number; accepted: string } | null }) {
  return (
    <p id={id} className={`mono ${css.dbgFault}`} role="status">
      {fault !== null && (
        <>
          <span aria-hidden="true">{`${' '.repeat(fault.position)}^ `}</span>
          <span className="sr-only">{`error after ${formatCounted(fault.position, 'character')}: `}</span>
          needs {fault.accepted}
        </>
      )}
    </p>
  );
}

function Option({ option, chosen, onPick }: { option: Completion; chosen: boolean; onPick: () => void }) {
  const selected = useView((view) => view.selected);
  const call = option.name === null ? '' : callOf(option.name, selected);
  const value = useValues(call === '' ? [] : [call])[0];
  return (
    <li>
      <button type="button" aria-current={chosen || undefined} onClick={onPick}>
        <span className="mono text-2">{option.shown}</span>
        <span className="dim text-2 cut">{option.name?.help}</span>
        <span className="mono text-2">{typeof value === 'number' ? shortFigure(value) : ''}</span>
      </button>
    </li>
  );
}

/** The expression for the current value of a name; "" = none. Inserts the selected message where one is needed. */
function callOf({ name, takes, optional = false }: ExpressionName, selected: number): string {
  if (takes === 'message' && selected > 0) return `${name}(${selected})`;
  return takes === 'none' || optional ? name : '';
}

/** Values of expressions at the cursor; null for an expression without a value. Empty before the first answer. */
export function useValues(texts: readonly string[]): readonly (number | null)[] {
  const actions = useActions();
  // Names about the job list, such as its length, mean the list of the transport on the stage.
  const transport = useView((view) => view.transport);
  const place = useSession(({ run, branch, cursor }) => `${run} ${branch} ${cursor.step}`);
  const key = texts.join('\n');
  const ask = () => actions.ask('evaluate', key === '' ? [] : key.split('\n'));
  return useQuestion(key, ask, { again: `${place} ${transport}` }) ?? [];
}

/** Writes a whole number without decimals, and any other number with two decimals. */
export function shortFigure(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** Largest number of names that are offered. */
const SUBJECTS_MAX = 500;

/** Names of jobs or destinations to choose from: first those in the run so far, then those in the script. */
export function useSubjects(mode: 'job' | 'destination'): readonly string[] {
  const messages = useSession((session) => session.messages);
  const queues = useSession((session) => session.queues);
  const script = useSession((session) => session.scenario?.script);
  return useMemo(() => {
    const names = new Set<string>();
    for (const row of mode === 'job' ? messages.values() : queues.values()) {
      if (names.size >= SUBJECTS_MAX) break;
      names.add('number' in row ? String(row.number) : row.name);
    }
    for (const { command } of script ?? []) {
      if (names.size >= SUBJECTS_MAX) break;
      if (command.kind !== 'message.inject') continue;
      if (mode === 'destination')
        for (const { destination } of command.to) names.add(destination.toLowerCase());
      else if (command.number !== undefined) names.add(String(command.number));
    }
    return [...names].slice(0, SUBJECTS_MAX);
  }, [mode, messages, queues, script]);
}
