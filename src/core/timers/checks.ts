import type { InputError } from '../../protocol/result.ts';
import { wholeNumber } from '../../protocol/accepted.ts';

/** Limits of a wheel. Check values from people or files here first; the wheel itself throws. */

/** Largest number of buckets of a level. More would only waste memory: the widest wheel of the laboratory has 512. */
const MAX_WHEEL_SIZE = 1_000_000;

/**
 * Errors in the parameters of a wheel; empty when they are valid. A size of 1 is refused: its overflow wheel would have
 * the same interval, so the first task beyond one tick would need endless levels.
 */
export function wheelParamErrors(tick: number, size: number, start = 0, field = 'wheel'): InputError[] {
  const errors: InputError[] = [];
  if (!Number.isSafeInteger(tick) || tick < 1)
    errors.push({ field: `${field}.tick`, value: String(tick), accepted: wholeNumber(1) });
  if (!Number.isSafeInteger(size) || size < 2 || size > MAX_WHEEL_SIZE)
    errors.push({
      field: `${field}.size`,
      value: String(size),
      accepted: wholeNumber(2, '1\u2009000\u2009000'),
    });
  if (!Number.isSafeInteger(start) || start < 0)
    errors.push({ field: `${field}.start`, value: String(start), accepted: wholeNumber(0) });
  return errors;
}

export function assertWheelParams(tick: number, size: number, start: number): void {
  const error = wheelParamErrors(tick, size, start)[0];
  if (error) throw new Error(`${error.field} ${error.value}: not ${error.accepted}`);
}

export function assertWholeNumber(name: string, value: number): void {
  if (!Number.isSafeInteger(value)) throw new Error(`${name} ${value}: not a whole number below 2^53`);
}
