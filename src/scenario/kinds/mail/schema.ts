/** The schema of a run of mail. Parts are defined before their use, because valibot evaluates them on load. */
import * as v from 'valibot';
import type { MailScenario } from '../../../protocol/scenario.ts';
import { DEFAULT_LATENCY_MS, DEFAULT_WHEEL } from '../../defaults.ts';
import { LIMITS } from '../../limits.ts';
import { isDestinationName, isTransportName } from '../../../protocol/names.ts';
import { findParam } from '../../../protocol/params.ts';
import { acceptedValues, isParamValue } from '../../params.ts';
import { destinations, DESTINATIONS, inOrder, runFields, scriptList, wheel } from '../../schema-run.ts';
import { modelled, LONGEST } from '../../schema-modelled.ts';
import { recorded } from '../../schema-recorded.ts';
import {
  number,
  pathItem,
  SERVER,
  TRANSPORT,
  tableOf,
  whole,
  destination,
  server,
  text,
  transport,
} from '../../schema-parts.ts';
import { listOf } from '../../schema-list.ts';
import type { ThreadsSetup } from '../../../protocol/threads-setup.ts';
import { MICROS_PER_HOUR } from '../../../protocol/units.ts';
import { DEFAULT_THREADS } from '../../threads-defaults.ts';

// Agents as threads: the machine, the phases of a delivery, and the commands.

const CPUS_MAX = 64;
const LIMIT_MAX = 1_048_576;
/** Longest CPU time of one step, in microseconds: an hour. */
const WORK_MAX = MICROS_PER_HOUR;

function span(max: number, unit: string) {
  const accepted = `whole ${unit} from 0 to ${number(max)}, or a range [from, to] of them with from ≤ to`;
  const figure = whole(0, max);
  return v.union(
    [
      figure,
      v.pipe(
        v.strictTuple([figure, figure]),
        v.check(([from, to]) => from <= to, accepted),
      ),
    ],
    accepted,
  );
}

const times = v.strictObject({
  waitMs: v.exactOptional(span(LIMITS.latencyMs, 'milliseconds')),
  cpuUs: v.exactOptional(span(WORK_MAX, 'microseconds')),
});

const phases = v.strictObject({
  connect: v.exactOptional(times),
  greeting: v.exactOptional(times),
  commands: v.exactOptional(times),
  data: v.exactOptional(times),
  end: v.exactOptional(times),
});

const limit = v.nullable(whole(0, LIMIT_MAX));
const agent = whole(1, LIMITS.agents);
const defaults = DEFAULT_THREADS;

/** The machine of a scenario. Missing members get the values of the default machine. */
const threads = v.strictObject({
  cpus: v.optional(whole(1, CPUS_MAX), defaults.cpus),
  limit: v.optional(limit, defaults.limit),
  limits: v.optional(tableOf(isTransportName, TRANSPORT, limit, LIMITS.agentTransports), {}),
  initial: v.optional(v.nullable(whole(0, LIMITS.agents)), defaults.initial),
  growBy: v.optional(whole(0, LIMITS.agents), defaults.growBy),
  phases: v.optional(phases, defaults.phases),
  switchUs: v.optional(whole(0, 10_000), defaults.switchUs),
  rewarmUs: v.optional(whole(0, 10_000), defaults.rewarmUs),
  alphaMilli: v.optional(whole(0, 10_000), defaults.alphaMilli),
  slices: v.optional(
    v.picklist(
      ['none', 'text', 'kernel-3.14', 'one-cpu', 'round-robin'],
      'none, text, kernel-3.14, one-cpu or round-robin',
    ),
    defaults.slices,
  ),
  runQueue: v.optional(v.picklist(['global', 'per-cpu'], 'global or per-cpu'), defaults.runQueue),
  source: v.optional(
    v.picklist(['epoll', 'aio-today', 'aio-intended'], 'epoll, aio-today or aio-intended'),
    defaults.source,
  ),
  background: v.optional(whole(0, 1_000), defaults.background),
  prefetch: v.optional(whole(0, LIMITS.agents), defaults.prefetch),
  story: v.optional(whole(1, 10_000), defaults.story),
}) satisfies v.GenericSchema<unknown, ThreadsSetup>;

const ACTS = ['threads.stop', 'threads.continue', 'threads.signal', 'threads.kill'] as const;

const threadCommands = [
  v.strictObject({ kind: v.literal('threads.limit'), transport, limit: whole(0, LIMIT_MAX) }),
  v.strictObject({ kind: v.literal('threads.cpus'), cpus: whole(1, CPUS_MAX) }),
  v.strictObject({ kind: v.picklist(ACTS), transport, agent }),
  v.strictObject({ kind: v.literal('threads.fault'), transport, agent, ms: whole(0, LIMITS.latencyMs) }),
  v.strictObject({ kind: v.literal('threads.add'), transport, count: whole(1, LIMITS.agents) }),
  v.strictObject({ kind: v.literal('threads.background'), count: whole(0, 1_000) }),
] as const;

const latency = whole(0, LIMITS.latencyMs);
const LATENCY = 'whole milliseconds, or a range [from, to] of them with from ≤ to';
const instant = whole(0, LIMITS.at / 1000);
const DOWN = 'an end after the start';

const FAULT =
  'a fault: refuse, unreachable, silent, limit, backlog, one-of, down, greylist or bounce, as {"kind": …} with its figures';
