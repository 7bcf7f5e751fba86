import type { InputError } from '../protocol/result.ts';

/** What is wrong with a field, in words: what it held and what it takes. Values come from outside and stay text. */
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
