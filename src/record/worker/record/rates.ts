import { levelsOf } from '../../importers/findings/intervals.ts';
import { limitsOf, pacedBy } from '../../importers/findings/limits.ts';
import type { Traffic } from '../../importers/findings/traffic.ts';
import type { Member } from '../../importers/store/record.ts';
import { domainOf } from '../../importers/domain.ts';
import type { AttemptRow } from '../../../protocol/ids.ts';
import type { LaneRates, RatesQuestion } from '../../protocol/record-questions.ts';
import {
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
  type Seconds,
  type EpochMicros,
} from '../../../protocol/units.ts';
import { type HeldRecord, lateIn } from './held.ts';
import { isInLane } from './lane-groups.ts';
import { type LaneMail, pacedLines } from './paced.ts';

const MINUTE = MICROS_PER_MINUTE;

/**
 * Computes deliveries per minute of a lane, the most that its settings allow (concurrent deliveries ÷ duration of one), and
 * how to limit it to `wanted` per minute. Null if the lane had no delivery in that time.
 */
export function ratesOf(
  held: HeldRecord,
  member: Member,
  { selection, classes, wanted }: RatesQuestion,
): LaneRates | null {
  const { instance } = member;
  const { traffic } = lateIn(held, member);
  const { requests } = traffic;
  const inLane = isInLane(held, member, selection, classes);
  const rows: number[] = [];
  for (let row = 0; row < requests.length; row++) {
    const start = requests.start[row] ?? 0;
    if (start >= selection.from && start < selection.to && inLane(requests.last[row] ?? 0)) rows.push(row);
  }
  if (rows.length === 0) return null;
  const seconds = secondsEach(traffic, rows);
  const places = new Set(rows.map((row) => requests.destination[row] ?? 0));
  const transport = traffic.transports[mostOf(rows, requests.transport)];
  const limits = limitsOf(held.settings, transport?.name ?? 'smtp', transport?.peak ?? 0);
  const span = Math.min(selection.to, instance.to) - Math.max(selection.from, instance.from);
  const given = {
    agents: limits.agents,
    rateDelay: limits.rateDelay,
    eachRecipient: limits.recipientLimit === 1,
    byLimit: Math.floor((wanted / 60) * seconds),
    byDelay: delayFor(wanted, seconds),
  };
  const mail = mailOfLane(traffic, rows, places, inLane);
  return {
    deliveries: rows.length,
    recipients: recipientsOf(traffic, rows),
    perMinute: rows.length / Math.max(1, span / MINUTE),
    busiest: busiestMinute(rows, requests.start),
    seconds,
    most: levelsOf(rows, requests.start, requests.end).level.reduce(
      (most, level) => Math.max(most, level),
      0,
    ),
    transport: transport?.name ?? 'smtp',
    destinations: places.size,
    limit: limits.concurrency,
    ...possible(limits, places.size, seconds),
    ...given,
    ...pacedLines(held.settings, { ...mail, lanes: selection.lanes }, given),
  };
}

/** Returns what distinguishes the lane's mail from other mail: transport, next hops, domains, senders. */
function mailOfLane(
  { requests, transports, destinations, destinationOf, instance }: Traffic,
  rows: readonly number[],
  places: ReadonlySet<number>,
  inLane: (attempt: AttemptRow) => boolean,
): Omit<LaneMail, 'lanes'> {
  const { attempts, lives } = instance.tables;
  const { strings } = instance.pools;
  const transport = mostOf(rows, requests.transport);
  let [others, shared] = [false, false];
  for (let row = 0; row < requests.length; row++) {
    if (inLane(requests.last[row] ?? 0)) continue;
    others ||= requests.transport[row] === transport;
    shared ||= places.has(requests.destination[row] ?? 0);
  }
  const domains = new Map<number, Set<string>>();
  const own = (row: AttemptRow): boolean => places.has(destinationOf[row] ?? 0) && inLane(row);
  for (let row = 1; row < attempts.length; row++) {
    if (!own(row)) continue;
    const place = destinationOf[row] ?? 0;
    const known = domains.get(place) ?? new Set();
    domains.set(place, known.add(domainOf(strings.text(attempts.to[row] ?? 0))));
  }
  return {
    transport: transports[transport]?.name ?? 'smtp',
    hops: [...domains].map(([place, of]) => ({
      name: destinations[place - 1]?.name ?? '',
      domains: [...of],
    })),
    senders() {
      const found = new Set<number>();
      for (let row = 1; row < attempts.length; row++)
        if (own(row)) found.add(lives.sender[attempts.life[row] ?? 0] ?? 0);
      return Array.from(found, (sender) => strings.text(sender));
    },
    others,
    shared,
  };
}

function secondsEach({ requests }: Traffic, rows: readonly number[]): number {
  const sum = rows.reduce((all, row) => all + (requests.end[row] ?? 0) - (requests.start[row] ?? 0), 0);
  // Between two stamps of whole seconds a delivery may seem to take no time.
  return Math.max(0.001, sum / rows.length / MICROS_PER_SECOND);
}

function recipientsOf({ instance, requests }: Traffic, rows: readonly number[]): number {
  const { attempts, deliveries } = instance.tables;
  return rows.reduce(
    (all, row) => all + (deliveries.count[attempts.delivery[requests.last[row] ?? 0] ?? 0] ?? 1),
    0,
  );
}

function mostOf(rows: readonly number[], of: ArrayLike<number>): number {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(of[row] ?? 0, (counts.get(of[row] ?? 0) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

/** Returns the highest number of deliveries that began within sixty seconds. */
function busiestMinute(rows: readonly number[], start: ArrayLike<EpochMicros>): number {
  const times = Float64Array.from(rows, (row) => start[row] ?? 0).sort();
  let most = 0;
  for (let from = 0, to = 0; to < times.length; to++) {
    while ((times[to] ?? 0) - (times[from] ?? 0) >= MINUTE) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

function possible(
  { agents, concurrency, rateDelay, recipientLimit }: ReturnType<typeof limitsOf>,
  destinations: number,
  seconds: Seconds,
): Pick<LaneRates, 'possible' | 'bound'> {
  const eachRecipient = recipientLimit === 1;
  if (rateDelay > 0 && !eachRecipient)
    return { possible: pacedBy(rateDelay, seconds).most * destinations, bound: 'rate delay' };
  const windows = concurrency > 0 && !eachRecipient ? concurrency * destinations : Infinity;
  const processes = agents > 0 ? agents : Infinity;
  const atOnce = Math.min(windows, processes);
  if (atOnce === Infinity) return { possible: 0, bound: 'none' };
  return { possible: (60 * atOnce) / seconds, bound: processes <= windows ? 'processes' : 'limit' };
}

/** Returns the shortest rate delay (whole seconds, as in Postfix) with at most `wanted` deliveries per minute. */
function delayFor(wanted: number, seconds: Seconds): LaneRates['byDelay'] {
  const delay = Math.max(1, Math.ceil(60 / wanted - Math.floor(seconds)));
  return { delay, ...pacedBy(delay, seconds) };
}
