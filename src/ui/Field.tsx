import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import type { InputError, Result } from '../protocol/result.ts';
import { FieldError } from './FieldError.tsx';
import './field.css';

interface Common {
  /** `figure` = a number is typed; `code` = an address, a name, an expression: no spelling is checked. */
  kind?: 'text' | 'figure' | 'code';
  /** Behind the field. */
  unit?: ReactNode;
  hint?: ReactNode;
  /** Between name and field, such as a slider. */
  children?: ReactNode;
}

/** Every field has a name: a label of its own, one for those who hear the page, or a `<label>` elsewhere that names its id. */
type Name =
  | {
      text: ReactNode;
      /** Class of label and field together: `field-line`, `field-stack`, `field-after`, or a panel's own. */
      line?: string | undefined;
      label?: never;
    }
  | { label: string; text?: never; line?: never }
  | { id: string; label?: never; text?: never; line?: never };

type FieldProps = Common &
  Name & {
    value: string;
    onChange: (value: string) => void;
    /** Shown below the field. Give `undefined` while nothing is wrong, so that it is read aloud when it comes. */
    error?: InputError | undefined;
    /** Where what is wrong is said elsewhere; `aria-describedby` says where. */
    invalid?: boolean;
  } & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'children'>;

const KINDS = {
  text: {},
  figure: { inputMode: 'numeric', autoComplete: 'off' },
  code: { spellCheck: false, autoComplete: 'off' },
} as const;

/** One line to type in, with its name, its unit and what is wrong with it. */
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
    /** In force. */
    value: number;
    /** What was typed; NaN where it is no number. The refusal is shown at the field. */
    onSet: (value: number) => Promise<Result<unknown>>;
    /** A slider for what is usual; larger figures can be typed. */
    slider?: { label: string; low: number; high: number };
  };

/** A figure that is set with Enter, by leaving the field, or by letting go of its slider. Escape puts back what is in force. */
export function FigureField({ value, onSet, slider, ...rest }: FigureFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<InputError>();
  const busy = useRef(false);
  const putBack = (): void => {
    setDraft(null);
    setError(undefined);
  };
  const commit = async (): Promise<void> => {
    // The same figure again is not a change: it would fork the past for nothing.
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
        <input
          type="range"
          aria-label={slider.label}
          min={slider.low}
          max={slider.high}
          value={Math.min(slider.high, Math.max(slider.low, Number(shown) || 0))}
          onChange={(event) => setDraft(event.target.value)}
          onPointerUp={() => void commit()}
          onKeyUp={() => void commit()}
        />
      )}
    </Field>
  );
}