const fault = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.literal('refuse') }),
    v.strictObject({ kind: v.literal('unreachable') }),
    v.strictObject({ kind: v.literal('silent') }),
    v.strictObject({ kind: v.literal('limit'), sessions: whole(1, LIMITS.sessions) }),
    v.strictObject({
      kind: v.literal('backlog'),
      workers: whole(1, LIMITS.sessions),
      queue: whole(0, LIMITS.sessions),
      overflow: v.exactOptional(v.literal('hang', '"hang", or no overflow')),
    }),
    v.strictObject({
      kind: v.literal('one-of'),
      machines: whole(1, LIMITS.sessions),
      pick: v.picklist(['turn', 'chance'], '"turn" or "chance"'),
    }),
    v.pipe(
      v.strictObject({ kind: v.literal('down'), from: instant, until: instant }),
      v.forward(
        v.check(({ from, until }) => from < until, DOWN),
        ['until'],
      ),
    ),
    v.strictObject({ kind: v.literal('greylist'), wait: whole(0, LIMITS.latencyMs) }),
    v.strictObject({ kind: v.literal('bounce'), percent: whole(0, 100) }),
  ],
  FAULT,
);

/** Behaviour of a server: a latency in whole milliseconds, and an optional fault. */
const behaviour = v.strictObject({
  latency: v.union(
    [
      latency,
      v.pipe(
        v.strictTuple([latency, latency]),
        v.check(([from, to]) => from <= to, LATENCY),
      ),
    ],
    LATENCY,
  ),
  fault: v.exactOptional(fault),
  phases: v.exactOptional(phases),
});

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

export const mailCommands = [
  inject,
  v.strictObject({ kind: v.literal('server.set'), server, behaviour }),
  paramSet,
  v.strictObject({
    kind: v.literal('agents.set'),
    transport,
    limit: whole(0, LIMITS.agents),
    fault: v.exactOptional(v.picklist(['unreachable', 'crash'], 'unreachable, crash, or no fault')),
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
  v.strictObject({ kind: v.literal('log.model'), model: modelled }),
  v.strictObject({
    kind: v.literal('log.server'),
    server: text(LIMITS.recordedText),
    message: v.exactOptional(whole(0, LONGEST)),
    recipient: v.exactOptional(whole(0, LONGEST)),
    sessions: v.exactOptional(whole(0, LIMITS.agents)),
    state: v.exactOptional(v.picklist(['recorded', 'up', 'down'], 'recorded, up or down')),
  }),
  ...threadCommands,
] as const;

function recipients(to: readonly { count: number }[]): number {
  return to.reduce((sum, part) => sum + part.count, 0);
}

const COMMANDS =
  'a command: message.inject, message.hold, message.release, message.flush, server.set, param.set, agents.set, feedback.set, queue.flush, qmgr.reload, log.model or log.server';

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

const TOTAL = `at most ${number(LIMITS.recipientsTotal)} recipients in the whole script`;
const NUMBERS = 'each message number at most once among the injected messages';
const script = v.pipe(
  scriptList(v.variant('kind', mailCommands, COMMANDS)),
  v.check((list) => total(list) <= LIMITS.recipientsTotal, TOTAL),
  v.check((list) => destinations(list) <= LIMITS.destinationsTotal, DESTINATIONS),
  v.check((list) => distinctNumbers(list), NUMBERS),
  v.transform(inOrder),
);

const ONE_WORLD = 'at most one of threads, recorded and modelled';
const NOT_THREADS =
  'a scenario with threads, because a command begins with "threads." or a server has phases';
/** Checks a run of mail. Missing members get their defaults. */
export const mailSchema = v.pipe(
  v.strictObject({
    ...runFields,
    kind: v.literal('mail'),
    params: v.optional(params, {}),
    agents: v.optional(
      tableOf(isTransportName, TRANSPORT, whole(0, LIMITS.agents), LIMITS.agentTransports),
      {},
    ),
    servers: v.optional(
      tableOf((name) => name === '*' || isDestinationName(name), SERVER, behaviour, LIMITS.servers),
      { '*': { latency: DEFAULT_LATENCY_MS } },
    ),
    wheel: v.optional(wheel, DEFAULT_WHEEL),
    feedback: v.optional(v.picklist(['shipped', 'documented'], '"shipped" or "documented"'), 'shipped'),
    script: v.optional(script, []),
    threads: v.exactOptional(threads),
    recorded: v.exactOptional(recorded),
    modelled: v.exactOptional(modelled),
  }),
  v.check(
    ({ threads: agents, recorded: record, modelled: model }) =>
      [agents, record, model].filter((part) => part !== undefined).length <= 1,
    ONE_WORLD,
  ),
  v.check(
    ({ threads: agents, servers, script: list }) => agents !== undefined || !needThreads(servers, list),
    NOT_THREADS,
  ),
);

function needThreads(servers: MailScenario['servers'], list: MailScenario['script']): boolean {
  const inScript = list.some(
    ({ command: c }) =>
      c.kind.startsWith('threads.') || (c.kind === 'server.set' && c.behaviour.phases !== undefined),
  );
  return inScript || Object.values(servers).some(({ phases }) => phases !== undefined);
}

type Scripted = { command: { kind: string; to?: { count: number }[]; number?: number } };

function total(list: readonly Scripted[]): number {
  return list.reduce(
    (sum, { command: c }) => sum + (c.to === undefined ? 0 : c.to.reduce((all, { count }) => all + count, 0)),
    0,
  );
}

function distinctNumbers(list: readonly Scripted[]): boolean {
  // Only the numbers of injected messages must differ. Other commands refer to existing messages and may repeat a number.
  const given = list.flatMap(({ command: c }) =>
    c.kind === 'message.inject' && c.number !== undefined ? [c.number] : [],
  );
  return new Set(given).size === given.length;
}
