import type { MessagePlace } from '../../../protocol/ids.ts';
import type { ModelledSetup } from '../../../protocol/modelled.ts';
import type { Change } from '../../protocol/predict.ts';
import type { Result } from '../../../protocol/result.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import { LIMITS } from '../../../scenario/limits.ts';
import { isTransportName } from '../../../protocol/names.ts';
import { findParam, paramName } from '../../../protocol/params.ts';
import { acceptedValues, isParamValue } from '../../../scenario/params.ts';
import { showValue } from '../../../scenario/schema-errors.ts';
import type { Settings } from '../../protocol/settings.ts';
import { domainOfOwn, takesAlong, wayBefore } from './own.ts';
import { wholeNumber } from '../../../protocol/accepted.ts';
import { type Micros, MICROS_PER_SECOND } from '../../../protocol/units.ts';

type ModelScenario = MailScenario & { modelled: ModelledSetup };

/** The parameter with the process limit of services that have none in master.cf. */
const DEFAULT_LIMIT = 'default_process_limit';
/** Parameter of smtp, not of the queue manager: whether it keeps connections open while mail for their destination waits. */
const CACHE = 'smtp_connection_cache_on_demand';

/** Names that changes may use. */
export interface Known {
  classes: readonly string[];
  /** Services whose process limit is `default_process_limit`. */
  inherits: readonly string[];
}

export function checkChange(change: Change, { classes, inherits }: Known): Result<true> {
  const refuse = (field: string, value: unknown, accepted: string): Result<true> => ({
    ok: false,
    errors: [{ field, value: showValue(value), accepted }],
  });
  switch (change.kind) {
    case 'set': {
      if (change.name === 'smtp_fallback_relay') return { ok: true, value: true };
      if (change.name === DEFAULT_LIMIT) {
        if (!isProcesses(Number(change.value)))
          return refuse(change.name, change.value, wholeNumber(1, LIMITS.agents));
        return inherits.length > 0
          ? { ok: true, value: true }
          : refuse(
              change.name,
              change.value,
              'maxproc SERVICE = N, because every service has its own limit in master.cf',
            );
      }
      if (change.name === CACHE)
        return /^(yes|no)$/.test(change.value)
          ? { ok: true, value: true }
          : refuse(change.name, change.value, 'yes or no');
      const found = findParam(change.name);
      if (found === undefined) return refuse(change.name, change.value, 'a parameter of the queue manager');
      const { info } = found;
      if (!isParamValue(info, typed(info.kind, change.value)))
        return refuse(change.name, change.value, acceptedValues(info));
      return { ok: true, value: true };
    }
    case 'maxproc':
    case 'instance':
    case 'own': {
      const count = change.kind === 'maxproc' ? change.count : change.maxproc;
      if (!isTransportName(change.service)) return refuse('service', change.service, 'the name of a service');
      if (!isProcesses(count)) return refuse('maxproc', count, wholeNumber(1, LIMITS.agents));
      const ofDomain = change.kind === 'own' && /^@[^@\s]+$/.test(change.mailClass);
      if (change.kind !== 'maxproc' && !ofDomain && !classes.includes(change.mailClass))
        return refuse('class', change.mailClass, `one of ${classes.join(', ')}, or @DOMAIN`);
      return { ok: true, value: true };
    }
    case 'flush':
      return change.at >= 0
        ? { ok: true, value: true }
        : refuse('flush', change.at, 'an instant of the record');
    case 'split':
      return Number.isSafeInteger(change.recipients) && change.recipients > 0
        ? { ok: true, value: true }
        : refuse('split', change.recipients, wholeNumber(1));
    case 'up':
      return { ok: true, value: true };
    default:
      return change satisfies never;
  }
}

function isProcesses(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 1 && count <= LIMITS.agents;
}

function typed(kind: string, value: string): string | number {
  return kind === 'whole' && /^\d+$/.test(value) ? Number(value) : value;
}

interface About {
  classOf: (message: MessagePlace) => string;
  inherits: readonly string[];
  settings: Settings | null;
}

/**
 * Applies changes to a model. `classOf` gives the class of a message, `inherits` the services whose process limit is
 * `default_process_limit`. Mail is routed by `settings`.
 */
export function withChanges(
  scenario: ModelScenario,
  changes: readonly Change[],
  about: About,
): ModelScenario {
  return changes.reduce((changed, change) => apply(changed, change, about), scenario);
}

