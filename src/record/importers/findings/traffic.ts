import type { AttemptRow, DeliveryRow } from '../../../protocol/ids.ts';
import type { Settings } from '../../protocol/settings.ts';
import { type EpochMicros, MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import { mostAtOnce } from '../model/at-once.ts';
import { takenAt } from '../replay/timing.ts';
import type { Instance } from '../store/instance.ts';
import { byTime } from '../store/queries/order.ts';
import { OUTCOMES } from '../store/tables.ts';
import { type Intervals, type Levels, levelsOf, NO_INTERVALS, stretchesAbove, overlap } from './intervals.ts';
import { limitsOf, type TransportLimits, PRINTED } from './limits.ts';
import { type Named, nameDestinations } from './named.ts';

const SUSPENDED = OUTCOMES.indexOf('suspended');
/** Time for an agent to start its next request (microseconds). Starting a process may take up to a second. */
const DIP = 150_000;

/** A transport of the record, and when it had no free agent. */
export interface TransportTraffic extends TransportLimits {
  name: string;
  /** Its requests in log order. */
  rows: Uint32Array;
  busy: Levels;
  peak: number;
  /** Times when no agent of the transport was free. */
  full: Intervals;
}

/** A destination, and when a delivery to it was in progress. */
interface DestinationTraffic extends Named {
  /** Its requests in log order. */
  rows: Uint32Array;
  inFlight: Levels;
  busy: Intervals;
}

/**
 * The traffic as the queue manager saw it: requests with transport and destination. A request is one recipient entry with one agent, from
 * its selection to its last line. Derived, see importers/replay (`takenAt`, routes). Rows of requests begin at 0.
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
    /** Last attempt of each request. */
    last: Uint32Array;
  };
  transports: TransportTraffic[];
  destinations: DestinationTraffic[];
  /** By attempt: destination (index + 1; 0 = none), and when an agent took it (0 = suspended without an attempt). */
  destinationOf: Uint32Array;
  startOf: Float64Array;
}

/** Computes the traffic of one instance after `finish`, in pieces. */
export function* trafficIn(
  instance: Instance,
  settings: Settings | null,
): Generator<undefined, Traffic, undefined> {
  const { destinations, destinationOf, transports, transportOf } = nameDestinations(instance, settings);
  yield;
  const startOf = new Float64Array(instance.tables.attempts.length);
  const requests = requestsOf(instance, destinationOf, transportOf, startOf);
  yield;
  const rows = Uint32Array.from({ length: requests.length }, (_, row) => row);
  // Rows are already ordered by end. The order by start is computed once, not for each transport and destination.
  const orders = { rows, byStart: byTime(rows, requests.start) };
  const ofDestinations = destinationsOf(requests, orders, destinations);
  const ofTransports = transportsOf(requests, orders, ofDestinations, transports, settings, instance);
  yield;
  return {
    instance,
    settings,
    requests,
    transports: ofTransports,
    destinations: ofDestinations,
    destinationOf,
    startOf,
  };
}

/**
 * When an attempt's message became active for it, microseconds. Without its `queue active` line (the log begins
 * later), computed from the delivery's start and the printed b. 0 if neither is known.
 */
export function becameActive({ tables }: Instance, startOf: ArrayLike<number>, row: AttemptRow): EpochMicros {
  const { attempts, deliveries, activations } = tables;
  const logged = activations.time[deliveries.activation[attempts.delivery[row] ?? 0] ?? 0] ?? 0;
  const start = startOf[row] ?? 0;
  return logged !== 0 || start === 0 ? logged : start - (attempts.b[row] ?? 0) * MICROS_PER_SECOND;
}

/** Display name of a destination: its domain, with the next hop if that differs. */
export function labelOf({ destinations }: Traffic, place: number): string {
  const { name = '', domain = '' } = destinations[place] ?? {};
  return domain === '' || name.includes(domain) ? name : `${domain} (${name})`;
}

