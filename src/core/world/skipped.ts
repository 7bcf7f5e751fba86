import type { Command } from '../../protocol/commands.ts';
import type { WorldEvent } from '../../protocol/events.ts';
import type { InputError } from '../../protocol/result.ts';

type Skipped = Extract<WorldEvent, { kind: 'command.skipped' }>;

/** The event that says which line of a script was left out, and what it would have taken: the first of `errors`. */
export function skipped({ kind }: Pick<Command, 'kind'>, errors: readonly InputError[]): Skipped {
  const { field = '', value = '', accepted = '' } = errors[0] ?? {};
  // A number alone would not say of what.
  const subject = /^\d/.test(value) ? `${field === 'number' ? 'message' : field} ${value}` : value;
  return { kind: 'command.skipped', command: kind, value: subject, accepted };
}
