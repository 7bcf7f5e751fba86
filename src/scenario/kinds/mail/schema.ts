/** A run of mail, checked. */
import * as v from 'valibot';
import type { MailScenario } from '../../../protocol/scenario.ts';
import { DEFAULT_LATENCY_MS, DEFAULT_WHEEL } from '../../defaults.ts';
import { LIMITS } from '../../limits.ts';
import { isDestinationName, isTransportName } from '../../names.ts';
import { acceptedValues, findParam, isParamValue } from '../../params.ts';
import { destinations, DESTINATIONS, inOrder, runFields, scriptList, wheel } from '../../schema-run.ts';
import { modelled } from '../../schema-modelled.ts';
import { recorded } from '../../schema-recorded.ts';
import { number, pathItem, SERVER, TRANSPORT, tableOf, whole } from '../../schema-parts.ts';
import { mailCommands, PARAM_NAME, paramValue } from './schema-commands.ts';
import { behaviour } from './schema-server.ts';
import { threads } from './schema-threads.ts';

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
const NUMBERS = 'each message number at most once, among those that are injected';
const script = v.pipe(
  scriptList(v.variant('kind', mailCommands, COMMANDS)),
  v.check((list) => total(list) <= LIMITS.recipientsTotal, TOTAL),
  v.check((list) => destinations(list) <= LIMITS.destinationsTotal, DESTINATIONS),
  v.check((list) => distinctNumbers(list), NUMBERS),
  v.transform(inOrder),
);

const ONE_WORLD = 'one of threads, recorded and modelled: each says what agents of mail meet';
const NOT_THREADS = 'threads.… commands and phases of a server only with threads: agents must be threads';
/** Missing members take their defaults. */
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
  // Other commands name a message that is there: held and released, its number comes again.
  const given = list.flatMap(({ command: c }) =>
    c.kind === 'message.inject' && c.number !== undefined ? [c.number] : [],
  );
  return new Set(given).size === given.length;
}
