/**
 * The scenario file, checked. Everything that comes from outside (file, link, form) passes here before anything else
 * sees it; nothing unknown is let through, and every refusal names the field, the value and what would be accepted.
 */
import * as v from 'valibot';
import type { RunTree } from '../protocol/branches.ts';
import type { Command, LiveCommand } from '../protocol/commands.ts';
import type { Result } from '../protocol/result.ts';
import type { Scenario } from '../protocol/scenario.ts';
import { completeScenario, DEFAULT_LATENCY_MS, DEFAULT_TRANSPORT, DEFAULT_WHEEL } from './defaults.ts';
import { LIMITS } from './limits.ts';
import { isDestinationName, isTransportName } from './names.ts';
import { acceptedValues, findParam, isParamValue } from './params.ts';
import { toInputErrors } from './schema-errors.ts';
import { listOf } from './schema-list.ts';
import {
  destination,
  number,
  SERVER,
  server,
  TRANSPORT,
  tableOf,
  text,
  transport,
  whole,
} from './schema-parts.ts';
import { lab, labCommands } from './schema-lab.ts';
import { cmgroup, cmgroupCommands } from './schema-cmgroup.ts';
import { modelled } from './schema-modelled.ts';
import { recorded } from './schema-recorded.ts';
import { behaviour } from './schema-server.ts';
import { threadCommands, threads } from './schema-threads.ts';
import { upgrade } from './versions.ts';

const share = v.strictObject({
  destination,
  count: whole(1, LIMITS.recipientsPerMessage),
  transport: v.exactOptional(transport),
});

const SHARES = `1 to ${number(LIMITS.destinationsPerMessage)} destinations`;
const RECIPIENTS = `at most ${number(LIMITS.recipientsPerMessage)} recipients in one message`;
const inject = v.strictObject({
  kind: v.literal('message.inject'),
  to: v.pipe(
    listOf(share, SHARES, { min: 1, max: LIMITS.destinationsPerMessage }),
    v.check((to) => recipients(to) <= LIMITS.recipientsPerMessage, RECIPIENTS),
  ),
  number: v.exactOptional(whole(1, LIMITS.messageNumber)),
  sender: v.exactOptional(text(LIMITS.sender)),
});

const PARAM_VALUE = 'a number or a text';
const paramValue = v.union([v.number(PARAM_VALUE), v.string(PARAM_VALUE)], PARAM_VALUE);
const PARAM_NAME = 'a queue manager parameter of main.cf, such as default_delivery_slot_cost';

const paramSet = v.pipe(
  v.strictObject({ kind: v.literal('param.set'), name: v.string(PARAM_NAME), value: paramValue }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { name, value } = dataset.value;
    const param = findParam(name);
    if (param === undefined) {
      addIssue({ message: PARAM_NAME, path: [pathItem(dataset.value, 'name', name)] });
    } else if (!isParamValue(param.info, value)) {
      addIssue({ message: acceptedValues(param.info), path: [pathItem(dataset.value, 'value', value)] });
    }
  }),
);

const KINDS =
  'a command: message.inject, message.hold, message.release, message.flush, server.set, param.set, agents.set, feedback.set, queue.flush or qmgr.reload';
const command = v.variant(
  'kind',
  [
    inject,
    v.strictObject({ kind: v.literal('server.set'), server, behaviour }),
    paramSet,
    v.strictObject({
      kind: v.literal('agents.set'),
      transport,
      limit: whole(0, LIMITS.agents),
      fault: v.exactOptional(v.picklist(['unreachable', 'crash'], 'unreachable or crash, or nothing')),
    }),
    v.strictObject({
      kind: v.literal('feedback.set'),
      rule: v.picklist(['shipped', 'documented'], 'shipped or documented'),
    }),
    v.strictObject({ kind: v.literal('queue.flush') }),
    v.strictObject({ kind: v.literal('qmgr.reload') }),
    v.strictObject({ kind: v.literal('message.hold'), number: whole(1, LIMITS.messageNumber) }),
    v.strictObject({ kind: v.literal('message.release'), number: whole(1, LIMITS.messageNumber) }),
    v.strictObject({ kind: v.literal('message.flush'), number: whole(1, LIMITS.messageNumber) }),
    ...labCommands,
    ...cmgroupCommands,
    ...threadCommands,
  ],
  KINDS,
);

const params = v.pipe(
  tableOf((name) => findParam(name) !== undefined, PARAM_NAME, paramValue, LIMITS.params),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [name, value] of Object.entries(dataset.value)) {
      const param = findParam(name);
      if (param === undefined || isParamValue(param.info, value)) continue;
      addIssue({ message: acceptedValues(param.info), path: [pathItem(dataset.value, name, value)] });
    }
  }),
);

const SCRIPT = `a list of at most ${number(LIMITS.scriptCommands)} commands, each {"at": microseconds, "command": {…}}`;
const TOTAL = `at most ${number(LIMITS.recipientsTotal)} recipients in the whole script`;
const DESTINATIONS = `at most ${number(LIMITS.destinationsTotal)} destinations in all messages of the script`;
const NUMBERS = 'each message number at most once, among those that are injected';
const script = v.pipe(
  listOf(v.strictObject({ at: whole(0, LIMITS.at), command }), SCRIPT, { max: LIMITS.scriptCommands }),
  v.check((list) => total(list) <= LIMITS.recipientsTotal, TOTAL),
  v.check((list) => destinations(list) <= LIMITS.destinationsTotal, DESTINATIONS),
  v.check((list) => distinctNumbers(list), NUMBERS),
  // Stable: commands of one instant keep their order.
  v.transform((list) => list.slice().sort((a, b) => a.at - b.at)),
);

