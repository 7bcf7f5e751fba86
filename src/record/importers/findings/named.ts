import type { Settings } from '../../protocol/settings.ts';
import { Pairs } from '../bytes/pairs.ts';
import { createRoutes } from '../replay/routes.ts';
import type { Instance } from '../store/instance.ts';
import { domainsOf } from '../store/queries/groups.ts';
import { OUTCOMES, STATUSES } from '../store/tables.ts';
import { domainOf } from '../domain.ts';
import { reasonOf, serverOf } from './reply-faults.ts';
import type { AttemptRow } from '../../../protocol/ids.ts';

const SUSPENDED = OUTCOMES.indexOf('suspended');
const DEFERRED = STATUSES.indexOf('deferred');

/** A destination. `transport` is an index in `transports`. */
export interface Named {
  name: string;
  /** Domain of its recipients. "" = several. */
  domain: string;
  transport: number;
}

/** The transport and destination of each attempt. */
interface NamedDestinations {
  transports: string[];
  destinations: Named[];
  /** By attempt: destination (index + 1; 0 = none), transport. */
  destinationOf: Uint32Array;
  transportOf: Uint16Array;
}

/** Finds transports and destinations from the settings' routes and the log lines. */
export function nameDestinations(instance: Instance, settings: Settings | null): NamedDestinations {
  const { tables, pools } = instance;
  const { attempts, deliveries, agents } = tables;
  const routes = createRoutes(instance, settings);
  const transports: string[] = [];
  const destinations: Named[] = [];
  const placeOf = memo(transports);
  const found = new Map<string, number>();
  /** Destination (index + 1) to which mail of a domain went when it reached a relay, by transport and domain. */
  const routed = new Map<string, number>();
  const destinationOf = new Uint32Array(attempts.length);
  const transportOf = new Uint16Array(attempts.length);
  const usual = placeOf('smtp');
  const domains = domainsOf(instance);
  // With a route for a single address, that address has another destination than its domain.
  const whole = (settings?.routes ?? []).some(({ pattern }) => pattern.includes('@'));
  /** Caches: transport by program and outcome, then destination by transport, relay, and recipient or domain. */
  const tried = new Pairs();
  const transportBy: number[] = [];
  const said = new Pairs();
  const deciding = new Pairs();
  const destinationBy: number[] = [];
  const relays = new Relays(instance);
  const nameOne = (transport: number, to: number, relay: number): number => {
    const [address, answered] = [pools.strings.text(to), relay === 0 ? 'none' : relays.text(relay)];
    const name = routes.nexthopOf(transports[transport] ?? 'smtp', address, answered);
    const itsDomain = domainOf(address);
    const id = `${transport} ${name}`;
    let place = found.get(id) ?? 0;
    if (place === 0) {
      place = destinations.push({ name, domain: itsDomain, transport });
      found.set(id, place);
    }
    if (name !== itsDomain) routed.set(`${transport} ${itsDomain}`, place);
    const destination = destinations[place - 1];
    if (destination !== undefined && destination.domain !== itsDomain) destination.domain = '';
    return place;
  };
  const suspended = new Suspended(instance);
  for (let row = 1; row < attempts.length; row++) {
    const tag = agents.tag[deliveries.agent[attempts.delivery[row] ?? 0] ?? 0] ?? 0;
    const outcome = attempts.outcome[row] ?? 0;
    const status = attempts.status[row] ?? 0;
    const answered = relays.of(row);
    const twin = routes.twinOf(row);
    const program = ((tag * 16 + twin) * 16 + status) * 16 + outcome;
    const transport = (transportBy[tried.of(program, answered)] ??= placeOf(
      routes.transportOf(pools.strings.text(tag), status, outcome, relays.text(answered), twin),
    ));
    transportOf[row] = transport;
    const to = attempts.to[row] ?? 0;
    // The retry service stood in, so use the destination of the recipient's other attempts.
    const put =
      outcome === SUSPENDED || transports[transport] === 'retry' || transports[transport] === 'error';
    const relay = put ? 0 : answered;
    const domain = whole ? 0 : domains.of(to);
    // An address without a domain is a destination of its own.
    const place = deciding.of(
      said.of(transport * 2 + (put ? 1 : 0), relay),
      domain === 0 ? to * 2 : domain * 2 + 1,
    );
    const named = (destinationBy[place] ??= nameOne(put ? usual : transport, to, relay));
    destinationOf[row] = named;
    if (put) suspended.add(row);
    else if (status === DEFERRED) suspended.failed(row, named);
  }
  joinUnrouted(destinations, routed, destinationOf);
  suspended.join(destinations, destinationOf);
  return { transports, destinations, destinationOf, transportOf };
}

