import type { InputError } from '../protocol/result.ts';
import { describeError } from '../scenario/schema-errors.ts';

/** Bad input: the field, what it held, what would be accepted. Exit code 2. */
export class BadInput extends Error {
  constructor(errors: readonly InputError[]) {
    super(errors.map(describeError).join('\n'));
  }
}

/** One field that holds what is not accepted. */
export function bad(field: string, value: string, accepted: string): BadInput {
  return new BadInput([{ field, value, accepted }]);
}