const FEEDBACK = '"shipped" or "documented"';
const flag = v.boolean('true or false');
const fields = v.strictObject({
  version: v.literal(1, '1'),
  title: v.optional(text(LIMITS.title), 'Untitled'),
  about: v.optional(text(LIMITS.about, true), ''),
  seed: v.optional(whole(0, LIMITS.seed), 1),
  params: v.optional(params, {}),
  agents: v.optional(
    tableOf(isTransportName, TRANSPORT, whole(0, LIMITS.agents), LIMITS.agentTransports),
    {},
  ),
  servers: v.optional(
    tableOf((name) => name === '*' || isDestinationName(name), SERVER, behaviour, LIMITS.servers),
    { '*': { latency: DEFAULT_LATENCY_MS } },
  ),
  wheel: v.optional(
    v.strictObject({ tickMs: whole(1, LIMITS.tickMs), size: whole(2, LIMITS.wheelSize) }),
    DEFAULT_WHEEL,
  ),
  feedback: v.optional(v.picklist(['shipped', 'documented'], FEEDBACK), 'shipped'),
  script: v.optional(script, []),
  lab: v.exactOptional(lab),
  cmgroup: v.exactOptional(cmgroup),
  threads: v.exactOptional(threads),
  recorded: v.exactOptional(recorded),
  modelled: v.exactOptional(modelled),
  view: v.optional(
    v.strictObject({
      transport: v.optional(transport, DEFAULT_TRANSPORT),
      play: v.exactOptional(flag),
      pauseAt: v.exactOptional(whole(0, LIMITS.at)),
    }),
    { transport: DEFAULT_TRANSPORT },
  ),
});

const OWN_COMMANDS =
  'commands of its own kind: lab.… in the timer laboratory, cmg.… in a run of threads alone, mail everywhere else';
const ONE_KIND =
  'one of lab, cmgroup, threads, recorded and modelled: the last three say what agents of mail meet';
const NOT_THREADS = 'threads.… commands and phases of a server only with threads: agents must be threads';
const scenario = v.pipe(
  fields,
  v.check(
    ({ lab: timers, cmgroup: pool, threads: agents, recorded: record, modelled: model }) =>
      [timers, pool, agents, record, model].filter((kind) => kind !== undefined).length <= 1,
    ONE_KIND,
  ),
  v.check(
    ({ threads: agents, servers, script: list }) => agents !== undefined || !needThreads(servers, list),
    NOT_THREADS,
  ),
  v.check(
    ({ lab: timers, cmgroup: pool, script: list }) =>
      list.every(
        ({ command: c }) =>
          c.kind.startsWith('lab.') === (timers !== undefined) &&
          c.kind.startsWith('cmg.') === (pool !== undefined),
      ),
    OWN_COMMANDS,
  ),
);

function needThreads(servers: Scenario['servers'], list: Scenario['script']): boolean {
  const inScript = list.some(
    ({ command: c }) =>
      c.kind.startsWith('threads.') || (c.kind === 'server.set' && c.behaviour.phases !== undefined),
  );
  return inScript || Object.values(servers).some(({ phases }) => phases !== undefined);
}

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

const BRANCHES = `at most ${number(LIMITS.branches)} branches, the first of them without a parent`;
const PARENT = 'the number of a branch before it in the list';
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
 * A scenario from a parsed file of any known version. Missing members take their defaults, the script is put in order
 * of time. Times are microseconds.
 */
export function parseScenario(input: unknown): Result<Scenario> {
  const upgraded = upgrade(input);
  if (!upgraded.ok) return { ok: false, errors: [upgraded.error] };
  const result = v.safeParse(scenario, upgraded.value);
  if (!result.success) return { ok: false, errors: toInputErrors(result.issues) };
  return { ok: true, value: completeScenario(result.output) };
}

/** A command that a person gave, before it is applied. What depends on the run (a number in use) is not known here. */
export function checkCommand(input: unknown): Result<Command> {
  return outcome(v.safeParse(command, input));
}

/** The commands given live, of a link. */
export function checkLive(input: unknown): Result<LiveCommand[]> {
  return outcome(v.safeParse(live, input));
}

/** The branches of a link. Each leaves one before it in the list. */
export function checkTree(input: unknown): Result<RunTree> {
  return outcome(v.safeParse(tree, input));
}

function outcome<T>(result: v.SafeParseResult<v.GenericSchema<unknown, T>>): Result<T> {
  if (result.success) return { ok: true, value: result.output };
  return { ok: false, errors: toInputErrors(result.issues) };
}

function pathItem(input: object, key: string, value: unknown): v.ObjectPathItem {
  return { type: 'object', origin: 'value', input: input as Record<string, unknown>, key, value };
}

function recipients(to: readonly { count: number }[]): number {
  return to.reduce((sum, part) => sum + part.count, 0);
}

type Scripted = { command: { kind: string; to?: { count: number }[]; number?: number } };

function destinations(list: readonly Scripted[]): number {
  return list.reduce((sum, { command: c }) => sum + (c.to?.length ?? 0), 0);
}

function total(list: readonly Scripted[]): number {
  return list.reduce((sum, { command: c }) => sum + (c.to === undefined ? 0 : recipients(c.to)), 0);
}

function distinctNumbers(list: readonly Scripted[]): boolean {
  // Other commands name a message that is there: held and released, its number comes again.
  const given = list.flatMap(({ command: c }) =>
    c.kind === 'message.inject' && c.number !== undefined ? [c.number] : [],
  );
  return new Set(given).size === given.length;
}
