import type * as v from 'valibot';
import type { RunKind, Scenario } from '../../protocol/scenario.ts';
import { mailCommands, mailSchema } from './mail/schema.ts';
import { cmgroupCommands, threadSchema } from './threads/schema.ts';
import { timerCommands, timerSchema } from './timers/schema.ts';

const SCHEMAS: Readonly<Record<RunKind, v.GenericSchema<unknown, Scenario>>> = {
  mail: mailSchema,
  'timer-lab': timerSchema,
  'threads-alone': threadSchema,
};

/** Commands of every kind. Whether the open run accepts a command is checked when the command is applied. */
export const COMMAND_SCHEMAS = [...mailCommands, ...timerCommands, ...cmgroupCommands] as const;

export const KINDS_ACCEPTED = Object.keys(SCHEMAS)
  .map((kind) => `"${kind}"`)
  .join(', ');

/** Returns the schema of a kind of scenario; undefined for an unknown kind. */
export function schemaOf(kind: unknown): v.GenericSchema<unknown, Scenario> | undefined {
  return typeof kind === 'string' && Object.hasOwn(SCHEMAS, kind) ? SCHEMAS[kind as RunKind] : undefined;
}