function apply(scenario: ModelScenario, change: Change, about: About): ModelScenario {
  switch (change.kind) {
    case 'set': {
      if (change.name === 'smtp_fallback_relay') return withFallback(scenario, change.value);
      if (change.name === DEFAULT_LIMIT) {
        const own = about.inherits.map((name) => [name, Number(change.value)]);
        return { ...scenario, agents: { ...scenario.agents, ...Object.fromEntries(own) } };
      }
      if (change.name === CACHE)
        return withServers(scenario, (server) => ({ ...server, reuse: change.value === 'yes' }));
      const info = findParam(change.name)?.info;
      const value = typed(info?.kind ?? 'text', change.value);
      return { ...scenario, params: { ...scenario.params, [change.name]: value } };
    }
    case 'maxproc':
      return { ...scenario, agents: { ...scenario.agents, [change.service]: change.count } };
    case 'own':
    case 'instance':
      return withOwn(scenario, change, about);
    case 'flush': {
      const script = [...scenario.script, { at: change.at, command: { kind: 'queue.flush' as const } }];
      return { ...scenario, script: script.sort((a, b) => a.at - b.at) };
    }
    case 'split':
      return { ...scenario, modelled: inPieces(scenario.modelled, change.recipients) };
    case 'up':
      return withServers(scenario, (server) =>
        server.name === change.server ? { ...server, down: [], sessions: 0, rate: null } : server,
      );
    default:
      return change satisfies never;
  }
}

function withServers(
  scenario: ModelScenario,
  of: (server: ModelledSetup['servers'][number]) => ModelledSetup['servers'][number],
): ModelScenario {
  const { modelled } = scenario;
  return { ...scenario, modelled: { ...modelled, servers: modelled.servers.map(of) } };
}

/** Assumes that the fallback relay has the median speed of the servers and never refuses. */
function withFallback(scenario: ModelScenario, name: string): ModelScenario {
  const { modelled } = scenario;
  if (name === '') return { ...scenario, modelled: { ...modelled, fallback: -1 } };
  const bySpeed = modelled.servers.toSorted((a, b) => a.message + a.recipient - b.message - b.recipient);
  const like = bySpeed[bySpeed.length >> 1];
  if (like === undefined) return scenario;
  const relay = { ...like, name, sessions: 0, rate: null, down: [] };
  return {
    ...scenario,
    modelled: { ...modelled, servers: [...modelled.servers, relay], fallback: modelled.servers.length },
  };
}

/**
 * Gives a class its own transport. This also models a second instance, which differs in one more thing: it has its own
 * limit of the active queue, which is rarely reached here.
 */
function withOwn(
  scenario: ModelScenario,
  change: Change & { kind: 'own' | 'instance' },
  { classOf, settings }: About,
): ModelScenario {
  const { mailClass, service, maxproc } = change;
  const { modelled } = scenario;
  const { messages } = modelled;
  const texts = modelled.texts.includes(service) ? modelled.texts : [...modelled.texts, service];
  const named = (text: number | undefined): string => texts[text ?? 0] ?? '';
  const own = texts.indexOf(service);
  const transport = messages.transport.slice();
  // An instance gets its mail directly, without the maps of the first one.
  const isTaken = takesAlong(change, change.kind === 'own' ? settings : null);
  for (let message = 0; message < messages.id.length; message++) {
    if (domainOfOwn(mailClass) === null && classOf(message) !== mailClass) continue;
    const sender = named(messages.sender[message]);
    for (let r = messages.first[message] ?? 0; r < (messages.first[message + 1] ?? 0); r++)
      if (isTaken(named(messages.address[r]), named(transport[r]), sender)) transport[r] = own;
  }
  return {
    ...scenario,
    params: withCarried(scenario.params, change, settings),
    agents: { ...scenario.agents, [service]: maxproc },
    modelled: { ...modelled, texts, messages: { ...messages, transport } },
  };
}

/** Copies the old service's own parameters to the new service, as the commands do. */
function withCarried(
  params: ModelScenario['params'],
  { kind, mailClass, service }: Change & { kind: 'own' | 'instance' },
  settings: Settings | null,
): ModelScenario['params'] {
  if (kind === 'own' && settings?.services.some(({ name }) => name === service)) return params;
  const old = kind === 'own' ? wayBefore({ mailClass }, settings).transport : 'smtp';
  const copied = Object.entries(params).flatMap(([name, value]) => {
    const found = findParam(name);
    return found?.transport === old ? [[`${service}_${found.info.name}`, value] as const] : [];
  });
  return { ...Object.fromEntries(copied), ...params };
}

/**
 * Splits messages with more than `most` recipients into several that arrive together. Recipients are dealt out in
 * turn, as from a list that is not sorted by domain (an assumption; the record does not show it).
 */
