import type { MasterService, Settings } from '../../protocol/settings.ts';
import { transportTarget } from '../settings/parse.ts';
import { mainValue, routeFinder, usualWay } from '../settings/ways.ts';
import type { Instance } from '../store/instance.ts';
import { OUTCOMES, STATUSES } from '../store/tables.ts';
import { domainOf } from '../domain.ts';
import { serverOf } from '../findings/reply-faults.ts';

/**
 * Finds the transport of an attempt and the queue manager's name for its destination: logged with `qmgr -v`,
 * otherwise from transport maps and relayhost, otherwise from `relay=` of the attempts.
 */
export interface Routes {
  /**
   * The transport of a delivery line. `retry` and `error` are told apart by the outcome, content filters by their
   * relay, and services with identical tags by `twinOf`.
   */
  transportOf(tag: string, status: number, outcome: number, relay: string, twin?: number): string;
  /** Which of the services with identical tags an attempt (by row) used, according to the maps. 0 = unknown. */
  twinOf(attempt: number): number;
  /** Next hop of a recipient in a transport. `relay` as in the line. */
  nexthopOf(transport: string, address: string, relay: string): string;
}

const SUSPENDED = OUTCOMES.indexOf('suspended');
const BOUNCED = STATUSES.indexOf('bounced');
/** Transports to other machines, which use relayhost. */
const REMOTE = /^(smtp|relay|lmtp)$/;
const AGENTS = /^(smtp|lmtp|pipe|local|virtual|discard)$/;

/** Creates the routes of one instance. Without settings they are those of a stock Postfix. */
export function createRoutes(instance: Instance, settings: Settings | null): Routes {
  const services = settings?.services ?? [];
  const instanceName = instance.pools.strings.text(instance.name);
  const own = new Map<string, string>();
  for (const { name, command, overrides } of services) {
    const tag = overrides.findLast((setting) => setting.name === 'syslog_name')?.expanded;
    if (tag !== undefined) own.set(`${tag}/${command}`, name);
  }
  const programs = new Map<string, string>();
  for (const { name, command, type } of services)
    if (type === 'unix' && (name === command || !programs.has(command))) programs.set(command, name);
  const relayhost = mainValue(settings, 'relayhost');
  const usual = usualWay(settings);
  const twins = twinsIn(settings);
  const routeOf = routeFinder(settings);
  const named = namedQueues(instance);
  const filters = settings === null ? [] : filtersIn(settings);
  const lone = settings?.hasMain === true || named.size > 0 ? '' : loneServer(instance);
  return {
    twinOf(attempt) {
      if (twins.services.length === 0) return 0;
      const { attempts, lives } = instance.tables;
      const { strings } = instance.pools;
      const known = routeOf(strings.text(attempts.to[attempt] ?? 0))?.transport ?? '';
      const sender = strings.text(lives.sender[attempts.life[attempt] ?? 0] ?? 0).toLowerCase();
      const name = known !== '' ? known : (twins.bySender.get(sender) ?? twins.usual);
      return twins.services.findIndex((one) => one.name === name) + 1;
    },
    transportOf(tag, status, outcome, relay, twin = 0) {
      const program = tag.slice(tag.lastIndexOf('/') + 1);
      // The queue manager defers a recipient itself if it cannot reach the service retry.
      if (program === 'error' || program === 'qmgr')
        return outcome === SUSPENDED || status !== BOUNCED ? 'retry' : 'error';
      const filter = filters.find((one) => one.command === program && one.is(relay));
      const { name, command } = twins.services[twin - 1] ?? {};
      if (name !== undefined && command === program && !own.has(tag)) return name;
      const known = own.get(tag) ?? filter?.transport ?? programs.get(program);
      return known ?? (services.length === 0 ? serviceOf(tag, instanceName) : program);
    },
    nexthopOf(transport, address, relay) {
      // A filter gets the mail of every domain. If it could not be reached, no relay is named.
      const filter = filters.find(
        (one) =>
          one.transport === transport && (one.is(relay) || (relay === 'none' && !REMOTE.test(transport))),
      );
      if (filter !== undefined) return filter.nexthop;
      const domain = domainOf(address);
      const route = routeOf(address);
      // A map entry with neither transport nor next hop leaves the route as it is without the map.
      if (route !== undefined && route.transport + route.nexthop !== '') return route.nexthop || domain;
      if (transport === usual.transport && usual.nexthop !== '') return usual.nexthop;
      const socket = socketOf(relay);
      if (socket !== '') return socket;
      if (relayhost !== '' && REMOTE.test(transport)) return relayhost;
      return relayName(relay, named) ?? (lone !== '' && REMOTE.test(transport) ? lone : domain);
    },
  };
}

/** The service of a tag without master.cf: `slow` of `postfix/slow/smtp`, `postfix-slow` of `postfix-slow/smtp`, otherwise the program. */
function serviceOf(tag: string, instanceName: string): string {
  const [name = '', ...rest] = tag.split('/');
  if (rest.length > 1) return rest.at(-2) ?? '';
  return name === instanceName ? (rest[0] ?? '') : name;
}

/**
 * Services of one program with the same tag, and rules other than transport maps that tell which mail uses each
 * service.
 */
