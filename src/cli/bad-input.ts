import type { InputError } from '../protocol/result.ts';
import { describeError } from '../scenario/schema-errors.ts';

/** Error for invalid input: the field, its value and what is accepted. The command ends with exit code 2. */
export class BadInput extends Error {
  constructor(errors: readonly InputError[]) {
    super(errors.map(describeError).join('\n'));
  }
}

export function bad(field: string, value: string, accepted: string): BadInput {
  return new BadInput([{ field, value, accepted }]);
}
