/** Reading of numbers and choices from parsed JSON: every mistake is a typed error, nothing is guessed. */
import type { InputError } from '../../protocol/result.ts';
import { wholeNumber } from '../../protocol/accepted.ts';

export type InputRecord = Readonly<Record<string, unknown>>;

/** True for an object that is not a list. */
export function isInput(value: unknown): value is InputRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A whole number in a range; absent = `otherwise`, which is not checked when it lies outside (0 = "must be given").
 */
export function readWhole(
  input: InputRecord,
  field: string,
  low: number,
  high: number,
  otherwise: number,
  errors: InputError[],
  path = '',
): number {
  const given = input[field];
  const value = given === undefined ? otherwise : given;
  if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) return value;
  errors.push({
    field: path === '' ? field : `${path}.${field}`,
    value: heldText(given),
    accepted: wholeNumber(low, high),
  });
  return low;
}

/** One of a few words; absent = `otherwise`. */
export function readChoice<C extends string>(
  input: InputRecord,
  field: string,
  choices: readonly C[],
  otherwise: C,
  errors: InputError[],
  path: string,
): C {
  const given = input[field];
  if (given === undefined) return otherwise;
  const found = choices.find((choice) => choice === given);
  if (found !== undefined) return found;
  errors.push({ field: `${path}.${field}`, value: heldText(given), accepted: choices.join(', ') });
  return otherwise;
}

/** An offending value, short, as text. */
export function heldText(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
