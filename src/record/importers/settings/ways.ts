/** Where mail of a recipient goes by the settings: transport(5), then what the class of its domain has (resolve.c). */
import type { Settings, TransportRoute } from '../../protocol/settings.ts';
import { domainOf } from '../domain.ts';
import { listItems } from './lines.ts';
import { transportTarget } from './parse.ts';

/** What main.cf says of a parameter, expanded, by the last line that sets it; '' = nothing, or no settings. */
export function mainValue(settings: Settings | null, name: string): string {
  return settings?.main.findLast((setting) => setting.name === name)?.expanded ?? '';
}

/** The entry of the transport maps that holds for an address: its own, its domain's, that of a parent domain, `*`. */
export function routeFinder(settings: Settings | null): (address: string) => TransportRoute | undefined {
  const maps = new Map((settings?.routes ?? []).map((route) => [route.pattern.toLowerCase(), route]));
  return (address) => {
    const domain = domainOf(address);
    return maps.get(address.toLowerCase()) ?? maps.get(domain) ?? parentRoute(maps, domain) ?? maps.get('*');
  };
}

function parentRoute<R>(maps: ReadonlyMap<string, R>, domain: string): R | undefined {
  for (let at = domain.indexOf('.'); at >= 0; at = domain.indexOf('.', at + 1)) {
    const found = maps.get(domain.slice(at));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A transport with its next hop; '' = the domain of the recipient. */
export interface Way {
  transport: string;
  nexthop: string;
}

/** default_transport. A next hop of its own goes before relayhost. */
export function usualWay(settings: Settings | null): Way {
  return wayOf(mainValue(settings, 'default_transport') || 'smtp', settings);
}

/** relay_transport, for the domains of relay_domains. */
export function relayWay(settings: Settings | null): Way {
  return wayOf(mainValue(settings, 'relay_transport') || 'relay', settings);
}

/** Whether a list of domains names this one, or one above it. */
export function isListed(settings: Settings | null, list: string, domain: string): boolean {
  const names = listItems(mainValue(settings, list).toLowerCase());
  return names.some((name) => domain === name || domain.endsWith(`.${name}`));
}

/** Where other machines' mail for a domain goes, before any map of senders. */
export function wayTo(settings: Settings | null, domain: string): Way {
  const usual = isListed(settings, 'relay_domains', domain) ? relayWay(settings) : usualWay(settings);
  const route = routeFinder(settings)(`@${domain}`);
  if (route === undefined || (route.transport === '' && route.nexthop === '')) return usual;
  return { transport: route.transport || usual.transport, nexthop: route.nexthop };
}

function wayOf(value: string, settings: Settings | null): Way {
  const { transport, nexthop } = transportTarget(value) ?? { transport: value, nexthop: '' };
  return { transport, nexthop: nexthop === '' ? mainValue(settings, 'relayhost') : nexthop };
}
