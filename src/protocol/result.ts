/**
 * An error in input from a person or a file: the field, its value, and what is accepted. Texts may come from outside: show
 * them as text, never as HTML.
 */
export interface InputError {
  /** Path of the field, such as `script[3].command.recipients` or `smtp_delivery_slot_cost`. */
  field: string;
  /** The invalid value, shortened, as text. */
  value: string;
  /** The accepted values as a short noun phrase: "a whole number from 1 to 1,000,000". */
  accepted: string;
}

/** Bad input is a value, never an exception. When `ok` is false, nothing has changed. */
export type Result<T> = { ok: true; value: T } | { ok: false; errors: InputError[] };

export const NO_SCENARIO = 'no scenario is open';
