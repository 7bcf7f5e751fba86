import type { Settings } from '../../../protocol/settings.ts';
import { Pairs } from '../../bytes/pairs.ts';
import { Strings } from '../../bytes/strings.ts';
import { createRoutes } from '../../replay/routes.ts';
import type { Instance } from '../instance.ts';
import { NO_GROUP } from './order.ts';

/** How attempts are grouped. `all` is a single group. */
export type GroupBy = 'all' | 'domain' | 'destination' | 'transport' | 'relay' | 'sender';

export interface Groups {
  count: number;
  /** Name of a group: `example.com`, `smtp:example.com`, `smtp`, `mx.example.com[192.0.2.1]:25`, `a@example.com`. */
  name(group: number): string;
  /** Group of each row of `attempts`; NO_GROUP = in no group. Null = all rows are one group. */
  ofAttempt: Uint32Array | null;
}

/** Numbers values from 0 in their order of appearance. */
class Dense {
  readonly values: number[] = [];
  private readonly known = new Map<number, number>();

  of(value: number): number {
    let group = this.known.get(value);
    if (group === undefined) {
      group = this.values.push(value) - 1;
      this.known.set(value, group);
    }
    return group;
  }
}

/** Groups the attempts of an instance. Settings decide transports and destinations; without them those of a stock Postfix are used. */
export function groupAttempts(instance: Instance, by: GroupBy, settings: Settings | null): Groups {
  if (by === 'all') return { count: 1, name: () => '', ofAttempt: null };
  if (by === 'domain') return byDomain(instance);
  if (by === 'destination' || by === 'transport') return byRoute(instance, by, settings);
  const { attempts, lives } = instance.tables;
  const { strings } = instance.pools;
  const dense = new Dense();
  const of = new Uint32Array(attempts.length).fill(NO_GROUP);
  for (let row = 1; row < attempts.length; row++)
    of[row] = dense.of((by === 'relay' ? attempts.relay[row] : lives.sender[attempts.life[row] ?? 0]) ?? 0);
  return {
    count: dense.values.length,
    name: (group) => strings.text(dense.values[group] ?? 0) || (by === 'relay' ? 'none' : '<>'),
    ofAttempt: of,
  };
}

/** Recipient domains in lower case. `(local)` for addresses without one. */
function byDomain(instance: Instance): Groups {
  const { attempts } = instance.tables;
  const domains = domainsOf(instance);
  const dense = new Dense();
  const of = new Uint32Array(attempts.length).fill(NO_GROUP);
  for (let row = 1; row < attempts.length; row++) of[row] = dense.of(domains.of(attempts.to[row] ?? 0));
  return {
    count: dense.values.length,
    name: (group) => domains.text(dense.values[group] ?? 0) || '(local)',
    ofAttempt: of,
  };
}

export interface Domains {
  /** Number of an address's domain. 0 = none. */
  of(address: number): number;
  text(domain: number): string;
}

const AT = 64;

/** Domains of addresses. Each address is parsed once, without creating a string. */
export function domainsOf({ pools }: Instance): Domains {
  const { strings } = pools;
  const domains = new Strings();
  const known = new Uint32Array(strings.count);
  let small = new Uint8Array(256);
  return {
    of(address) {
      const found = known[address] ?? 0;
      if (found !== 0) return found - 1;
      const { arena } = strings;
      const to = strings.end(address);
      let from = to;
      while (from > strings.start(address) && arena[from - 1] !== AT) from--;
      // Without an @ the whole text is the local part.
      if (from === strings.start(address)) from = to;
      if (to - from > small.length) small = new Uint8Array(to - from);
      for (let i = from; i < to; i++) {
        const byte = arena[i] ?? 0;
        small[i - from] = byte >= 65 && byte <= 90 ? byte + 32 : byte;
      }
      const domain = domains.add(small, 0, to - from);
      known[address] = domain + 1;
      return domain;
    },
    text: (domain) => domains.text(domain),
  };
}

/** Transports, or destinations as in transport maps: `transport:nexthop`. */
function byRoute(instance: Instance, by: 'destination' | 'transport', settings: Settings | null): Groups {
  const { attempts, deliveries, agents } = instance.tables;
  const { strings } = instance.pools;
  const routes = createRoutes(instance, settings);
  const domains = domainsOf(instance);
  // With a route for a single address, that address has another destination than its domain.
  const whole = (settings?.routes ?? []).some(({ pattern }) => pattern.includes('@'));
  const names: string[] = [];
  const known = new Map<string, number>();
  const numberOf = (name: string): number => {
    let group = known.get(name);
    if (group === undefined) {
      group = names.push(name) - 1;
      known.set(name, group);
    }
    return group;
  };
  /** Numbers for the combinations that decide the group, so that the names are computed once per combination. */
  const said = new Pairs();
  const deciding = new Pairs();
  const groupOf: number[] = [];
  const of = new Uint32Array(attempts.length).fill(NO_GROUP);
  for (let row = 1; row < attempts.length; row++) {
    const tag = agents.tag[deliveries.agent[attempts.delivery[row] ?? 0] ?? 0] ?? 0;
    const status = attempts.status[row] ?? 0;
    const outcome = attempts.outcome[row] ?? 0;
    const to = attempts.to[row] ?? 0;
    const relay = attempts.relay[row] ?? 0;
    const twin = routes.twinOf(row);
    const program = ((tag * 16 + twin) * 16 + status) * 16 + outcome;
    const place =
      by === 'transport'
        ? deciding.of(program, relay)
        : deciding.of(said.of(program, relay), whole ? to : domains.of(to));
    let group = groupOf[place];
    if (group === undefined) {
      const transport = routes.transportOf(strings.text(tag), status, outcome, strings.text(relay), twin);
      const nexthop = (): string => routes.nexthopOf(transport, strings.text(to), strings.text(relay));
      group = numberOf(by === 'transport' ? transport : `${transport}:${nexthop()}`);
      groupOf[place] = group;
    }
    of[row] = group;
  }
  return { count: names.length, name: (group) => names[group] ?? '', ofAttempt: of };
}
