import type { LifeRow } from '../../../protocol/ids.ts';
import type { ModelledServer, ModelledSetup } from '../../../protocol/modelled.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import type { Settings } from '../../protocol/settings.ts';
import { type EpochMicros, MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import { completeScenario } from '../../../scenario/defaults.ts';
import { arrivedAt } from '../arrived.ts';
import { makeMessages } from '../replay/messages.ts';
import { trafficIn } from '../findings/traffic.ts';
import { createRoutes } from '../replay/routes.ts';
import { queueRunDelay, scansOf } from '../replay/scans.ts';
import { createTextTable } from '../replay/texts.ts';
import { settingsToScenario } from '../settings/scenario.ts';
import type { Instance } from '../store/instance.ts';
import { activeBefore, type ActiveBefore } from './before.ts';
import type { ModelEdit } from './edit.ts';
import type { MessageRate } from './message-rate.ts';
import { modelledOf } from './modelled.ts';
import { processLimitsOf, processesFrom } from './processes.ts';
import { type Request, requestsOf } from './requests.ts';
import type { Service } from './service.ts';
import { type Unseen, unseenOf } from './unseen.ts';

/** Programs that keep connections. */
const KEEPS = /^(smtp|lmtp)$/;

/** A record as a model that can be run with other settings. */
export interface Model {
  scenario: MailScenario & { modelled: ModelledSetup };
  /** Life of each message, and its time before the queue manager (microseconds, `a`). */
  lives: number[];
  onTheWay: number[];
  requests: Request[];
  /** Outages that the record cannot show, by server. */
  unseen: Unseen;
  /** By server: the rate at which it accepts messages; null = no limit was seen. */
  messageRates: readonly (MessageRate | null)[];
  /** By server: the size of all deliveries if it was always the same, which hides the cost of a recipient; 0 = sizes vary. */
  batches: readonly number[];
  /** Services whose process limit is `default_process_limit`. */
  inherits: readonly string[];
  leftOut: { setting: string; value: string; why: string }[];
  /** Sentences about what was unknown and assumed. */
  assumed: string[];
  horizon: Horizon;
  /** By message: 1 = it arrived in the horizon, so it is compared and predicted. Other mail is load. */
  counted: Uint8Array;
  /** By message: 1 = it was deferred before the record began. */
  deferredBefore: Uint8Array;
  /** Number of messages that were active before the record began. They come first. */
  before: number;
  /** Number of these messages that agents had. They come before those that waited. */
  heldBefore: number;
}

/** What is compared and predicted: mail that arrived from `from` to `to`. The log ends at `until`. Instants of the run. */
interface Horizon {
  from: Micros;
  to: Micros;
  until: Micros;
}

/** A time range in microseconds since 1970. An absent end is that of the record. */
export interface Range {
  from?: EpochMicros;
  to?: EpochMicros;
}

/** The model of one instance (after `finish`), for the mail that arrived in `range`. Null if nothing became active in it. */
export function modelOf(
  instance: Instance,
  settings: Settings | null,
  title: string,
  edits: readonly ModelEdit[] = [],
  range: Range = {},
): Model | null {
  const { tables } = instance;
  if (tables.activations.length <= 1) return null;
  const texts = createTextTable();
  const routes = createRoutes(instance, settings);
  const origin = wholeSecond(Math.min(tables.activations.time[1] ?? 0, instance.from));
  const active = activeBefore(instance);
  const made = makeMessages(
    instance,
    routes,
    texts,
    origin,
    null,
    active.map(({ life }) => life),
  );
  const { messages } = made;
  const lives = livesOf(instance, made.ofLife, messages.id.length);
  const activeAt = activationsOf(instance, lives, active.length);
  const requests = requestsOf(instance, made, routes);
  const named = (text: number): string => texts.texts[text] ?? '';
  const transport = named(messages.transport[0] ?? 0) || 'smtp';
  const processes = processLimitsOf(settings, transport);
  const { modelled, places, services, messageRates } = modelledOf({
    origin,
    until: instance.to,
    texts: texts.texts,
    messages,
    activeAt,
    requests,
    keeps: keepingTransports(settings),
    scans: scansOf(instance, origin, queueRunDelay(settings)),
    processesFrom: processesFrom(instance, processes.maxIdle),
    processes,
    edits,
  });
  const { servers } = modelled;
  const { params, agents, leftOut } =
    settings === null ? { params: {}, agents: {}, leftOut: [] } : settingsToScenario(settings);
  const seen = settings?.hasMaster === true ? [] : seenAgents(instance, settings);
  return {
    scenario: {
      ...completeScenario({
        title,
        params,
        agents: { ...agents, ...Object.fromEntries(seen) },
        servers: {},
        view: { transport },
      }),
      modelled,
    },
    lives,
    ...arrivalsOf(instance, origin, lives, activeAt, active, range),
    requests,
    unseen: withoutNamed(unseenOf(servers, requests, places, origin), servers, edits),
    messageRates: servers.map(({ name }, i) => (isStated(name, edits) ? null : (messageRates[i] ?? null))),
    batches: servers.map((server, i) => batchOf(server, services[i] as Service)),
    inherits: inheritsOf(settings, [...new Set(messages.transport.map(named))]),
    leftOut,
    assumed: [...assumptions(services, places.names), ...seen.map(seenWords)],
  };
}

const wholeSecond = (at: EpochMicros): EpochMicros => at - (at % MICROS_PER_SECOND);

/** True if the user stated how many sessions a server accepts in a minute. */
function isStated(server: string, edits: readonly ModelEdit[]): boolean {
  return edits.some((edit) => 'server' in edit && edit.server === server && edit.minute !== undefined);
}

/** First activation of each message. Mail that was active before the record (the first `before` messages) is there when it begins. */
function activationsOf(
  { tables: { lives, activations }, from }: Instance,
  ofMessages: readonly LifeRow[],
  before: number,
): EpochMicros[] {
  return ofMessages.map((life, message) =>
    message < before ? from : (activations.time[lives.firstActivation[life] ?? 0] ?? 0),
  );
}

/** The horizon, and which messages arrived in it or are from before the record. */
function arrivalsOf(
  instance: Instance,
  origin: EpochMicros,
  lives: readonly LifeRow[],
  activeAt: readonly EpochMicros[],
  active: readonly ActiveBefore[],
  { from = instance.from, to = Number.POSITIVE_INFINITY }: Range,
): Pick<Model, 'onTheWay' | 'horizon' | 'counted' | 'deferredBefore' | 'before' | 'heldBefore'> {
  // A stamp of whole seconds is the beginning of its second.
  const end = instance.to + instance.resolution - 1;
  const arrived = lives.map((life) => arrivedAt(instance, life));
  const before = active.length;
  return {
    onTheWay: arrived.map((at, message) => Math.max(0, (activeAt[message] ?? 0) - at)),
    horizon: { from: from - origin, to: Math.min(to, end) - origin, until: end - origin },
    before,
    heldBefore: active.filter(({ held }) => held).length,
    deferredBefore: Uint8Array.from(arrived, (at, message) =>
      Number(message >= before && at < instance.from),
    ),
    counted: Uint8Array.from(arrived, (at, message) => Number(message >= before && at >= from && at <= to)),
  };
}

/** Process limits inferred from the log where master.cf does not state them. */
function seenAgents(instance: Instance, settings: Settings | null): [name: string, agents: number][] {
  const work = trafficIn(instance, settings);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value.transports.flatMap(({ name, agents, agentsFrom }) =>
    agentsFrom === 'seen' ? [[name, agents]] : [],
  );
}

const seenWords = ([name, agents]: readonly [string, number]): string =>
  `${name} is assumed to have ${agents} processes. In the log no more were ever busy at the same time, and a new delivery began whenever one ended. Add master.cf (postconf -M), which states the number.`;

/** Services whose process limit is `default_process_limit`, by the settings. Without settings all transports of the record. */
function inheritsOf(settings: Settings | null, used: readonly string[]): string[] {
  if (settings === null) return [...used];
  return settings.transports
    .filter(({ maxproc }) => maxproc.name === 'default_process_limit')
    .map(({ name }) => name);
}

/** Removes unseen outages of servers whose outages the user stated, because the user's list is complete. */
function withoutNamed(
  unseen: Unseen,
  servers: readonly ModelledServer[],
  edits: readonly ModelEdit[],
): Unseen {
  return unseen.map((one, i) =>
    edits.some((edit) => 'server' in edit && edit.down !== undefined && edit.server === servers[i]?.name)
      ? null
      : one,
  );
}

/** The batch of the fit. It is 0 if the user stated the server's times, because then the share of `message` is known. */
function batchOf({ message, recipient }: ModelledServer, fitted: Service): number {
  return message === fitted.message && recipient === fitted.recipient ? fitted.batch : 0;
}

function livesOf(instance: Instance, ofLife: Int32Array, count: number): number[] {
  const lives = Array.from({ length: count }, () => 0);
  for (let life = 1; life < instance.tables.lives.length; life++) {
    const message = ofLife[life] ?? -1;
    if (message >= 0) lives[message] = life;
  }
  return lives;
}

/** TLS levels at which Postfix delivers only over TLS, and levels at which it uses TLS if the server offers it. */
const TLS_ALWAYS = /^(encrypt|dane-only|fingerprint|verify|secure)$/;
const TLS_IF_OFFERED = /^(may|dane|half-dane)$/;

/**
 * Transports that keep a connection for the next message. A TLS session is only kept with smtp_tls_connection_reuse = yes (3.4 and later).
 * Where TLS depends on the server, the record tells: `reused` = a connection to it was used again.
 */
function keepingTransports(settings: Settings | null): (transport: string, reused: boolean) => boolean {
  const main = (name: string, usual: string): string =>
    settings?.main.findLast((setting) => setting.name === name)?.expanded ?? usual;
  const services = new Map((settings?.services ?? []).map((service) => [service.name, service]));
  return (transport, reused) => {
    const service = services.get(transport);
    const of = (name: string): string =>
      service?.overrides.findLast((setting) => setting.name === name)?.expanded ?? main(name, '');
    if (of('smtp_connection_cache_on_demand') === 'no') return false;
    const level = of('smtp_tls_security_level');
    const keepsTls = of('smtp_tls_connection_reuse') === 'yes' || reused;
    if (!keepsTls && (TLS_ALWAYS.test(level) || TLS_IF_OFFERED.test(level))) return false;
    return KEEPS.test(service?.command ?? (transport === 'relay' ? 'smtp' : transport));
  };
}

function assumptions(services: readonly Service[], names: readonly string[]): string[] {
  const same = services.flatMap((service, i) => (service.shareAssumed ? [names[i] ?? ''] : []));
  if (same.length === 0) return [];
  return [
    `All deliveries to ${same.length === 1 ? same[0] : `${same.length} servers`} had the same size. How their time divides into message and recipients is taken from the other servers, or assumed to be half and half. This matters when batch sizes change.`,
  ];
}
