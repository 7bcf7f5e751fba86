import type { Settings } from '../../protocol/settings.ts';
import { createRoutes } from '../replay/routes.ts';
import { takenAt } from '../replay/timing.ts';
import type { Instance } from '../store/instance.ts';
import { OUTCOMES } from '../store/tables.ts';
import { type Intervals, type Levels, levelsOf, NO_INTERVALS, stretchesAbove } from './intervals.ts';
import { limitsOf, type TransportLimits } from './limits.ts';

const SUSPENDED = OUTCOMES.indexOf('suspended');
/** An agent turns to its next request within this; start-up of a process takes up to a second (microseconds). */
const DIP = 150_000;

/** A transport of the record, and when it had no agent left. */
export interface TransportTraffic extends TransportLimits {
  name: string;
  /** Requests of it. */
  rows: Uint32Array;
  busy: Levels;
  peak: number;
  /** No agent was free. */
  full: Intervals;
}

/** A destination of a transport, and when a delivery to it was under way. */
interface DestinationTraffic {
  name: string;
  /** Domain of its recipients; "" = several. */
  domain: string;
  transport: number;
  rows: Uint32Array;
  inFlight: Levels;
  busy: Intervals;
}

/**
 * What went on, as the queue manager saw it: requests (one recipient entry with one agent, from its selection to its last
 * line), with transport and destination. Derived: see importers/replay (`takenAt`, routes). Rows of requests begin at 0.
 */
export interface Traffic {
  instance: Instance;
  settings: Settings | null;
  requests: {
    length: number;
    life: Uint32Array;
    transport: Uint16Array;
    destination: Uint32Array;
    start: Float64Array;
    end: Float64Array;
    /** Last attempt of it. */
    last: Uint32Array;
  };
  transports: TransportTraffic[];
  destinations: DestinationTraffic[];
  /** By attempt: destination (place + 1; 0 = none), and when an agent took it; 0 for what was put off without a try. */
  destinationOf: Uint32Array;
  startOf: Float64Array;
}

/** Traffic of one instance, after `finish`. */
export function trafficOf(instance: Instance, settings: Settings | null): Traffic {
  const { tables, pools } = instance;
  const { attempts, deliveries, agents } = tables;
  const routes = createRoutes(instance, settings);
  const transportNames: string[] = [];
  const destinations: Named[] = [];
  const transportOf = memo(transportNames);
  const found = new Map<string, number>();
  const known = new Map<number, number>();
  const destinationOf = new Uint32Array(attempts.length);
  const transportOfAttempt = new Uint16Array(attempts.length);
  const usual = transportOf('smtp');
  for (let row = 1; row < attempts.length; row++) {
    const tag = agents.tag[deliveries.agent[attempts.delivery[row] ?? 0] ?? 0] ?? 0;
    const outcome = attempts.outcome[row] ?? 0;
    const to = attempts.to[row] ?? 0;
    const name = routes.transportOf(pools.strings.text(tag), attempts.status[row] ?? 0, outcome);
    const transport = transportOf(name);
    transportOfAttempt[row] = transport;
    // The retry service stands in: the destination is that of the recipient's other attempts.
    const put = outcome === SUSPENDED || name === 'retry' || name === 'error';
    const relay = put ? 0 : (attempts.relay[row] ?? 0);
    const key = (transport * 2 ** 22 + (relay % 2 ** 22)) * 2 ** 26 + to;
    let place = known.get(key);
    if (place === undefined) {
      const real = put ? usual : transport;
      const nexthop = routes.nexthopOf(
        transportNames[real] ?? 'smtp',
        pools.strings.text(to),
        relay === 0 ? 'none' : pools.strings.text(relay),
      );
      const id = `${real} ${nexthop}`;
      place = found.get(id) ?? 0;
      if (place === 0) {
        place = destinations.push({
          name: nexthop,
          domain: domainOf(pools.strings.text(to)),
          transport: real,
        });
        found.set(id, place);
      }
      const destination = destinations[place - 1];
      if (destination !== undefined && destination.domain !== domainOf(pools.strings.text(to)))
        destination.domain = '';
      known.set(key, place);
    }
    destinationOf[row] = place;
  }
  joinUnrouted(destinations, destinationOf);
  const startOf = new Float64Array(attempts.length);
  const requests = requestsOf(instance, destinationOf, transportOfAttempt, startOf);
  return {
    instance,
    settings,
    requests,
    transports: transportsOf(requests, transportNames, settings, instance),
    destinations: destinationsOf(requests, destinations),
    destinationOf,
    startOf,
  };
}

/**
 * When the message of an attempt became active for it, microseconds. Without its `queue active` line (the log begins later) it
 * follows from the start of the delivery and the logged b, two digits of it; 0 where neither is known.
 */
export function becameActive({ tables }: Instance, startOf: ArrayLike<number>, row: number): number {
  const { attempts, deliveries, activations } = tables;
  const logged = activations.time[deliveries.activation[attempts.delivery[row] ?? 0] ?? 0] ?? 0;
  const start = startOf[row] ?? 0;
  return logged !== 0 || start === 0 ? logged : start - (attempts.b[row] ?? 0) * 1_000_000;
}

