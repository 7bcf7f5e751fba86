import type { InputError } from '../protocol/result.ts';

/** The error of a field: its value and what is accepted. Values come from outside and are rendered as text. */
export function FieldError({ id, error }: { id: string; error: InputError | undefined }) {
  return (
    <p id={id} className="field-error" role="alert" hidden={error === undefined}>
      {error !== undefined && (
        <>
          <span aria-hidden="true">✕ </span>
          {error.value === '' ? 'Empty' : <q>{error.value}</q>}: needs {error.accepted}. Nothing changed.
        </>
      )}
    </p>
  );
}
