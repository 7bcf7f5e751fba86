import type { Settings } from '../../protocol/settings.ts';
import { Pairs } from '../bytes/pairs.ts';
import { createRoutes } from '../replay/routes.ts';
import type { Instance } from '../store/instance.ts';
import { domainsOf } from '../store/queries/groups.ts';
import { OUTCOMES } from '../store/tables.ts';
import { domainOf } from '../domain.ts';

const SUSPENDED = OUTCOMES.indexOf('suspended');

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
  /** Destination of mail that reached a relay, by transport and domain: index + 1. */
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
  const nameOne = (transport: number, to: number, relay: number): number => {
    const [address, answered] = [pools.strings.text(to), relay === 0 ? 'none' : pools.strings.text(relay)];
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
  for (let row = 1; row < attempts.length; row++) {
    const tag = agents.tag[deliveries.agent[attempts.delivery[row] ?? 0] ?? 0] ?? 0;
    const outcome = attempts.outcome[row] ?? 0;
    const status = attempts.status[row] ?? 0;
    const answered = attempts.relay[row] ?? 0;
    const twin = routes.twinOf(row);
    const program = ((tag * 16 + twin) * 16 + status) * 16 + outcome;
    const transport = (transportBy[tried.of(program, answered)] ??= placeOf(
      routes.transportOf(pools.strings.text(tag), status, outcome, pools.strings.text(answered), twin),
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
    destinationOf[row] = destinationBy[place] ??= nameOne(put ? usual : transport, to, relay);
  }
  joinUnrouted(destinations, routed, destinationOf);
  return { transports, destinations, destinationOf, transportOf };
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
