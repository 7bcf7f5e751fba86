import { completeScenario } from '../../scenario/defaults.ts';
import type { ModelledServer, ModelledSetup } from '../../protocol/modelled.ts';
import type { RecordedMessages } from '../../protocol/recorded.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import type { Settings } from '../../protocol/settings.ts';
import { makeMessages } from '../replay/messages.ts';
import { createRoutes } from '../replay/routes.ts';
import { createTextTable } from '../replay/texts.ts';
import { settingsToScenario } from '../settings/scenario.ts';
import type { Instance } from '../store/instance.ts';
import { EVENT_KINDS } from '../store/tables.ts';
import { type ServerEdit, withEdits } from './edit.ts';
import { faultsOf } from './faults.ts';
import { type Request, requestsOf } from './requests.ts';
import { fitServices, paceOf, type Service } from './service.ts';
import { type Unseen, unseenOf } from './unseen.ts';

const SECOND = 1_000_000;
/** From a report to the next request for the same process (microseconds). */
const TURN = 1_000;
/** Reading and resolving, microseconds: at most so much for a message and for each recipient; usual; recipients that tell it. */
const READ_FIXED = 5_000;
const READ_MOST = 1_000;
const READ_USUAL = 150;
const READ_MANY = 20;
/** Programs that keep connections. */
const KEEPS = /^(smtp|lmtp)$/;

/** A record as a model that can be run with other settings. */
export interface Model {
  scenario: MailScenario & { modelled: ModelledSetup };
  /** Life of each message, and how long it was on the way to the queue manager (microseconds, `a`). */
  lives: number[];
  onTheWay: number[];
  requests: Request[];
  /** Outages that the record cannot have seen, by server. */
  unseen: Unseen;
  /** By server: the one size of all deliveries, which does not tell what a recipient costs; 0 = the record tells. */
  batches: readonly number[];
  /** Services whose process limit is `default_process_limit`. */
  inherits: readonly string[];
  leftOut: { setting: string; value: string; why: string }[];
  /** What could not be known and was assumed: sentences. */
  assumed: string[];
}

/** The model of one instance of a record (after `finish`). Null when nothing ever became active in it. */
export function modelOf(
  instance: Instance,
  settings: Settings | null,
  title: string,
  edits: readonly ServerEdit[] = [],
): Model | null {
  const { tables } = instance;
  if (tables.activations.length <= 1) return null;
  const texts = createTextTable();
  const routes = createRoutes(instance, settings);
  const origin = Math.floor(Math.min(tables.activations.time[1] ?? 0, instance.from) / SECOND) * SECOND;
  const made = makeMessages(instance, routes, texts, origin);
  const { messages } = made;
  const lives = livesOf(instance, made.ofLife, messages.id.length);
  const activeAt = (life: number): number =>
    tables.activations.time[tables.lives.firstActivation[life] ?? 0] ?? 0;
  const requests = requestsOf(instance, made, routes);
  const named = (text: number): string => texts.texts[text] ?? '';
  for (const request of requests) {
    request.nexthop = named(messages.nexthop[request.recipients[0]?.recipient ?? 0] ?? 0);
  }
  const places = serverPlaces(requests, messages.nexthop.map(named));
  const inferred = serversOf(instance, settings, requests, places, origin);
  const { services } = inferred;
  const servers = withEdits(inferred.servers, edits, activeAt(lives[0] ?? 0) - origin);
  const { params, agents, leftOut } =
    settings === null ? { params: {}, agents: {}, leftOut: [] } : settingsToScenario(settings);
  const modelled: ModelledSetup = {
    origin,
    texts: texts.texts,
    messages: {
      ...messages,
      at: lives.map((life) => activeAt(life) - origin),
      read: readTimes(requests, messages, lives.map(activeAt)),
      server: messages.nexthop.map((text) => places.of(named(text))),
      pace: pacesOf(requests, services, places.of, messages.address.length),
    },
    servers,
    answers: answersOf(requests, messages.address.length),
    scans: scansOf(instance, origin, Number(settings?.globals.queue_run_delay?.number ?? 300) * SECOND),
    turn: TURN,
    fallback: -1,
    luck: 0,
  };
  return {
    scenario: {
      ...completeScenario({
        title,
        params,
        agents,
        servers: {},
        view: { transport: named(messages.transport[0] ?? 0) || 'smtp' },
      }),
      modelled,
    },
    lives,
    onTheWay: lives.map((life) => Math.max(0, activeAt(life) - (tables.lives.firstTime[life] ?? 0))),
    requests,
    unseen: withoutNamed(
      unseenOf(servers, requests, ({ nexthop }) => places.of(nexthop), origin),
      servers,
      edits,
    ),
    batches: servers.map((server, i) => batchOf(server, services[i] as Service)),
    inherits: inheritsOf(settings, [...new Set(messages.transport.map(named))]),
    leftOut,
    assumed: assumptions(services, places.names),
  };
}

