import type { Settings } from '../../protocol/settings.ts';
import type { Instance } from '../store/instance.ts';
import { OUTCOMES, STATUSES } from '../store/tables.ts';

/**
 * Which transport tried a recipient, and by what name the queue manager knows its destination. Logged with `qmgr -v`; else it follows from transport maps and relayhost, else from the `relay=` of the
 * attempts.
 */
export interface Routes {
  /** Transport of a delivery line's process; `retry` and `error` by what was said. */
  transportOf(tag: string, status: number, outcome: number): string;
  /** Nexthop of a recipient in a transport; `relay` as the line has it. */
  nexthopOf(transport: string, address: string, relay: string): string;
}

const SUSPENDED = OUTCOMES.indexOf('suspended');
const BOUNCED = STATUSES.indexOf('bounced');
/** Transports that hand on to another machine: relayhost is for them. */
const REMOTE = /^(smtp|relay|lmtp)$/;

/** Routes of one instance. Without settings those of a stock Postfix. */
export function createRoutes(instance: Instance, settings: Settings | null): Routes {
  const services = settings?.services ?? [];
  const own = new Map<string, string>();
  for (const { name, command, overrides } of services) {
    const tag = overrides.findLast((setting) => setting.name === 'syslog_name')?.expanded;
    if (tag !== undefined) own.set(`${tag}/${command}`, name);
  }
  const programs = new Map<string, string>();
  for (const { name, command, type } of services)
    if (type === 'unix' && (name === command || !programs.has(command))) programs.set(command, name);
  const maps = new Map((settings?.routes ?? []).map((route) => [route.pattern.toLowerCase(), route]));
  const relayhost = mainValue(settings, 'relayhost');
  const named = namedQueues(instance);
  return {
    transportOf(tag, status, outcome) {
      const program = tag.slice(tag.lastIndexOf('/') + 1);
      if (program === 'error') return outcome === SUSPENDED || status !== BOUNCED ? 'retry' : 'error';
      return own.get(tag) ?? programs.get(program) ?? program;
    },
    nexthopOf(transport, address, relay) {
      const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
      const route =
        maps.get(address.toLowerCase()) ?? maps.get(domain) ?? parentRoute(maps, domain) ?? maps.get('*');
      if (route !== undefined) return route.nexthop === '' ? domain : route.nexthop;
      if (relayhost !== '' && REMOTE.test(transport)) return relayhost;
      return relayName(relay, named) ?? domain;
    },
  };
}

function parentRoute<R>(maps: ReadonlyMap<string, R>, domain: string): R | undefined {
  for (let at = domain.indexOf('.'); at >= 0; at = domain.indexOf('.', at + 1)) {
    const found = maps.get(domain.slice(at));
    if (found !== undefined) return found;
  }
  return undefined;
}

function mainValue(settings: Settings | null, name: string): string {
  return settings?.main.findLast((setting) => setting.name === name)?.expanded ?? '';
}

/** Names of destinations that the log states: window lines, and selections; without the recipient in front. */
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
 * A destination that is an address: `[127.0.0.1]:2525` when the log names it so, or when the relay stands at a port that
 * is no mail port, which only a route can have said. Else the domain is the nexthop, whoever its server is.
 */
function relayName(relay: string, named: ReadonlySet<string>): string | null {
  const parts = /^(.*)\[(.*)\]:(\d+)$/.exec(relay);
  if (parts === null) return null;
  const [, host, address, port] = parts;
  for (const name of [`[${address}]:${port}`, `[${host}]:${port}`, `[${address}]`, `[${host}]`])
    if (named.has(name)) return name;
  return named.size === 0 && port !== '25' && port !== '587' && port !== '465'
    ? `[${address}]:${port}`
    : null;
}
