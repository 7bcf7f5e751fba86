import type { MessagePlace, ServerPlace } from '../../../protocol/ids.ts';
import type { ModelledServer, ModelledSetup } from '../../../protocol/modelled.ts';
import type { RecordedMessages } from '../../../protocol/recorded.ts';
import type { EpochMicros, Micros } from '../../../protocol/units.ts';
import { type ModelEdit, withEdits, withProcesses } from './edit.ts';
import { faultsOf } from './faults.ts';
import { type ProcessLimits, startUpsOf } from './processes.ts';
import type { Request } from './requests.ts';
import { fitServices, paceOf, type Service } from './service.ts';

/** From a report to the next request for the same process (microseconds). */
const TURN = 1_000;
/** Reading and resolving, microseconds: at most so much for a message and for each recipient; usual; recipients that tell it. */
const READ_FIXED = 5_000;
const READ_MOST = 1_000;
const READ_USUAL = 150;
const READ_MANY = 20;

/** What a model is inferred from, whether it was read from a log or from a run that follows one. Times since 1970, microseconds. */
interface Observed {
  /** Instant 0 of the run, and the end of what was seen. */
  origin: EpochMicros;
  until: EpochMicros;
  /** Texts of the columns; all of `messages` are in them. */
  texts: string[];
  messages: RecordedMessages;
  /** First activation of each message. */
  activeAt: readonly EpochMicros[];
  /** Deliveries in the order of their ends; their nexthops are filled in here. */
  requests: readonly Request[];
  /** Whether a transport keeps connections. */
  keeps: (transport: string) => boolean;
  /** Instants of scans after `origin`. */
  scans: Micros[];
  /** Since when a process that is seen for the first time was started then. */
  processesFrom: EpochMicros;
  processes: ProcessLimits;
  edits: readonly ModelEdit[];
}

/** The model's world, with the servers before any edit: names, destinations, and what was fitted. */
export function modelledOf(seen: Observed): { modelled: ModelledSetup; places: Places; services: Service[] } {
  const { origin, texts, messages, activeAt, requests, scans, processesFrom, processes, edits } = seen;
  const named = (text: number): string => texts[text] ?? '';
  for (const request of requests)
    request.nexthop = named(messages.nexthop[request.recipients[0]?.recipient ?? 0] ?? 0);
  const places = serverPlaces(requests, messages.nexthop.map(named));
  const { servers, services } = serversOf(seen, places);
  return {
    modelled: {
      origin,
      texts,
      messages: {
        ...messages,
        at: activeAt.map((at) => at - origin),
        read: readTimes(requests, messages, activeAt),
        server: messages.nexthop.map((text) => places.of(named(text))),
        pace: pacesOf(requests, services, places.of, messages.address.length),
      },
      servers: withEdits(servers, edits, (activeAt[0] ?? 0) - origin),
      answers: answersOf(requests, messages.address.length),
      scans,
      turn: TURN,
      ...withProcesses(
        { startUp: startUpsOf(requests, messages, activeAt, processesFrom), ...processes },
        edits,
      ),
      fallback: -1,
      luck: 0,
    },
    places,
    services,
  };
}

/** Servers with what the record lets one infer of each. */
function serversOf(
  { requests, origin, until, keeps }: Observed,
  places: Places,
): { servers: ModelledServer[]; services: Service[] } {
  const byServer: Request[][] = Array.from({ length: places.names.length }, () => []);
  for (const request of requests) byServer[places.of(request.nexthop)]?.push(request);
  const services = fitServices(byServer);
  const servers = byServer.map((own, i): ModelledServer => {
    const { message, recipient, greeting, paces } = services[i] as Service;
    return {
      name: places.names[i] ?? '',
      message,
      recipient,
      greeting,
      paces,
      reuse: own.some(({ transport }) => keeps(transport)),
      ...faultsOf(own, origin, until),
    };
  });
  return { servers, services };
}

interface Places {
  names: string[];
  of: (nexthop: string) => number;
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

/**
 * How long the queue manager took from `queue active` to the first hand-over, where a free process waited for it: that is reading
 * and resolving. Where none did, what is usual for a recipient.
 */
function readTimes(
  requests: readonly Request[],
  { id, first }: RecordedMessages,
  activeAt: readonly EpochMicros[],
): Micros[] {
  const least = new Float64Array(id.length).fill(Number.POSITIVE_INFINITY);
  for (const { message, start } of requests)
    least[message] = Math.min(least[message] as number, start - (activeAt[message] ?? 0));
  const recipients = (message: MessagePlace): number => (first[message + 1] ?? 0) - (first[message] ?? 0);
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
  serverOf: (nexthop: string) => ServerPlace,
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
