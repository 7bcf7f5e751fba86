import type { InputError } from '../../protocol/result.ts';
import { wholeNumber } from '../../protocol/accepted.ts';

/** What a wheel accepts. What takes values from people or files asks here first; the wheel itself throws. */

/** More buckets would be memory for nothing: the widest wheel of the laboratory has 512. */
const MAX_WHEEL_SIZE = 1_000_000;

/**
 * What is wrong with the measures of a wheel, field by field; empty when it can be made. A size of 1 is refused: its
 * overflow wheel would have the same interval, so the first task beyond one tick would ask for levels without end.
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

/** Throws unless a wheel can be made of these. */
export function assertWheelParams(tick: number, size: number, start: number): void {
  const error = wheelParamErrors(tick, size, start)[0];
  if (error) throw new Error(`${error.field} ${error.value}: not ${error.accepted}`);
}

/** Throws unless `value` is a whole number below 2^53. */
export function assertWholeNumber(name: string, value: number): void {
  if (!Number.isSafeInteger(value)) throw new Error(`${name} ${value}: not a whole number below 2^53`);
}