function inPieces(modelled: ModelledSetup, most: number): ModelledSetup {
  const { messages, answers } = modelled;
  const [id, sender, created, at, read]: [number[], number[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
    [],
  ];
  const first = [0];
  /** For each recipient of the pieces, its index in the original message. */
  const order: number[] = [];
  for (let message = 0; message < messages.id.length; message++) {
    const begin = messages.first[message] ?? 0;
    const count = (messages.first[message + 1] ?? 0) - begin;
    const pieces = Math.max(1, Math.ceil(count / most));
    for (let piece = 0; piece < pieces; piece++) {
      for (let r = piece; r < count; r += pieces) order.push(begin + r);
      id.push(messages.id[message] ?? 0);
      sender.push(messages.sender[message] ?? 0);
      created.push(messages.created[message] ?? 0);
      at.push(messages.at[message] ?? 0);
      const own = order.length - (first.at(-1) ?? 0);
      read.push(Math.round(((messages.read[message] ?? 0) * own) / Math.max(1, count)));
      first.push(order.length);
    }
  }
  const of = (column: readonly number[]): number[] => order.map((r) => column[r] ?? 0);
  const fates = order.map((r) => answers.fate.slice(answers.first[r], answers.first[r + 1]));
  const answersFirst = [0];
  for (const own of fates) answersFirst.push((answersFirst.at(-1) ?? 0) + own.length);
  const { address, transport, nexthop, server, pace } = messages;
  return {
    ...modelled,
    messages: {
      ...messages,
      id,
      sender,
      created,
      at,
      read,
      first,
      address: of(address),
      transport: of(transport),
      nexthop: of(nexthop),
      server: of(server),
      pace: of(pace),
    },
    answers: { first: answersFirst, fate: fates.flat() },
  };
}

const ACCEPTED =
  'NAME = VALUE of main.cf; maxproc SERVICE = N; own CLASS = SERVICE:N, or own @DOMAIN = SERVICE:N; instance CLASS = NAME:N (a second Postfix); split N; up SERVER; flush SECONDS (after the first message)';

/** Parses changes, one per line. `first`: instant of the first message. */
export function readChanges(text: string, known: Known, first: Micros): Result<Change[]> {
  const changes: Change[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const change = changeOf(line, first);
    if (change === null)
      return { ok: false, errors: [{ field: 'change', value: showValue(line), accepted: ACCEPTED }] };
    const checked = checkChange(change, known);
    if (!checked.ok) return checked;
    changes.push(change);
  }
  if (changes.length === 0)
    return { ok: false, errors: [{ field: 'change', value: 'nothing', accepted: ACCEPTED }] };
  return { ok: true, value: changes };
}

function changeOf(line: string, first: Micros): Change | null {
  const [, service, count] = /^maxproc\s+([\w.-]+)\s*=\s*(\d+)$/i.exec(line) ?? [];
  if (service !== undefined) return { kind: 'maxproc', service, count: Number(count) };
  const [, kind, mailClass, own, maxproc] = /^(own|instance)\s(.+)=\s*([\w-]+):(\d+)$/i.exec(line) ?? [];
  if (mailClass !== undefined)
    return {
      kind: kind?.toLowerCase() === 'instance' ? 'instance' : 'own',
      mailClass: mailClass.trim(),
      service: own ?? '',
      maxproc: Number(maxproc),
    };
  const [, pieces] = /^split\s+(\d+)$/i.exec(line) ?? [];
  if (pieces !== undefined) return { kind: 'split', recipients: Number(pieces) };
  const [, at] = /^flush\s+(\d+(?:\.\d+)?)$/i.exec(line) ?? [];
  if (at !== undefined) return { kind: 'flush', at: Math.round(first + Number(at) * MICROS_PER_SECOND) };
  const [, server] = /^up\s+(\S+)$/i.exec(line) ?? [];
  if (server !== undefined) return { kind: 'up', server };
  const [, name, value] = /^(?:postconf -e\s+['"]?)?([a-z][\w-]*)\s*=(.*)$/i.exec(line) ?? [];
  return name === undefined ? null : { kind: 'set', name, value: (value ?? '').replace(/['"]$/, '').trim() };
}

/** The effect of changes on a scenario with these transports. Changes with the same effect give the same text; '' = no effect. */
export function effectOf(
  changes: readonly Change[],
  { params }: Pick<MailScenario, 'params'>,
  transports: readonly string[],
): string {
  const after: Record<string, string | number> = { ...params };
  const effects = new Set<string>();
  for (const change of changes) {
    if (change.kind === 'set') after[change.name] = change.value;
    else effects.add(JSON.stringify(change));
  }
  for (const change of changes) {
    if (change.kind !== 'set') continue;
    const found = findParam(change.name);
    if (found === undefined || !found.info.perTransport) {
      effects.add(`${change.name}=${change.value}`);
      continue;
    }
    // A `default_` value applies to transports that have no value of their own.
    const { info } = found;
    const valueIn = (from: Record<string, string | number>, transport: string): string =>
      String(from[paramName(info, transport)] ?? from[paramName(info)] ?? info.fallback);
    for (const transport of transports) {
      const value = valueIn(after, transport);
      if (value !== valueIn(params, transport)) effects.add(`${paramName(info, transport)}=${value}`);
    }
  }
  return [...effects].sort().join('\n');
}