/** By master.cf; without it, all that the record has. */
function inheritsOf(settings: Settings | null, used: readonly string[]): string[] {
  if (settings === null) return [...used];
  return settings.transports
    .filter(({ maxproc }) => maxproc.name === 'default_process_limit')
    .map(({ name }) => name);
}

/** Outages that a person has named are all that there are. */
function withoutNamed(
  unseen: Unseen,
  servers: readonly ModelledServer[],
  edits: readonly ServerEdit[],
): Unseen {
  return unseen.map((one, i) =>
    edits.some(({ server, down }) => down !== undefined && server === servers[i]?.name) ? null : one,
  );
}

/** What a person has said of its times is known. */
function batchOf({ message, recipient }: ModelledServer, fitted: Service): number {
  return message === fitted.message && recipient === fitted.recipient ? fitted.batch : 0;
}

/** Servers with what the record lets one infer of each. */
function serversOf(
  instance: Instance,
  settings: Settings | null,
  requests: readonly Request[],
  places: Places,
  origin: number,
): { servers: ModelledServer[]; services: Service[] } {
  const byServer: Request[][] = Array.from({ length: places.names.length }, () => []);
  for (const request of requests) byServer[places.of(request.nexthop)]?.push(request);
  const services = fitServices(byServer);
  const keeps = keepingTransports(settings);
  const servers = byServer.map((own, i): ModelledServer => {
    const { message, recipient, greeting, paces } = services[i] as Service;
    return {
      name: places.names[i] ?? '',
      message,
      recipient,
      greeting,
      paces,
      reuse: own.some(({ transport }) => keeps(transport)),
      ...faultsOf(own, origin, instance.to),
    };
  });
  return { servers, services };
}

interface Places {
  names: string[];
  of: (nexthop: string) => number;
}

function livesOf(instance: Instance, ofLife: Int32Array, count: number): number[] {
  const lives = Array.from({ length: count }, () => 0);
  for (let life = 1; life < instance.tables.lives.length; life++) {
    const message = ofLife[life] ?? -1;
    if (message >= 0) lives[message] = life;
  }
  return lives;
}

