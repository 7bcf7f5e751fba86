import { useQuestion } from '../kit/useQuestion.ts';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import type { StopTest } from '../../protocol/debug.ts';
import type { EventKind } from '../../protocol/events.ts';
import { A_DESTINATION, type ExpressionName } from '../../scenario/expression-names.ts';
import { parseExpression } from '../../scenario/expression.ts';
import { useDebug } from '../../store/debug.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { formatSeconds, formatCounted } from '../../explain/format.ts';
import { JOB_STOPS, QUEUE_STOPS, type Stop } from '../../explain/stops.ts';
import { KINDS_BY_NOUN } from './event-kinds.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { type UntilMode, useStops } from '../kinds/stops.ts';
import { type Completion, completions, lastWord } from './completions.ts';
import { TimerForm, RunButtons, Ticks } from './UntilParts.tsx';
import css from './debugger.module.css';

/** Any time a condition becomes true: forward, or back, or as a breakpoint. */
export function RunUntil() {
  const { modes, first, usual } = useStops();
  const onTimers = useView((view) => view.mainPanel?.kind === 'wheel');
  const [chosen, setMode] = useState<UntilMode>(onTimers ? 'timer' : first);
  const mode = modes.includes(chosen) ? chosen : first;
  return (
    <section className={css.dbgUntil} aria-label="Run until">
      <header className="row">
        <h2>
          Run until <span className="dim">any time a condition becomes true</span>
        </h2>
        <span className="grow" />
        <Segmented
          label="What to run until"
          value={mode}
          options={modes.map((value) => ({ value, text: value }))}
          onChange={setMode}
        />
      </header>
      {mode === 'expression' && <ExpressionForm />}
      {mode === 'event' && <EventForm key={usual} />}
      {(mode === 'job' || mode === 'destination') && <PickForm key={mode} mode={mode} />}
      {mode === 'timer' && <TimerForm />}
      <SearchLine />
    </section>
  );
}

function ExpressionForm() {
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
  const test = parsed.ok ? { expression: text } : null;
  return (
    <>
      <div className={css.dbgExpression}>
        <input
          id="until-expression"
          className="mono"
          aria-label="expression"
          aria-describedby={`${list}-error`}
          aria-controls={list}
          placeholder={example}
          spellCheck={false}
          autoComplete="off"
          maxLength={300}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <RunButtons test={test} text={text} />
      </div>
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
      {test !== null && <Ticks test={test} />}
    </>
  );
}

/** Where an expression is wrong, and what it needs there. */
function Fault({ id, fault }: { id: string; fault: { position: number; accepted: string } | null }) {
  return (
    <p id={id} className={`${css.dbgError} mono`} role="status">
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
        <span className="mono">{option.shown}</span>
        <span className="dim">{option.name?.help}</span>
        <span className="mono">{typeof value === 'number' ? shortFigure(value) : ''}</span>
      </button>
    </li>
  );
}

/** What shows the value of a name now, of the selected message where it takes one; "" = nothing does. */
function callOf({ name, takes, optional = false }: ExpressionName, selected: number): string {
  if (takes === 'message' && selected > 0) return `${name}(${selected})`;
  return takes === 'none' || optional ? name : '';
}

/** Values at the cursor, null where there is none; none at all before these very texts were asked about. */
export function useValues(texts: readonly string[]): readonly (number | null)[] {
  const actions = useActions();
  // Names that are about a list are about that of the transport on the stage.
  const transport = useView((view) => view.transport);
  const place = useSession(({ run, branch, cursor }) => `${run} ${branch} ${cursor.step}`);
  const key = texts.join('\n');
  const ask = () => actions.ask('evaluate', key === '' ? [] : key.split('\n'));
  return useQuestion(key, ask, { again: `${place} ${transport}` }) ?? [];
}

