import { useState, type ReactNode } from 'react';
import type { LabCommand } from '../../protocol/lab.ts';
import type { InputError } from '../../protocol/result.ts';
import type { Millis } from '../../protocol/units.ts';
import { useActions } from '../../store/hooks.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { formatCount } from '../../explain/format.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { Field } from '../../ui/Field.tsx';
import css from './lab.module.css';
import { Button } from '../../ui/Button.tsx';

type Spread = 'fixed' | 'even' | 'short';

const COUNTS = [1, 10, 100, 1000].map((value) => ({ value, text: value < 1000 ? value : '1k' }));
const SPREADS = [
  { value: 'fixed', text: 'fixed' },
  { value: 'even', text: 'even', title: 'all delays equally likely' },
  { value: 'short', text: 'short', title: 'mostly short ones' },
] as const;
const JUMPS: readonly { ms: Millis; text: string }[] = [
  { ms: 10, text: '10 ms' },
  { ms: 400, text: '0.4 s' },
  { ms: 3000, text: '3 s' },
  { ms: 3_600_000, text: '1 h' },
  { ms: 21_600_000, text: '6 h' },
];

/** Builds a command; `whole` reads a whole number from a field. */
type Build = (whole: (text: string) => number) => LabCommand;
type Run = (build: Build) => Promise<void>;

/** Runs a command at the cursor and keeps the error that the session returns. */
function useLabCommand(): { error: InputError | undefined; run: Run } {
  const actions = useActions();
  const [error, setError] = useState<InputError>();
  return {
    error,
    run: async (build) => {
      const bad: InputError[] = [];
      const command = build((text) => {
        const number = text.trim() === '' ? Number.NaN : Number(text);
        if (!Number.isInteger(number)) bad.push({ field: 'field', value: text, accepted: 'a whole number' });
        return number;
      });
      const result = bad.length > 0 ? { ok: false as const, errors: bad } : await actions.command(command);
      setError(result.ok ? undefined : result.errors[0]);
    },
  };
}

/** Forms for commands at the cursor: add, cancel, move the clock. `designs` = the commands go to all three designs. */
export function ByHand({ designs }: { designs: boolean }) {
  const { run, error } = useLabCommand();
  return (
    <section className="stack" aria-labelledby="lab-hand">
      <h2 id="lab-hand">
        By hand <span className="dim">at the cursor</span>
      </h2>
      <AddForm designs={designs} run={run} />
      <Line text="cancel">
        <div className={css.labButtons} role="group" aria-label="Cancel the oldest">
          {[10, 50, 90].map((percent) => (
            <Button
              key={percent}
              look="outlined"
              className="text-1"
              aria-label={`Cancel ${percent} per cent, the oldest first`}
              onClick={() => void run(() => ({ kind: 'lab.cancel-share', percent }))}
            >
              {percent} %
            </Button>
          ))}
        </div>
      </Line>
      {designs && <CheckForm run={run} />}
      <Jump designs={designs} run={run} />
      <FieldError id="lab-hand-error" error={error} />
    </section>
  );
}

function AddForm({ designs, run }: { designs: boolean; run: Run }) {
  const [delay, setDelay] = useState('250');
  const [upTo, setUpTo] = useState('5000');
  const [spread, setSpread] = useState<Spread>('fixed');
  const [count, setCount] = useState(designs ? 100 : 1);
  const add = (): void =>
    void run((whole) => {
      const one = { kind: 'lab.add', delay: whole(delay), count } as const;
      if (spread === 'fixed') return one;
      const many = { ...one, upTo: whole(upTo) };
      return spread === 'short' ? { ...many, mix: 'short' } : many;
    });
  const what = designs ? (count === 1 ? 'request' : 'requests') : count === 1 ? 'timer' : 'timers';
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      {/* The key that focuses the injection form of mail focuses this field in a laboratory. */}
      <Field
        id="inject-count"
        line={css.labLine}
        text={designs ? 'timeout' : 'delay'}
        unit="ms"
        kind="figure"
        value={delay}
        onChange={setDelay}
      />
      <Line text="spread">
        <Segmented
          className="fill"
          label="Distribution of delays"
          value={spread}
          options={SPREADS}
          onChange={setSpread}
        />
      </Line>
      {spread !== 'fixed' && (
        <Field line={css.labLine} text="up to" unit="ms" kind="figure" value={upTo} onChange={setUpTo} />
      )}
      <Line text="count">
        <Segmented className="fill" label="How many" value={count} options={COUNTS} onChange={setCount} />
      </Line>
      <button type="submit" className="btn primary">
        Add {formatCount(count)} {what}
      </button>
    </form>
  );
}

function CheckForm({ run }: { run: Run }) {
  const [key, setKey] = useState('1');
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void run((whole) => ({ kind: 'lab.check', key: whole(key) }));
      }}
    >
      <Line text="check">
        <span className="row gap-6">
          <Field
            kind="figure"
            className="grow"
            label="Key whose list is checked"
            value={key}
            onChange={setKey}
          />
          <button type="submit" className="btn outlined">
            Check key
          </button>
        </span>
      </Line>
    </form>
  );
}

function Jump({ designs, run }: { designs: boolean; run: Run }) {
  const [polls, setPolls] = useState<'polls' | 'lags'>('polls');
  return (
    <>
      <Line text="jump">
        <div className={css.labButtons} role="group" aria-label="The clock jumps by">
          {JUMPS.map(({ ms, text }) => (
            <Button
              key={ms}
              look="outlined"
              className="text-1"
              onClick={() =>
                void run(() => ({ kind: designs || polls === 'polls' ? 'lab.jump' : 'lab.lag', ms }))
              }
            >
              {text}
            </Button>
          ))}
        </div>
      </Line>
      {!designs && (
        <Line text="reaper">
          <Segmented
            className="fill"
            label="While the clock jumps"
            value={polls}
            options={[
              { value: 'polls', text: 'polls after it' },
              { value: 'lags', text: 'stays away' },
            ]}
            onChange={setPolls}
          />
        </Line>
      )}
    </>
  );
}

export function Line({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={css.labLine}>
      <span>{text}</span>
      {children}
    </div>
  );
}