/** Servers of failed connections are numbered from here, above all numbers of strings. */
const SERVERS = 2 ** 30;

/** The relay of an attempt. The line of a failed connection says `relay=none`, but its reason names the server. */
class Relays {
  private readonly servers: string[] = [];
  private readonly byReply = new Map<number, number>();
  private readonly none: number;
  private readonly instance: Instance;

  constructor(instance: Instance) {
    this.instance = instance;
    this.none = instance.pools.strings.findText('none');
  }

  of(row: AttemptRow): number {
    const { tables, pools } = this.instance;
    const relay = tables.attempts.relay[row] ?? 0;
    if (relay !== this.none) return relay;
    const reply = tables.attempts.reply[row] ?? 0;
    let known = this.byReply.get(reply);
    if (known === undefined) {
      const name = serverOf(pools.replies.text(reply));
      const place = this.servers.indexOf(name);
      known = name === '' ? relay : SERVERS + (place >= 0 ? place : this.servers.push(name) - 1);
      this.byReply.set(reply, known);
    }
    return known;
  }

  text(relay: number): string {
    return relay >= SERVERS ? (this.servers[relay - SERVERS] ?? '') : this.instance.pools.strings.text(relay);
  }
}

/**
 * Finds the destinations of recipients put off without an attempt. Their lines repeat the reason of an earlier attempt
 * at the same destination (qmgr_queue_throttle). If that attempt was for another domain, the two domains share a next
 * hop.
 */
class Suspended {
  private readonly rows: number[] = [];
  private readonly metBy = new Map<number, Set<number>>();
  private readonly replies: Instance['pools']['replies'];
  private readonly reply: ArrayLike<number>;

  constructor({ tables, pools }: Instance) {
    this.replies = pools.replies;
    this.reply = tables.attempts.reply;
  }

  add(row: AttemptRow): void {
    this.rows.push(row);
  }

  failed(row: AttemptRow, place: number): void {
    const reply = this.reply[row] ?? 0;
    const known = this.metBy.get(reply);
    if (known === undefined) this.metBy.set(reply, new Set([place]));
    else known.add(place);
  }

  join(destinations: readonly Named[], destinationOf: Uint32Array): void {
    const byReason = new Map<string, Set<number>>();
    for (const [reply, places] of this.metBy) byReason.set(this.replies.text(reply), places);
    const hopOf = new Map<number, number>();
    for (const row of this.rows) {
      const reply = this.reply[row] ?? 0;
      let hop = hopOf.get(reply);
      if (hop === undefined) {
        const [place = 0, ...others] = byReason.get(reasonOf(this.replies.text(reply))) ?? [];
        const { name = '', domain = '' } = destinations[place - 1] ?? {};
        // If the reason belongs to one domain only, it does not show the destination of other domains, even of those
        // with the same server.
        hop = others.length > 0 || name === domain ? 0 : place;
        hopOf.set(reply, hop);
      }
      if (hop !== 0) destinationOf[row] = hop;
    }
  }
}

/** A failed connection names no relay. Its destination is where other mail of the domain went. */
function joinUnrouted(
  destinations: readonly Named[],
  routed: ReadonlyMap<string, number>,
  destinationOf: Uint32Array,
): void {
  const joined = destinations.map(({ name, domain, transport }, place) =>
    name === domain ? (routed.get(`${transport} ${domain}`) ?? place + 1) : place + 1,
  );
  if (routed.size === 0) return;
  for (let row = 1; row < destinationOf.length; row++)
    destinationOf[row] = joined[(destinationOf[row] ?? 0) - 1] ?? 0;
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