/** Several destinations may have one server: the relay that most of their sessions named. */
function serverPlaces(requests: readonly Request[], nexthops: readonly string[]): Places {
  const counts = new Map<string, Map<string, number>>();
  for (const { nexthop, relay } of requests) {
    const own = counts.get(nexthop) ?? new Map<string, number>();
    counts.set(nexthop, own);
    if (relay !== '' && /\[/.test(relay)) own.set(relay, (own.get(relay) ?? 0) + 1);
  }
  const names: string[] = [];
  const known = new Map<string, number>();
  for (const nexthop of new Set(nexthops)) {
    const relays = [...(counts.get(nexthop) ?? [])].sort((a, b) => b[1] - a[1]);
    const name = relays[0]?.[0] ?? nexthop;
    if (!names.includes(name)) names.push(name);
    known.set(nexthop, names.indexOf(name));
  }
  return { names, of: (nexthop) => known.get(nexthop) ?? 0 };
}

function keepingTransports(settings: Settings | null): (transport: string) => boolean {
  const main = (name: string): string =>
    settings?.main.findLast((setting) => setting.name === name)?.expanded ?? 'yes';
  if (main('smtp_connection_cache_on_demand') === 'no') return () => false;
  const programs = new Map((settings?.services ?? []).map(({ name, command }) => [name, command]));
  return (transport) => KEEPS.test(programs.get(transport) ?? (transport === 'relay' ? 'smtp' : transport));
}

/**
 * How long the queue manager took from `queue active` to the first hand-over, where a free process waited for it: that is reading
 * and resolving. Where none did, what is usual for a recipient.
 */
function readTimes(
  requests: readonly Request[],
  { id, first }: RecordedMessages,
  activeAt: readonly number[],
): number[] {
  const least = new Float64Array(id.length).fill(Number.POSITIVE_INFINITY);
  for (const { message, start } of requests)
    least[message] = Math.min(least[message] as number, start - (activeAt[message] ?? 0));
  const recipients = (message: number): number => (first[message + 1] ?? 0) - (first[message] ?? 0);
  const own = Array.from(least, (time, message) =>
    time >= 0 && time <= READ_FIXED + READ_MOST * recipients(message) ? time : -1,
  );
  const rates = own.flatMap((time, message) =>
    time >= 0 && recipients(message) >= READ_MANY ? [time / recipients(message)] : [],
  );
  const rate = rates.sort((a, b) => a - b)[rates.length >> 1] ?? READ_USUAL;
  return own.map((time, message) => Math.round(time >= 0 ? time : rate * recipients(message)));
}

/** How slowly each recipient was served, from the first of its tries that came to a session. */
function pacesOf(
  requests: readonly Request[],
  services: readonly Service[],
  serverOf: (nexthop: string) => number,
  count: number,
): number[] {
  const paces = Array.from({ length: count }, () => 0);
  for (const request of requests) {
    if (request.failure !== null) continue;
    const pace = paceOf(services[serverOf(request.nexthop)] as Service, request);
    for (const { recipient } of request.recipients) if (paces[recipient] === 0) paces[recipient] = pace;
  }
  return paces;
}

function answersOf(requests: readonly Request[], count: number): ModelledSetup['answers'] {
  const own: number[][] = Array.from({ length: count }, () => []);
  for (const { failure, recipients } of requests)
    if (failure === null) for (const { recipient, fate } of recipients) own[recipient]?.push(fate);
  const first = [0];
  for (const fates of own) first.push((first.at(-1) ?? 0) + fates.length);
  return { first, fate: own.flat() };
}

/** Instants of scans: the first retry of each group that lies on one grid; else the start of the queue manager. */
function scansOf({ tables }: Instance, origin: number, delay: number): number[] {
  const { activations, events } = tables;
  const groups: number[] = [];
  for (let row = 1; row < activations.length; row++) {
    const at = (activations.time[row] ?? 0) - origin;
    if ((activations.ordinal[row] ?? 0) > 1 && at - (groups.at(-1) ?? -2 * SECOND) > SECOND) groups.push(at);
  }
  const scans: number[] = [];
  for (const at of groups) {
    const before = scans.at(-1);
    const rounds = before === undefined ? 1 : Math.round((at - before) / delay);
    if (before === undefined || (rounds >= 1 && Math.abs(at - before - rounds * delay) < 0.2 * delay))
      scans.push(at);
  }
  if (scans.length > 0) return scans;
  for (let row = 1; row < events.length; row++)
    if (EVENT_KINDS[events.kind[row] ?? 0] === 'start') return [(events.time[row] ?? 0) - origin];
  return [0];
}

function assumptions(services: readonly Service[], names: readonly string[]): string[] {
  const same = services.flatMap((service, i) => (service.shareAssumed ? [names[i] ?? ''] : []));
  if (same.length === 0) return [];
  return [
    `The record has deliveries of one size only for ${same.length === 1 ? same[0] : `${same.length} servers`}: what a message costs there and what a recipient costs is taken from the other servers, or half and half. It matters when batches change.`,
  ];
}