function requestsOf(
  instance: Instance,
  destinationOf: Uint32Array,
  transportOf: Uint16Array,
  startOf: Float64Array,
): Traffic['requests'] {
  const { attempts, deliveries } = instance.tables;
  const isTried = (delivery: DeliveryRow): boolean =>
    attempts.outcome[deliveries.first[delivery] ?? 0] !== SUSPENDED;
  const selected = (delivery: DeliveryRow): boolean => (deliveries.selection[delivery] ?? 0) !== 0;
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
  const startUpTo = (delivery: DeliveryRow, last: AttemptRow, at: EpochMicros): void => {
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

/** All requests in log order and by start. */
interface Orders {
  rows: Uint32Array;
  byStart: Uint32Array;
}

/** Rows of each group, in their order. */
function grouped(group: ArrayLike<number>, order: Uint32Array, groups: number): Uint32Array[] {
  const counts = new Uint32Array(groups);
  for (const row of order) counts[group[row] ?? 0] = (counts[group[row] ?? 0] ?? 0) + 1;
  const lists = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  for (const row of order) {
    const of = group[row] ?? 0;
    const at = counts[of] ?? 0;
    (lists[of] as Uint32Array)[at] = row;
    counts[of] = at + 1;
  }
  return lists;
}

function transportsOf(
  requests: Traffic['requests'],
  { rows, byStart }: Orders,
  destinations: readonly DestinationTraffic[],
  names: readonly string[],
  settings: Settings | null,
  instance: Instance,
): TransportTraffic[] {
  const dip = Math.max(DIP, instance.accuracy);
  const begun = grouped(requests.transport, byStart, names.length);
  const peaks = new Map(destinations.map(({ inFlight }, place) => [place + 1, peakOf(inFlight)]));
  return grouped(requests.transport, rows, names.length).map((own, place) => {
    const name = names[place] ?? '';
    const busy = levelsOf(own, requests.start, requests.end, begun[place]);
    const peak = peakOf(busy);
    const limits = limitsOf(settings, name, peak, () => together(requests, destinations, place, dip));
    if (limits.agentsFrom !== 'master.cf') {
      const { concurrency } = limits;
      const { start, destination } = requests;
      const seen = seenLimit({ busy, peak, rows: own, start, destination, peaks, concurrency, dip });
      if (seen > 0) Object.assign(limits, { agents: seen, agentsFrom: 'seen' });
    }
    const full = limits.agents > 0 ? stretchesAbove(busy, limits.agents, dip) : NO_INTERVALS;
    return { name, rows: own, busy, peak, full, ...limits };
  });
}

/** A delivery's duration may be wrong by this share, because it is printed with two digits. */
const ROUNDED = 0.05;

/** Most deliveries to one destination of a transport that were certainly in progress together. */
function together(
  { start, end }: Traffic['requests'],
  destinations: readonly DestinationTraffic[],
  transport: number,
  slack: Micros,
): number {
  let most = 0;
  for (const one of destinations) {
    if (one.transport !== transport) continue;
    const spans = Array.from(one.rows, (row) => ({ start: start[row] ?? 0, end: end[row] ?? 0 }));
    most = Math.max(most, mostAtOnce(spans, slack, ROUNDED));
  }
  return most;
}

/** Says which rate delay of the settings was not in effect when the log was written. "" = none. */
export function delayOfAnotherTime({ transports }: Traffic): string {
  const one = transports.find(({ withoutDelay }) => withoutDelay > 0);
  return one === undefined
    ? ''
    : `${one.name}_destination_rate_delay was not in effect in this log: ${one.withoutDelay} deliveries to one destination ran together`;
}

const peakOf = ({ level }: Levels): number => level.reduce((most, one) => Math.max(most, one), 0);

function destinationsOf(
  requests: Traffic['requests'],
  { rows, byStart }: Orders,
  destinations: readonly Named[],
): DestinationTraffic[] {
  const lists = grouped(requests.destination, rows, destinations.length + 1);
  const begun = grouped(requests.destination, byStart, destinations.length + 1);
  return destinations.map(({ name, domain, transport }, place) => {
    const own = lists[place + 1] ?? new Uint32Array(0);
    const inFlight = levelsOf(own, requests.start, requests.end, begun[place + 1]);
    return { name, domain, transport, rows: own, inFlight, busy: stretchesAbove(inFlight, 1, DIP) };
  });
}

/** A transport must stay at a number of deliveries this long (microseconds) for it to count as a limit. */
const HELD = 10 * MICROS_PER_SECOND;
/** Fewest refills (a delivery that follows one that ends) to infer a limit: per agent, and in total. */
const REFILLS = 3;
const REFILLS_IN_ALL = 10;

interface Seen {
  busy: Levels;
  peak: number;
  /** Its requests, and the columns of all requests: start and destination. */
  rows: Uint32Array;
  start: ArrayLike<EpochMicros>;
  destination: ArrayLike<number>;
  /** Most concurrent deliveries by destination number. */
  peaks: ReadonlyMap<number, number>;
  /** Concurrency limit of a destination. 0 = no limit. */
  concurrency: number;
  dip: Micros;
}

/**
 * Infers the number of agents from the log where no setting states it; 0 = unknown. A number of concurrent deliveries
 * is the process limit if it stays constant although deliveries end: each is followed immediately by another, and they
 * go to several destinations. Windows would reduce such a number one by one. If the windows themselves are full,
 * nothing can be inferred.
 */
function seenLimit(seen: Seen): number {
  const { busy, peak, rows, start, destination, peaks, concurrency, dip } = seen;
  for (let limit = peak; limit >= 1 && limit * PRINTED >= peak; limit--) {
    const full = stretchesAbove(busy, limit, dip);
    const held = full.from.reduce((sum, from, i) => sum + (full.to[i] ?? from) - from, 0);
    if (held < HELD) continue;
    const to = new Set<number>();
    let refills = 0;
    for (const row of rows) {
      const begun = start[row] ?? 0;
      // The delivery that reaches the number is not a refill.
      if (overlap(full, begun - 1, begun) === 0) continue;
      refills++;
      to.add(destination[row] ?? 0);
    }
    const roomy = [...to].every((one) => concurrency === 0 || (peaks.get(one) ?? 0) < concurrency);
    if (refills >= Math.max(REFILLS_IN_ALL, REFILLS * limit) && to.size > 1 && roomy) return limit;
  }
  return 0;
}
