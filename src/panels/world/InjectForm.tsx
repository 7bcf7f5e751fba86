import { useCallback, useState } from 'react';
import type { InputError } from '../../protocol/result.ts';
import { Chip } from '../../charts/Chip.tsx';
import { useActions, useApp, useView } from '../../store/hooks.ts';
import { selectNextNumber } from '../../store/selectors.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { formatCount } from '../../explain/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Field } from '../../ui/Field.tsx';
import { addRow, editDraft, editRow, readInjectDraft, removeRow, useInjectDraft } from './inject-draft.ts';
import { everyTwoSeconds, type MixErrors, type MixRow, readMix } from './mix.ts';
import css from './world.module.css';
import { Button, IconButton } from '../../ui/Button.tsx';

const COUNTS = [1, 10, 100, 1000].map((n) => ({ value: String(n), text: String(n) }));

/** Form to inject a message: number of recipients, destinations, once or every two seconds. */
export function InjectForm() {
  const injection = useInjection();
  const next = useApp(selectNextNumber);
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void injection.inject();
      }}
    >
      <h2>Inject a message</h2>
      <MessageFields injection={injection} />
      <div className="row">
        <button type="submit" className="btn primary grow">
          Inject as <Chip number={next} size="small" />
        </button>
        <RepeatButton />
      </div>
    </form>
  );
}

/** Sends the form's message again and again while the run plays. */
export function RepeatButton() {
  const { count, rows } = useInjectDraft();
  const repeats = useView((view) => view.again !== null);
  const actions = useActions();
  return (
    <Button
      look="outlined"
      aria-pressed={repeats}
      onClick={() => {
        void actions.setAgain(repeats ? null : everyTwoSeconds(count, rows));
      }}
    >
      every 2 s
    </Button>
  );
}

/** Number of recipients, and their destinations. */
export function MessageFields({ injection: { errors, clear } }: { injection: Injection }) {
  const { count, rows, editing } = useInjectDraft();
  const change = (text: string): void => {
    clear();
    editDraft({ count: text });
  };
  return (
    <>
      <Segmented className="fill" label="Recipients" value={count} options={COUNTS} onChange={change} />
      <Field
        id="inject-count"
        text={`${count === '1' ? 'recipient' : 'recipients'} at`}
        line={`field-after text-2 sub ${css.countRow}`}
        kind="figure"
        value={count}
        error={errors.get('count')}
        onChange={change}
      />
      <MixBar count={count} rows={rows} editing={editing} />
      {editing && <MixEditor rows={rows} errors={errors} clear={clear} />}
    </>
  );
}

const NO_ERRORS: MixErrors = new Map();

export interface Injection {
  /** False if the message was refused; then `errors` says why, by field. */
  inject: () => Promise<boolean>;
  errors: MixErrors;
  clear: () => void;
}

/** Injects the form's message, or shows errors at its fields. */
export function useInjection(): Injection {
  const actions = useActions();
  const [errors, setErrors] = useState<MixErrors>(NO_ERRORS);
  const inject = useCallback(async () => {
    const { count, rows } = readInjectDraft();
    const reading = readMix(count, rows);
    if (reading.errors.size > 0) {
      setErrors(reading.errors);
      editDraft({
        editing: [...reading.errors.keys()].some((key) => key !== 'count') || readInjectDraft().editing,
      });
      return false;
    }
    const result = await actions.inject(reading.shares);
    setErrors(result.ok ? NO_ERRORS : atCount(result.errors));
    return result.ok;
  }, [actions]);
  const clear = useCallback(() => setErrors(NO_ERRORS), []);
  return { inject, errors, clear };
}

/** Shows at the first field an error that only the session found. */
function atCount(errors: readonly InputError[]): MixErrors {
  const first = errors[0];
  return first === undefined ? NO_ERRORS : new Map([['count', first]]);
}

/** Shows the mix as a bar in greys (hue is for messages), with the next message's recipients by destination. */
function MixBar({ count, rows, editing }: { count: string; rows: readonly MixRow[]; editing: boolean }) {
  const { counts } = readMix(count, rows);
  return (
    <div className="stack gap-2">
      <div className={css.mixBar} aria-hidden="true">
        {rows.map((row, i) => (
          <i key={row.id} style={{ flexGrow: Number(row.weight) || 0, opacity: SHADES[i % SHADES.length] }} />
        ))}
      </div>
      <button
        type="button"
        className={`row gap-6 mono text-1 sub ${css.mixLegend}`}
        aria-expanded={editing}
        aria-label={`Destinations: ${rows.map((row, i) => `${row.destination} ${counts[i] ?? 0}`).join(', ')}. Edit`}
        onClick={() => {
          editDraft({ editing: !editing });
        }}
      >
        <span className="row wrap grow">
          {rows.map((row, i) => (
            <span key={row.id} className="cut">
              {shortName(row.destination)} <span className="strong">{formatCount(counts[i] ?? 0)}</span>
            </span>
          ))}
        </span>
        <Icon name="down" />
      </button>
    </div>
  );
}

const SHADES = [1, 0.7, 0.45, 0.25] as const;

/** Short name of a destination: `slow` for slow.example. */
function shortName(destination: string): string {
  return destination.replace(/\.(example|test|invalid)(\.(com|net|org))?$/, '');
}

interface MixEditorProps {
  rows: readonly MixRow[];
  errors: MixErrors;
  clear: () => void;
}

function MixEditor({ rows, errors, clear }: MixEditorProps) {
  return (
    <div className="stack gap-4" role="group" aria-label="Destinations and their shares">
      <div className={`text-1 dim ${css.mixRow}`} aria-hidden="true">
        <span>destination</span>
        <span>share</span>
      </div>
      {rows.map((row) => (
        <MixLine key={row.id} row={row} errors={errors} clear={clear} only={rows.length === 1} />
      ))}
      <div>
        <Button className="text-1" onClick={addRow}>
          <Icon name="plus" /> Add a destination
        </Button>
      </div>
    </div>
  );
}

interface MixLineProps extends Omit<MixEditorProps, 'rows'> {
  row: MixRow;
  /** True for the only row, which cannot be removed. */
  only: boolean;
}

function MixLine({ row, errors, clear, only }: MixLineProps) {
  const name = `destination-${row.id}`;
  const weight = `weight-${row.id}`;
  return (
    <>
      <div className={css.mixRow}>
        <Field
          kind="code"
          label="destination"
          value={row.destination}
          invalid={errors.has(name)}
          aria-describedby={`${name}-error`}
          onChange={(destination) => {
            clear();
            editRow(row.id, { destination });
          }}
        />
        <Field
          kind="figure"
          label={`share of ${row.destination}`}
          value={row.weight}
          invalid={errors.has(weight)}
          aria-describedby={`${weight}-error`}
          onChange={(text) => {
            clear();
            editRow(row.id, { weight: text });
          }}
        />
        <IconButton
          name={`remove ${row.destination}`}
          icon="close"
          disabled={only}
          onClick={() => {
            clear();
            removeRow(row.id);
          }}
        />
      </div>
      <FieldError id={`${name}-error`} error={errors.get(name)} />
      <FieldError id={`${weight}-error`} error={errors.get(weight)} />
    </>
  );
}
