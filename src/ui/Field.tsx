import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import type { InputError, Result } from '../protocol/result.ts';
import { FieldError } from './FieldError.tsx';
import './field.css';
import { Slider } from './Slider.tsx';

interface Common {
  /** `figure` = a number. `code` = an address, a name or an expression, without spell checking. */
  kind?: 'text' | 'figure' | 'code';
  /** Unit, shown after the field. */
  unit?: ReactNode;
  hint?: ReactNode;
  /** Elements between the label and the field, such as a slider. */
  children?: ReactNode;
}

/** Every field has a name: a visible label, an accessible name, or an id to which a `<label>` on the page refers. */
type Name =
  | {
      text: ReactNode;
      /** Class around label and field: `field-line`, `field-stack`, `field-after`, or a panel's own. */
      line?: string | undefined;
      label?: never;
    }
  | { label: string; text?: never; line?: never }
  | { id: string; label?: never; text?: never; line?: never };

type FieldProps = Common &
  Name & {
    value: string;
    onChange: (value: string) => void;
    /** Shown below the field. Pass `undefined` while there is no error; screen readers then announce the next error. */
    error?: InputError | undefined;
    /** True for an invalid field whose error is shown elsewhere, in the element that `aria-describedby` names. */
    invalid?: boolean;
  } & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'children'>;

const KINDS = {
  text: {},
  figure: { inputMode: 'numeric', autoComplete: 'off' },
  code: { spellCheck: false, autoComplete: 'off' },
} as const;

/** A one-line input with label, unit, hint and error. */
export function Field(props: FieldProps) {
  const {
    text,
    label,
    line = 'field-line',
    kind = 'text',
    unit,
    hint,
    children,
    error,
    invalid,
    ...rest
  } = props;
  const { onChange, className = '', ...input } = rest;
  const own = useId();
  const id = input.id ?? own;
  const about = [
    input['aria-describedby'],
    unit !== undefined && `${id}-unit`,
    hint !== undefined && `${id}-hint`,
    'error' in props && `${id}-error`,
  ].filter((part) => typeof part === 'string');
  const field = (
    <>
      {children}
      <input
        {...KINDS[kind]}
        {...input}
        id={id}
        className={`field ${kind === 'text' ? '' : 'mono'} ${className}`.trim()}
        aria-label={label}
        aria-invalid={invalid ?? error !== undefined}
        aria-describedby={about.length === 0 ? undefined : about.join(' ')}
        onChange={(event) => onChange(event.target.value)}
      />
      {unit !== undefined && (
        <span id={`${id}-unit`} className="field-unit">
          {unit}
        </span>
      )}
      {hint !== undefined && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
      {'error' in props && <FieldError id={`${id}-error`} error={error} />}
    </>
  );
  if (text === undefined) return field;
  return (
    <div className={line}>
      <label htmlFor={id}>{text}</label>
      {field}
    </div>
  );
}

type FigureFieldProps = Common &
  Name & {
    value: number;
    /** Called with the typed number; NaN = the text is not a number. The field shows a returned error. */
    onSet: (value: number) => Promise<Result<unknown>>;
    /** A slider for the usual range. Larger numbers can be typed. */
    slider?: { label: string; low: number; high: number };
  };

/** A number that takes effect on Enter, blur or release of the slider. Escape restores the value that applies. */
export function FigureField({ value, onSet, slider, ...rest }: FigureFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<InputError>();
  const busy = useRef(false);
  const putBack = (): void => {
    setDraft(null);
    setError(undefined);
  };
  const commit = async (): Promise<void> => {
    // Setting an unchanged value would still be a command, and a command in the past creates a branch.
    if (draft === null || draft.trim() === String(value)) return putBack();
    if (busy.current) return;
    busy.current = true;
    try {
      const result = await onSet(draft.trim() === '' ? Number.NaN : Number(draft));
      setError(result.ok ? undefined : result.errors[0] && { ...result.errors[0], value: draft });
      if (result.ok) setDraft(null);
    } finally {
      busy.current = false;
    }
  };
  const shown = draft ?? String(value);
  return (
    <Field
      kind="figure"
      {...rest}
      value={shown}
      error={error}
      onChange={setDraft}
      onFocus={(event) => event.target.select()}
      onBlur={() => error === undefined && void commit()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void commit();
        else if (event.key === 'Escape') putBack();
      }}
    >
      {slider !== undefined && (
        <Slider
          label={slider.label}
          min={slider.low}
          max={slider.high}
          value={Math.min(slider.high, Math.max(slider.low, Number(shown) || 0))}
          onChange={(to) => setDraft(String(to))}
          onPointerUp={() => void commit()}
          onKeyUp={() => void commit()}
        />
      )}
    </Field>
  );
}
