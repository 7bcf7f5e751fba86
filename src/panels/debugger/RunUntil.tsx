import { useId, useState } from 'react';
import { formatCounted, formatSeconds } from '../../explain/format.ts';
import { JOB_STOPS, QUEUE_STOPS, type Stop } from '../../explain/stops.ts';
import type { StopTest } from '../../protocol/debug.ts';
import type { EventKind } from '../../protocol/events.ts';
import { A_DESTINATION } from '../../scenario/expression-names.ts';
import { parseExpression } from '../../scenario/expression.ts';
import { useDebug } from '../../store/debug.ts';
import { useView } from '../../store/hooks.ts';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { type UntilMode, useStops } from '../kinds/stops.ts';
import { Condition } from './Condition.tsx';
import { KINDS_BY_NOUN } from './event-kinds.ts';
import { ExpressionForm, useSubjects } from './ExpressionForm.tsx';
import css from './debugger.module.css';

/** Runs forward or back until a condition becomes true, or makes a breakpoint of the condition. */
export function RunUntil() {
  const { modes, first, usual } = useStops();
  const onTimers = useView((view) => view.mainPanel?.kind === 'wheel');
  const [chosen, setMode] = useState<UntilMode>(onTimers ? 'timer' : first);
  const mode = modes.includes(chosen) ? chosen : first;
  return (
    <section className="stack" aria-label="Run until">
      <header className="row wrap">
        <h2>
          Run until <span className="dim">a condition becomes true</span>
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

/** Chooses a kind of event, and optionally the one message or destination that the event must concern. */
function EventForm() {
  const { nouns, ofMail, usual } = useStops();
  const [kind, setKind] = useState<EventKind>(usual);
  const [message, setMessage] = useState('');
  const [destination, setDestination] = useState('');
  const number = Number(message);
  const wrong = message !== '' && (!Number.isInteger(number) || number < 1);
  const test: StopTest = {
    event: { kinds: [kind], message: number, destination: destination.trim().toLowerCase() },
  };
  const about = [message === '' ? '' : `of ${message}`, destination === '' ? '' : `at ${destination}`];
  return (
    <Condition
      test={wrong ? null : test}
      text={[kind, ...about].filter((word) => word !== '').join(' ')}
      needs={wrong ? 'a message number, or nothing for all messages' : undefined}
    >
      <Select
        label="kind of event"
        value={kind}
        options={nouns.map((noun) => ({
          group: noun,
          options: (KINDS_BY_NOUN.get(noun) ?? []).map((one) => ({ value: one, text: one })),
        }))}
        onChange={setKind}
      />
      {ofMail && (
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
            className={css.dbgWide}
            kind="code"
            label="destination"
            placeholder="any destination"
            maxLength={200}
            value={destination}
            onChange={setDestination}
          />
        </>
      )}
    </Condition>
  );
}

/** Chooses a job or destination and what must happen to it. The job or destination need not exist yet. */
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
  return (
    <Condition
      test={stop === undefined || !known ? null : stop.test(name, limit)}
      text={stop?.say(name, limit) ?? ''}
      needs={known ? undefined : mode === 'job' ? 'the number of a message' : A_DESTINATION}
    >
      <Field
        className={mode === 'job' ? css.dbgLimit : css.dbgWide}
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
    </Condition>
  );
}

/** Chooses what must happen to a timer, among the events of timers in this kind of run. */
function TimerForm() {
  const { timers: stops } = useStops();
  const [text, setText] = useState('');
  const stop = stops.find((one) => one.text === text) ?? stops[0];
  if (stop === undefined) return null;
  return (
    <Condition test={stop.test} text={stop.text}>
      <Select
        label="what happens to timers"
        value={stop.text}
        options={stops.map((one) => one.text)}
        onChange={setText}
      />
    </Condition>
  );
}

const ENDS = {
  '': '',
  found: 'Stopped',
  end: 'Not found: the run ends without it.',
  limit: 'Not found within an hour of simulated time.',
  cancelled: 'Cancelled.',
} as const;

/** Progress of the search, and why it ended. A screen reader reads the line, because it answers a key press. */
function SearchLine() {
  const search = useDebug((state) => state.search);
  const sought = useDebug((state) => state.sought);
  const outcome = (): string => {
    if (search === null) return sought;
    if (search.running) return `Looking for ${sought}`;
    return search.why === 'found' ? `Stopped at ${formatSeconds(search.at)}: ${sought}.` : ENDS[search.why];
  };
  return (
    <p className="text-2 sub" data-search>
      <span role="status">{outcome()}</span>
      {/* Not read aloud: it changes with every frame. */}
      {search?.running === true && `, at ${formatSeconds(search.at)}, ${formatCounted(search.hits, 'hit')}`}
    </p>
  );
}
