/**
 * Checks the scenario file. All outside input (files, links, forms) passes through here first. Unknown members are rejected;
 * every error names the field, the value and what is accepted.
 */
import * as v from 'valibot';
import type { RunTree } from '../protocol/branches.ts';
import type { Command, LiveCommand } from '../protocol/commands.ts';
import type { Result } from '../protocol/result.ts';
import type { Scenario } from '../protocol/scenario.ts';
import { COMMAND_SCHEMAS, KINDS_ACCEPTED, schemaOf } from './kinds/schemas.ts';
import { LIMITS } from './limits.ts';
import { showValue, toInputErrors } from './schema-errors.ts';
import { listOf } from './schema-list.ts';
import { number, text, whole } from './schema-parts.ts';
import { destinations, DESTINATIONS } from './schema-run.ts';
import { upgrade } from './versions.ts';

const COMMANDS =
  'a command: message.inject, message.hold, message.release, message.flush, server.set, param.set, agents.set, feedback.set, queue.flush, qmgr.reload, log.model or log.server';
const command = v.variant('kind', COMMAND_SCHEMAS, COMMANDS);

const live = v.pipe(
  listOf(
    v.strictObject({
      step: whole(0, LIMITS.count),
      at: whole(0, LIMITS.at),
      seq: whole(0, LIMITS.count),
      command,
    }),
    `at most ${number(LIMITS.liveCommands)} live commands`,
    { max: LIMITS.liveCommands },
  ),
  v.check((list) => destinations(list) <= LIMITS.destinationsTotal, DESTINATIONS),
);

const BRANCHES = `at most ${number(LIMITS.branches)} branches, the first without a parent`;
const PARENT = 'the number of an earlier branch in the list';
const branch = v.strictObject({
  parent: whole(0, LIMITS.branches),
  step: whole(0, LIMITS.count),
  name: text(LIMITS.branchName),
  live,
  timed: live,
  gone: v.exactOptional(v.boolean('true or false')),
});
const tree = v.strictObject({
  branches: v.pipe(
    listOf(v.nullable(branch), BRANCHES, { min: 1, max: LIMITS.branches }),
    v.check(([first]) => first?.parent === 0, BRANCHES),
    v.check(
      (list) =>
        list.every(
          (one, i) => one === null || (i === 0 ? one.parent === 0 : one.parent > 0 && one.parent <= i),
        ),
      PARENT,
    ),
  ),
  branch: whole(1, LIMITS.branches),
});

/**
 * Parses and checks a scenario file of any known version. Missing members get their defaults; the script is sorted by time.
 * Times are microseconds.
 */
export function parseScenario(input: unknown): Result<Scenario> {
  const upgraded = upgrade(input);
  if (!upgraded.ok) return { ok: false, errors: [upgraded.error] };
  const { value } = upgraded;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, errors: [{ field: '(whole)', value: showValue(value), accepted: 'an object' }] };
  const kind = (value as Record<string, unknown>)['kind'];
  const schema = schemaOf(kind);
  if (schema === undefined)
    return { ok: false, errors: [{ field: 'kind', value: showValue(kind), accepted: KINDS_ACCEPTED }] };
  return outcome(v.safeParse(schema, value));
}

/**
 * Checks a reader's command before it is applied. Conditions that depend on the run, such as a number already in use, are
 * checked when the run applies the command.
 */
export function checkCommand(input: unknown): Result<Command> {
  return outcome(v.safeParse(command, input));
}

export function checkLive(input: unknown): Result<LiveCommand[]> {
  return outcome(v.safeParse(live, input));
}

/** Checks the branches of a link. In the list, each branch must come after its parent. */
export function checkTree(input: unknown): Result<RunTree> {
  return outcome(v.safeParse(tree, input));
}

function outcome<T>(result: v.SafeParseResult<v.GenericSchema<unknown, T>>): Result<T> {
  if (result.success) return { ok: true, value: result.output };
  return { ok: false, errors: toInputErrors(result.issues) };
}