interface Twins {
  services: MasterService[];
  bySender: Map<string, string>;
  /** The service that default_transport names. */
  usual: string;
}

function twinsIn(settings: Settings | null): Twins {
  const alike = (settings?.services ?? []).filter(
    ({ type, overrides }) => type === 'unix' && overrides.every(({ name }) => name !== 'syslog_name'),
  );
  const services = alike.filter(
    ({ name, command }) =>
      name !== command && alike.some((one) => one.name === command) && AGENTS.test(command),
  );
  // Only inline maps can be read, because the texts of other maps are missing.
  const senders = mainValue(settings, 'sender_dependent_default_transport_maps');
  const entries = senders.startsWith('inline:')
    ? senders.matchAll(/(?<![^\s{},=])([^\s{},=]+)\s*=\s*([\w-]+):/g)
    : [];
  return {
    services,
    bySender: new Map(Array.from(entries, ([, sender = '', name = '']) => [sender.toLowerCase(), name])),
    usual: mainValue(settings, 'default_transport') === '' ? '' : usualWay(settings).transport,
  };
}

/** A content filter, through which all mail passes before delivery. */
interface Filter {
  transport: string;
  nexthop: string;
  command: string;
  /** True if a `relay=` names the host and port of the filter. */
  is: (relay: string) => boolean;
}

function filtersIn({ main, services }: Settings): Filter[] {
  const values = [main, ...services.map(({ overrides }) => overrides)].map(
    (list) => list.findLast(({ name }) => name === 'content_filter')?.expanded ?? '',
  );
  return [...new Set(values)].flatMap((value) => {
    const target = transportTarget(value);
    const [, host = '', port = ''] = /^\[?(.+?)\]?:(\d+)$/.exec(target?.nexthop ?? '') ?? [];
    const service = services.find(({ name, type }) => name === target?.transport && type === 'unix');
    if (target === null || service === undefined || port === '') return [];
    const is = (relay: string): boolean => {
      const [, name, address, at] = /^(.*)\[([^[]*)\]:(\d+)$/.exec(relay) ?? [];
      return at === port && (name === host || address === host);
    };
    return [{ ...target, command: service.command, is }];
  });
}

/** Destination names in the log, from window lines and selections, without the recipient prefix. */
function namedQueues({ tables, pools }: Instance): Set<string> {
  const names = new Set<string>();
  const add = (text: string): void => {
    names.add(text);
    const at = text.indexOf('@[');
    if (at > 0) names.add(text.slice(at + 1));
  };
  for (let row = 1; row < tables.windows.length; row++)
    add(pools.strings.text(tables.windows.queue[row] ?? 0));
  for (let row = 1; row < tables.selections.length; row++)
    add(pools.strings.text(tables.selections.queue[row] ?? 0));
  return names;
}

/**
 * Name of a destination that is an address, such as `[127.0.0.1]:2525`, if the log names it like this or if the relay's
 * port is not 25, because only a route can specify such a port. Otherwise null: the domain is the next hop, whatever
 * its server is called.
 */
function relayName(relay: string, named: ReadonlySet<string>): string | null {
  const parts = /^(.*)\[([^[]*)\]:(\d+)$/.exec(relay);
  if (parts === null) return null;
  const [, host, address, port] = parts;
  for (const name of [`[${address}]:${port}`, `[${host}]:${port}`, `[${address}]`, `[${host}]`])
    if (named.has(name)) return name;
  if (named.size > 0 || port === '25') return null;
  // A provider's relay host has several addresses, and a server of the user's own has several names.
  return port === '587' || port === '465' ? `[${host}]:${port}` : `[${address}]:${port}`;
}

/** The next hop of a UNIX-domain socket: `unix:private/lmtp` of `relay=box.example[private/lmtp]`. */
function socketOf(relay: string): string {
  const path = relay.endsWith(']') ? relay.slice(relay.lastIndexOf('[') + 1, -1) : '';
  return /^(private\/|public\/|\/)./.test(path) ? `unix:${path}` : '';
}

/** Domains that have to share a server before it counts as a relay host. */
const DOMAINS_MIN = 3;

/** Without main.cf: the only server that mail of several domains went to, or should have gone to. "" = none. */
function loneServer({ tables: { attempts }, pools }: Instance): string {
  const domains = new Set<string>();
  let server = '';
  for (let row = 1; row < attempts.length; row++) {
    const relay = pools.strings.text(attempts.relay[row] ?? 0);
    const named =
      relay === 'none' || relay === '' ? serverOf(pools.replies.text(attempts.reply[row] ?? 0)) : relay;
    const [, host = ''] = /^([^[]+)\[[^\]]*\]:25$/.exec(named) ?? [];
    if (host === '') {
      // Deliveries on this machine have no server and are skipped. A failed look-up (`relay=none`) may be about any server.
      if (relay === 'none' && attempts.outcome[row] !== SUSPENDED) return '';
      continue;
    }
    if (server !== '' && server !== host) return '';
    server = host;
    const domain = domainOf(pools.strings.text(attempts.to[row] ?? 0));
    if (host === domain || host.endsWith(`.${domain}`)) return '';
    domains.add(domain);
  }
  return domains.size < DOMAINS_MIN ? '' : `[${server}]`;
}
