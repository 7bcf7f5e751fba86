import type { EpochMicros } from '../../../protocol/units.ts';
import type { Instance } from '../store/instance.ts';
import { type Pauses, PUT_OFF, type PutOff } from './pauses.ts';
import { faultOf, isOwnServer, reasonOf, serverOf } from './reply-faults.ts';
import type { Traffic } from './traffic.ts';

/**
 * Finds failures that several destinations share. Their cause is on this machine's side (its resolver, its network),
 * not at each destination. Marks the pauses with that cause.
 */
export function markCommonCauses(traffic: Traffic, pauses: Pauses): void {
  const found = failuresIn(traffic, pauses);
  if (found.every(({ places }) => places.size < DESTINATIONS_MIN.ipv6)) return;
  const reached = reachedIn(traffic);
  for (const { cause, rows, places } of found) {
    if (places.size < DESTINATIONS_MIN[cause]) continue;
    const own = cause === 'ipv6' ? reached.filter(({ ipv6 }) => ipv6) : reached;
    const among = new Set(own.map(({ place }) => place));
    // A resolver that failed for most destinations of the record is the cause of all its failures. Otherwise only
    // failures in the same episode count.
    const most = cause === 'resolver' && places.size >= MANY && places.size >= among.size;
    const kept = most ? rows : episodes(traffic, pauses, cause, rows, own);
    for (const row of kept) pauses.why[row] = PUT_OFF.indexOf(cause);
  }
}

type Cause = PutOff & ('resolver' | 'network' | 'ipv6');
/** A cause counts as common if it makes at least this many destinations fail. */
const DESTINATIONS_MIN: Readonly<Record<Cause, number>> = { resolver: 3, network: 3, ipv6: 2 };
const MANY = 5;
/**
 * Maximum number of servers reached during a common failure, as a share of its failures. Open sessions and cached
 * resolver answers still reach a few.
 */
const REACHED_MAX = 0.1;
/** A common failure ends when this many attempts in a row reach a server. */
const RECOVERED = 2;

interface Failures {
  cause: Cause;
  /** Rows of pauses, in order of time. */
  rows: number[];
  places: Set<number>;
}

function failuresIn({ instance, destinationOf }: Traffic, pauses: Pauses): Failures[] {
  const { attempts } = instance.tables;
  const { replies } = instance.pools;
  const found = (['resolver', 'network', 'ipv6'] as const).map(
    (cause): Failures => ({ cause, rows: [], places: new Set() }),
  );
  const causes = new Map<number, number>();
  for (let row = 0; row < pauses.length; row++) {
    const why = PUT_OFF[pauses.why[row] ?? 0];
    if (why !== 'unreachable' && why !== 'dead') continue;
    const attempt = pauses.before[row] ?? 0;
    const reply = attempts.reply[attempt] ?? 0;
    let cause = causes.get(reply);
    if (cause === undefined) {
      cause = found.findIndex((one) => one.cause === causeOf(replies.text(reply)));
      causes.set(reply, cause);
    }
    const of = found[cause];
    if (of === undefined) continue;
    of.rows.push(row);
    of.places.add(destinationOf[attempt] ?? 0);
  }
  return found;
}

/**
 * The common cause that a reply suggests if several destinations fail with it. Null = it concerns one destination only.
 */
function causeOf(reply: string): Cause | null {
  const fault = faultOf(reply);
  if (fault === 'lookup') return 'resolver';
  const server = serverOf(reply);
  // A next hop with an explicit port is one destination, whatever the domain of the recipient.
  if (fault !== 'connect' || !server.endsWith(':25') || isOwnServer(server)) return null;
  const away =
    /: (Network is unreachable|No route to host|Cannot assign requested address|Address family not supported)/i.test(
      reasonOf(reply),
    );
  if (away && addressOf(server).includes(':')) return 'ipv6';
  return 'network';
}

interface Reached {
  time: EpochMicros;
  place: number;
  ipv6: boolean;
}

/** Attempts that reached a server of the network, in log order. */
function reachedIn({ instance, destinationOf }: Traffic): Reached[] {
  const { attempts } = instance.tables;
  const kinds = new Map<number, number>();
  const found: Reached[] = [];
  for (let row = 1; row < attempts.length; row++) {
    const relay = attempts.relay[row] ?? 0;
    let kind = kinds.get(relay);
    if (kind === undefined) kinds.set(relay, (kind = kindOf(instance, relay)));
    if (kind > 0)
      found.push({ time: attempts.time[row] ?? 0, place: destinationOf[row] ?? 0, ipv6: kind === 2 });
  }
  return found;
}

/** Kind of a relay: 0 not a server of the network, 1 a server with an IPv4 address, 2 a server with an IPv6 address. */
function kindOf({ pools }: Instance, relay: number): number {
  const text = pools.strings.text(relay);
  const address = addressOf(text);
  if (address === '' || !text.endsWith(':25') || isOwnServer(text)) return 0;
  return address.includes(':') ? 2 : 1;
}

/** The address in `mx.a.example[192.0.2.1]:25`. */
const addressOf = (server: string): string =>
  server.includes('[') ? server.slice(server.lastIndexOf('[') + 1, server.lastIndexOf(']')) : '';

/** Finds the stretches in which several destinations failed and hardly any server was reached, and returns their pauses. */
function episodes(
  { instance, destinationOf }: Traffic,
  pauses: Pauses,
  cause: Cause,
  rows: readonly number[],
  reached: readonly Reached[],
): number[] {
  const { attempts } = instance.tables;
  const found: number[] = [];
  let own: number[] = [];
  let [among, inRow, next] = [0, 0, 0];
  const close = (): void => {
    const places = new Set(own.map((row) => destinationOf[pauses.before[row] ?? 0] ?? 0));
    if (places.size >= DESTINATIONS_MIN[cause] && among - inRow <= own.length * REACHED_MAX)
      for (const row of own) found.push(row);
    own = [];
    among = 0;
  };
  for (const row of rows) {
    const time = attempts.time[pauses.before[row] ?? 0] ?? 0;
    for (; (reached[next]?.time ?? Infinity) <= time; next++) {
      among++;
      if (++inRow === RECOVERED) close();
    }
    if (own.length === 0) among = 0;
    inRow = 0;
    own.push(row);
  }
  inRow = 0;
  close();
  return found;
}
