/** The schema of the members that runs of every kind have. */
import * as v from 'valibot';
import { DEFAULT_TRANSPORT, SCENARIO_VERSION } from './defaults.ts';
import { LIMITS } from './limits.ts';
import { listOf } from './schema-list.ts';
import { number, text, transport, whole } from './schema-parts.ts';

export const runFields = {
  version: v.literal(SCENARIO_VERSION, String(SCENARIO_VERSION)),
  title: v.optional(text(LIMITS.title), 'Untitled'),
  about: v.optional(text(LIMITS.about, true), ''),
  seed: v.optional(whole(0, LIMITS.seed), 1),
  view: v.optional(
    v.strictObject({
      transport: v.optional(transport, DEFAULT_TRANSPORT),
      play: v.exactOptional(v.boolean('true or false')),
      pauseAt: v.exactOptional(whole(0, LIMITS.at)),
    }),
    { transport: DEFAULT_TRANSPORT },
  ),
};

export const wheel = v.strictObject({ tickMs: whole(1, LIMITS.tickMs), size: whole(2, LIMITS.wheelSize) });

const SCRIPT = `a list of at most ${number(LIMITS.scriptCommands)} commands, each {"at": microseconds, "command": {…}}`;

/** The schema of a script whose commands match `command`, in the order given. */
export function scriptList<T extends v.GenericSchema>(command: T) {
  return listOf(v.strictObject({ at: whole(0, LIMITS.at), command }), SCRIPT, { max: LIMITS.scriptCommands });
}

/** Sorts by time. Commands of the same instant keep their order. */
export function inOrder<T extends { at: number }>(list: readonly T[]): T[] {
  return list.toSorted((a, b) => a.at - b.at);
}

export const DESTINATIONS = `at most ${number(LIMITS.destinationsTotal)} destinations in all messages of the script`;

export function destinations(
  list: readonly { command: { kind: string; to?: readonly unknown[] } }[],
): number {
  return list.reduce((sum, { command }) => sum + (command.to?.length ?? 0), 0);
}
