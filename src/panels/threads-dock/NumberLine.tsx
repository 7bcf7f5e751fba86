import { useId, useState, type KeyboardEvent } from 'react';
import type { InputError, Result } from '../../protocol/result.ts';
import { FieldError } from '../kit/FieldError.tsx';
import './threads-dock.css';

interface NumberLineProps {
  name: string;
  /** In force at this instant. */
  value: number;
  /** Ends of the slider; larger figures can be typed. */
  low: number;
  high: number;
  /** Behind the name: what a special figure means. */
  note?: string;
  onSet: (value: number) => Promise<Result<unknown>>;
}

/** A figure with a slider for what is usual and a field for everything. Letting go of the slider acts, at this instant. */
export function NumberLine({ name, value, low, high, note, onSet }: NumberLineProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<InputError>();
  const commit = async (text: string): Promise<void> => {
    // The same figure again is not a change: it would fork the past for nothing.
    if (text.trim() === String(value)) {
      setDraft(null);
      setError(undefined);
      return;
    }
    const result = await onSet(text.trim() === '' ? Number.NaN : Number(text));
    setError(result.ok ? undefined : result.errors[0] && { ...result.errors[0], value: text });
    if (result.ok) setDraft(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') void commit(draft ?? String(value));
    if (event.key !== 'Escape') return;
    setDraft(null);
    setError(undefined);
  };
  const shown = draft ?? String(value);
  return (
    <div className="number-line">
      <label htmlFor={id}>
        {name} {note !== undefined && <span className="dim">{note}</span>}
      </label>
      <input
        type="range"
        aria-label={`${name}, slider`}
        min={low}
        max={high}
        value={Math.min(high, Math.max(low, Number(shown) || 0))}
        onChange={(event) => setDraft(event.target.value)}
        onPointerUp={() => void commit(draft ?? String(value))}
        onKeyUp={() => void commit(draft ?? String(value))}
      />
      <input
        id={id}
        className="field mono"
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        value={shown}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => draft !== null && error === undefined && void commit(draft)}
        onKeyDown={onKeyDown}
      />
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