/** A connection that failed names no relay: its destination is the one that others of the domain went to. */
function joinUnrouted(destinations: readonly Named[], destinationOf: Uint32Array): void {
  const routed = new Map<string, number>();
  for (const [place, { name, domain, transport }] of destinations.entries())
    if (domain !== '' && name !== domain) routed.set(`${transport} ${domain}`, place + 1);
  const joined = destinations.map(({ name, domain, transport }, place) =>
    name === domain ? (routed.get(`${transport} ${domain}`) ?? place + 1) : place + 1,
  );
  if (routed.size === 0) return;
  for (let row = 1; row < destinationOf.length; row++)
    destinationOf[row] = joined[(destinationOf[row] ?? 0) - 1] ?? 0;
}

type Named = Pick<DestinationTraffic, 'name' | 'domain' | 'transport'>;

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** What a person calls a destination: its domain, with the nexthop where that is another. */
export function labelOf({ destinations }: Traffic, place: number): string {
  const { name = '', domain = '' } = destinations[place] ?? {};
  return domain === '' || name.includes(domain) ? name : `${domain} (${name})`;
}

function memo(names: string[]): (name: string) => number {
  const places = new Map<string, number>();
  return (name) => {
    let place = places.get(name);
    if (place === undefined) {
      place = names.push(name) - 1;
      places.set(name, place);
    }
    return place;
  };
}

function requestsOf(
  instance: Instance,
  destinationOf: Uint32Array,
  transportOf: Uint16Array,
  startOf: Float64Array,
): Traffic['requests'] {
  const { attempts, deliveries } = instance.tables;
  const isTried = (delivery: number): boolean =>
    attempts.outcome[deliveries.first[delivery] ?? 0] !== SUSPENDED;
  const selected = (delivery: number): boolean => (deliveries.selection[delivery] ?? 0) !== 0;
  const taken = takenAt(
    instance,
    (delivery) => isTried(delivery) && !selected(delivery),
    (attempt) => destinationOf[attempt] ?? 0,
  );
  for (let delivery = 1; delivery < deliveries.length; delivery++)
    if (isTried(delivery) && selected(delivery))
      taken.push({
        at: deliveries.start[delivery] ?? 0,
        last: deliveries.last[delivery] ?? 0,
        delivery,
        parts: null,
      });
  const length = taken.length;
  const requests = {
    length,
    life: new Uint32Array(length),
    transport: new Uint16Array(length),
    destination: new Uint32Array(length),
    start: new Float64Array(length),
    end: new Float64Array(length),
    last: new Uint32Array(length),
  };
  const startUpTo = (delivery: number, last: number, at: number): void => {
    for (let a = deliveries.first[delivery] ?? 0; a !== 0; a = attempts.next[a] ?? 0)
      if (startOf[a] === 0) {
        startOf[a] = at;
        if (a === last) break;
      }
  };
  for (const [row, { at, last, delivery, parts }] of taken.entries()) {
    requests.life[row] = deliveries.life[delivery] ?? 0;
    requests.transport[row] = transportOf[last] ?? 0;
    requests.destination[row] = destinationOf[last] ?? 0;
    requests.start[row] = at;
    requests.end[row] = Math.max(at, attempts.time[last] ?? 0);
    requests.last[row] = last;
    startUpTo(delivery, last, at);
    for (const part of parts ?? []) startUpTo(part.delivery, part.last, at);
  }
  for (let delivery = 1; delivery < deliveries.length; delivery++) {
    if (!isTried(delivery)) continue;
    for (let a = deliveries.first[delivery] ?? 0; a !== 0; a = attempts.next[a] ?? 0)
      if (startOf[a] === 0) startOf[a] = deliveries.start[delivery] ?? 0;
  }
  return requests;
}

/** Rows of each group, ascending. */
function grouped(group: ArrayLike<number>, length: number, groups: number): Uint32Array[] {
  const counts = new Uint32Array(groups);
  for (let row = 0; row < length; row++) counts[group[row] ?? 0] = (counts[group[row] ?? 0] ?? 0) + 1;
  const lists = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  for (let row = 0; row < length; row++) {
    const of = group[row] ?? 0;
    const at = counts[of] ?? 0;
    (lists[of] as Uint32Array)[at] = row;
    counts[of] = at + 1;
  }
  return lists;
}

function transportsOf(
  requests: Traffic['requests'],
  names: readonly string[],
  settings: Settings | null,
  instance: Instance,
): TransportTraffic[] {
  const dip = Math.max(DIP, instance.resolution > 1 ? instance.resolution : 0);
  return grouped(requests.transport, requests.length, names.length).map((rows, place) => {
    const name = names[place] ?? '';
    const busy = levelsOf(rows, requests.start, requests.end);
    const peak = busy.level.reduce((most, level) => Math.max(most, level), 0);
    const limits = limitsOf(settings, name, peak);
    const full = limits.agents > 0 ? stretchesAbove(busy, limits.agents, dip) : NO_INTERVALS;
    return { name, rows, busy, peak, full, ...limits };
  });
}

function destinationsOf(requests: Traffic['requests'], destinations: readonly Named[]): DestinationTraffic[] {
  const lists = grouped(requests.destination, requests.length, destinations.length + 1);
  return destinations.map(({ name, domain, transport }, place) => {
    const rows = lists[place + 1] ?? new Uint32Array(0);
    const inFlight = levelsOf(rows, requests.start, requests.end);
    return { name, domain, transport, rows, inFlight, busy: stretchesAbove(inFlight, 1, DIP) };
  });
}
