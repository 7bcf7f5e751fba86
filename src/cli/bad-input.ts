import type { InputError } from '../protocol/result.ts';
import { describeError } from '../scenario/schema-errors.ts';

import { InputFault } from './command.ts';

/** Errors in the content of a file: the fields, their values and what is accepted. */
export class BadInput extends InputFault {
  constructor(errors: readonly InputError[]) {
    super(errors.map(describeError).join('\n'));
  }
}

/** Makes an error about an argument: its field, its value and what is accepted. */
export function bad(field: string, value: string, accepted: string): Error {
  return new Error(describeError({ field, value, accepted }));
}
