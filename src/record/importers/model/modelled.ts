import type { MessagePlace, ServerPlace } from '../../../protocol/ids.ts';
import type { ModelledServer, ModelledSetup } from '../../../protocol/modelled.ts';
import type { RecordedMessages } from '../../../protocol/recorded.ts';
import type { EpochMicros, Micros } from '../../../protocol/units.ts';
import { type ModelEdit, withEdits, withProcesses } from './edit.ts';
import { faultsOf } from './faults.ts';
import { type ProcessLimits, startUpsOf } from './processes.ts';
import type { Request } from './requests.ts';
import { busyAfterRefusal, type MessageRate, messageRateOf } from './message-rate.ts';
import { fitServices, paceOf, type Service } from './service.ts';

/** Time from a delivery report to the next request of the same process (microseconds). */
const TURN = 1_000;
/**
 * Time to read and resolve a message (microseconds): at most READ_FIXED + READ_MOST per recipient, usually READ_USUAL per
 * recipient. A message with READ_MANY recipients or more shows the time per recipient.
 */
const READ_FIXED = 5_000;
const READ_MOST = 1_000;
const READ_USUAL = 150;
const READ_MANY = 20;

/** The facts from which a model is inferred: of a log, or of a run that follows a log. Times are microseconds since 1970. */
interface Observed {
  /** Instant 0 of the run, and the end of the observation. */
  origin: EpochMicros;
  until: EpochMicros;
  /** Texts of the columns, including all of `messages`. */
  texts: string[];
  messages: RecordedMessages;
  /** First activation of each message. */
  activeAt: readonly EpochMicros[];
  /** Deliveries in order of their ends. `modelledOf` sets their next hops. */
  requests: readonly Request[];
  /** True if a transport keeps connections. `reused`: the record shows that a connection to the server was used again. */
  keeps: (transport: string, reused: boolean) => boolean;
  /** Instants of scans after `origin`. */
  scans: Micros[];
  /** From this time on a process that appears for the first time has just been started. */
  processesFrom: EpochMicros;
  processes: ProcessLimits;
  edits: readonly ModelEdit[];
}

/** The model's world, and the servers as fitted before edits. */
export function modelledOf(seen: Observed): {
  modelled: ModelledSetup;
  places: Places;
  services: Service[];
  messageRates: (MessageRate | null)[];
} {
  const { origin, texts, messages, activeAt, requests, scans, processesFrom, processes, edits } = seen;
  const named = (text: number): string => texts[text] ?? '';
  for (const request of requests)
    request.nexthop = named(messages.nexthop[request.recipients[0]?.recipient ?? 0] ?? 0);
  const places = serverPlaces(requests, messages.nexthop.map(named));
  const { servers, services, messageRates } = serversOf(seen, places);
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
      answers: answersOf(
        requests,
        ({ nexthop }) => messageRates[places.of(nexthop)] !== null,
        messages.address.length,
      ),
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
    messageRates,
  };
}

function serversOf(
  { requests, origin, until, keeps }: Observed,
  places: Places,
): { servers: ModelledServer[]; services: Service[]; messageRates: (MessageRate | null)[] } {
  const byServer: Request[][] = Array.from({ length: places.names.length }, () => []);
  for (const request of requests) byServer[places.of(request.nexthop)]?.push(request);
  for (const own of byServer) {
    const busy = busyAfterRefusal(own);
    if (busy > 0) for (const request of own) if (request.rated !== undefined) request.end += busy;
  }
  const services = fitServices(byServer);
  const servers = byServer.map((own, i): ModelledServer => {
    const { message, recipient, greeting, paces } = services[i] as Service;
    const reused = own.some((request) => request.greeting < 0);
    return {
      name: places.names[i] ?? '',
      message,
      recipient,
      greeting,
      paces,
      reuse: own.some(({ transport }) => keeps(transport, reused)),
      ...recipientLimit(own),
      ...faultsOf(own, origin, until),
    };
  });
  return { servers, services, messageRates: byServer.map((own) => messageRateOf(own, origin)) };
}

/**
 * The most recipients that a server accepted in a delivery in which it refused others because there were too many.
 * Empty if it never did.
 */
function recipientLimit(requests: readonly Request[]): { recipients?: number } {
  const most = requests
    .filter(({ recipients }) => recipients.some(({ beyond }) => beyond === true))
    .map(({ recipients }) => recipients.filter(({ fate }) => fate === 0).length);
  const limit = most.reduce((max, count) => Math.max(max, count), 0);
  return limit === 0 ? {} : { recipients: limit };
}

interface Places {
  names: string[];
  of: (nexthop: string) => number;
}

/** Maps destinations to servers. Several destinations may share a server: the relay that most of their sessions named. */
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
 * Time from `queue active` to the first hand-over, if a free process was waiting: that is reading and resolving.
 * Otherwise the usual time per recipient.
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

/** The pace (duration relative to the fit) at which each recipient was served, from its first attempt that reached a session. */
function pacesOf(
  requests: readonly Request[],
  services: readonly Service[],
  serverOf: (nexthop: string) => ServerPlace,
  count: number,
): number[] {
  const paces = Array.from({ length: count }, () => 0);
  for (const request of requests) {
    if (request.failure !== null || request.rated !== undefined) continue;
    const pace = paceOf(services[serverOf(request.nexthop)] as Service, request);
    for (const { recipient } of request.recipients) if (paces[recipient] === 0) paces[recipient] = pace;
  }
  return paces;
}

/**
 * Answers in sessions. Refusals because of too many messages or recipients are left out, because they are a property of
 * the server.
 */
function answersOf(
  requests: readonly Request[],
  hasRate: (request: Request) => boolean,
  count: number,
): ModelledSetup['answers'] {
  const own: number[][] = Array.from({ length: count }, () => []);
  for (const request of requests) {
    if (request.failure !== null) continue;
    const isLimited = hasRate(request);
    for (const { recipient, fate, beyond } of request.recipients)
      if (beyond !== true && !(isLimited && request.rated !== undefined)) own[recipient]?.push(fate);
      // At another time the server accepts a recipient that it refused only because of the number of messages.
      else if (isLimited && own[recipient]?.length === 0) own[recipient]?.push(0);
  }
  const first = [0];
  for (const fates of own) first.push((first.at(-1) ?? 0) + fates.length);
  return { first, fate: own.flat() };
}
