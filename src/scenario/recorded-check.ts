import { LIMITS } from './limits.ts';
import { number } from './schema-parts.ts';
import { wholeNumber } from '../protocol/accepted.ts';
import { MISSING_MEMBER, UNKNOWN_MEMBER } from './schema-errors.ts';
import { isObject } from '../protocol/is-object.ts';

/** Reports an invalid part of a record: its path, its value, and what is accepted. */
export class RecordedRefusal extends Error {
  readonly path: Path;
  readonly value: unknown;
  readonly accepted: string;

  constructor(path: Path, value: unknown, accepted: string) {
    super(accepted);
    this.path = path;
    this.value = value;
    this.accepted = accepted;
  }
}

/** Path of a member inside the recorded part of a scenario. */
export type Path = readonly (string | number)[];

export function refuse(path: Path, value: unknown, accepted: string): never {
  throw new RecordedRefusal(path, value, accepted);
}

/** Checks that `value` is an object with exactly these members; those in `optional` may be absent. Throws `RecordedRefusal`. */
export function members(
  path: Path,
  value: unknown,
  names: readonly string[],
  optional: readonly string[] = [],
): Record<string, unknown> {
  if (!isObject(value)) return refuse(path, value, 'an object');
  for (const name of Object.keys(value))
    if (!names.includes(name) && !optional.includes(name))
      refuse([...path, name], value[name], UNKNOWN_MEMBER);
  for (const name of names)
    if (!Object.hasOwn(value, name)) refuse([...path, name], undefined, MISSING_MEMBER);
  return value;
}

/** Checks a list of whole numbers in [min, max], with `length` items if given. Throws `RecordedRefusal`. */
export function column(
  path: Path,
  value: unknown,
  [min, max]: readonly [number, number],
  length?: number,
): number[] {
  const accepted = `a list of ${length === undefined ? `at most ${number(LIMITS.recordedRows)}` : number(length)} whole numbers from ${number(min)} to ${number(max)}`;
  if (!Array.isArray(value) || value.length > LIMITS.recordedRows) return refuse(path, value, accepted);
  if (length !== undefined && value.length !== length) refuse(path, `${value.length} numbers`, accepted);
  for (let i = 0; i < value.length; i++) {
    const one: unknown = value[i];
    if (!Number.isSafeInteger(one) || (one as number) < min || (one as number) > max)
      refuse([...path, i], one, wholeNumber(number(min), number(max)));
  }
  return value as number[];
}