/** A figure as short as it can be without lying. */
export function shortFigure(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** Any kind of event that such a run has; of one message or one destination when these are given. */
function EventForm() {
  const { nouns, ofMail, usual } = useStops();
  const [kind, setKind] = useState<EventKind>(usual);
  const [message, setMessage] = useState('');
  const [destination, setDestination] = useState('');
  const number = Number(message);
  const wrong = message !== '' && (!Number.isInteger(number) || number < 1);
  const test: StopTest | null = wrong
    ? null
    : { event: { kinds: [kind], message: number, destination: destination.trim().toLowerCase() } };
  const about = [message === '' ? '' : `of ${message}`, destination === '' ? '' : `at ${destination}`];
  return (
    <>
      <div className={css.dbgPick}>
        <Select
          label="kind of event"
          value={kind}
          options={nouns.map((noun) => ({
            group: noun,
            options: (KINDS_BY_NOUN.get(noun) ?? []).map((one) => ({ value: one, text: one })),
          }))}
          onChange={setKind}
        />
        {ofMail && <AboutMail {...{ message, setMessage, destination, setDestination }} />}
        <span className="grow" />
        <RunButtons test={test} text={[kind, ...about].filter((word) => word !== '').join(' ')} />
      </div>
      {wrong && <p className={css.dbgError}>needs a message number, or nothing for all</p>}
      {test !== null && <Ticks test={test} />}
    </>
  );
}

interface AboutMailProps {
  message: string;
  setMessage: (message: string) => void;
  destination: string;
  setDestination: (destination: string) => void;
}

/** Whose event it must be, where runs have messages and destinations. */
function AboutMail({ message, setMessage, destination, setDestination }: AboutMailProps) {
  return (
    <>
      <Field
        className={css.dbgLimit}
        kind="figure"
        label="message number"
        placeholder="any job"
        maxLength={9}
        value={message}
        onChange={(text) => setMessage(text.trim())}
      />
      <Field
        className={css.dbgWhere}
        kind="code"
        label="destination"
        placeholder="any destination"
        maxLength={200}
        value={destination}
        onChange={setDestination}
      />
    </>
  );
}

/** A job or a destination, and what shall happen to it: one that is there, or one that will come. */
function PickForm({ mode }: { mode: 'job' | 'destination' }) {
  const selected = useView((view) => view.selected);
  const subjects = useSubjects(mode);
  const list = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const subject = typed ?? (mode === 'job' && selected > 0 ? String(selected) : (subjects[0] ?? ''));
  const name = subject.trim().toLowerCase();
  const stops: readonly Stop[] = mode === 'job' ? JOB_STOPS : QUEUE_STOPS;
  const [word, setWord] = useState(stops[0]?.word ?? '');
  const [limit, setLimit] = useState(2);
  const stop = stops.find((one) => one.word === word);
  const known = mode === 'job' ? /^[1-9]\d*$/.test(name) : parseExpression(`window(${name})`).ok;
  const test = stop === undefined || !known ? null : stop.test(name, limit);
  const text = stop === undefined ? '' : stop.say(name, limit);
  return (
    <>
      <div className={css.dbgPick}>
        <Field
          className={mode === 'job' ? css.dbgLimit : css.dbgWhere}
          kind="code"
          label={mode}
          list={list}
          maxLength={mode === 'job' ? 9 : 254}
          value={subject}
          onChange={setTyped}
        />
        <datalist id={list}>
          {subjects.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </datalist>
        <Select label="what happens" value={word} options={stops.map((one) => one.word)} onChange={setWord} />
        {stop?.limit === true && (
          <Field
            className={css.dbgLimit}
            kind="figure"
            type="number"
            min={0}
            label="limit"
            value={String(limit)}
            onChange={(text) => setLimit(Math.max(0, Math.trunc(Number(text)) || 0))}
          />
        )}
        <span className="grow" />
        <RunButtons test={test} text={text} />
      </div>
      {!known && (
        <p className={css.dbgError}>needs {mode === 'job' ? 'the number of a message' : A_DESTINATION}</p>
      )}
      {test !== null && <Ticks test={test} />}
    </>
  );
}

const SUBJECTS_MAX = 500;

/** Names to choose from: those in the run so far, then those that the script will bring. */
function useSubjects(mode: 'job' | 'destination'): readonly string[] {
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

const ENDS = {
  '': '',
  found: 'Stopped',
  end: 'Not found: the run ends without it.',
  limit: 'Not found within an hour of simulated time.',
  cancelled: 'Cancelled.',
} as const;

/** How the search goes, and why it ended. Read aloud: it is the answer to a key. */
function SearchLine() {
  const search = useDebug((state) => state.search);
  const sought = useDebug((state) => state.sought);
  if (search === null)
    return (
      <p className={css.dbgSearchLine}>
        <span role="status">{sought}</span>
      </p>
    );
  const looking = `Looking for ${sought}`;
  const end =
    search.why === 'found' ? `Stopped at ${formatSeconds(search.at)}: ${sought}.` : ENDS[search.why];
  return (
    <p className={css.dbgSearchLine}>
      <span role="status">{search.running ? looking : end}</span>
      {/* Not read aloud: it changes with every frame. */}
      {search.running && `, at ${formatSeconds(search.at)}, ${formatCounted(search.hits, 'hit')}`}
    </p>
  );
}
