import type { Command } from '../../protocol/commands.ts';
import type { WorldEvent } from '../../protocol/events.ts';
import type { InputError } from '../../protocol/result.ts';

type Skipped = Extract<WorldEvent, { kind: 'command.skipped' }>;

/** Reports the skipped line of a script, with the first of `errors`. */
export function skipped({ kind }: Pick<Command, 'kind'>, errors: readonly InputError[]): Skipped {
  const { field = '', value = '', accepted = '' } = errors[0] ?? {};
  // A bare number would not show what it stands for.
  const subject = /^\d/.test(value) ? `${field === 'number' ? 'message' : field} ${value}` : value;
  return { kind: 'command.skipped', command: kind, value: subject, accepted };
}
