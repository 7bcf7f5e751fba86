/**
 * What is wrong with something a person or a file supplied: the field, what it held, and what would be accepted.
 * Text in it may come from outside: show it as text, never as HTML.
 */
export interface InputError {
  /** Path of the field, such as `script[3].command.recipients` or `smtp_delivery_slot_cost`. */
  field: string;
  /** The offending value, shortened, as text. */
  value: string;
  /** What would be accepted, as a short noun phrase: "a whole number from 1 to 1,000,000". */
  accepted: string;
}

/** Bad input is a value, never an exception; nothing has changed when `ok` is false. */
export type Result<T> = { ok: true; value: T } | { ok: false; errors: InputError[] };

/** Why there is nothing to save or to look at. */
export const NO_SCENARIO = 'no scenario is open';
