/** Routes of recipients by the settings: transport(5) first, then the transport of the domain's class (resolve.c). */
import type { Settings, TransportRoute } from '../../protocol/settings.ts';
import { domainOf } from '../domain.ts';
import { listItems } from './lines.ts';
import { transportTarget } from './parse.ts';

/** The expanded value of the last line in main.cf that sets a parameter. '' without one. */
export function mainValue(settings: Settings | null, name: string): string {
  return settings?.main.findLast((setting) => setting.name === name)?.expanded ?? '';
}

/** The transport map entry for an address: its own, its domain's, a parent domain's, or `*`. */
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

/** A transport and next hop. '' = the recipient's domain. */
export interface Way {
  transport: string;
  nexthop: string;
}

/** The route that default_transport and relayhost give. A next hop in default_transport takes precedence over relayhost. */
export function usualWay(settings: Settings | null): Way {
  return wayOf(mainValue(settings, 'default_transport') || 'smtp', settings);
}

/** The route that relay_transport gives to mail for the domains of relay_domains. */
export function relayWay(settings: Settings | null): Way {
  return wayOf(mainValue(settings, 'relay_transport') || 'relay', settings);
}

/** True if the list names this domain or a parent of it. */
export function isListed(settings: Settings | null, list: string, domain: string): boolean {
  const names = listItems(mainValue(settings, list).toLowerCase());
  return names.some((name) => domain === name || domain.endsWith(`.${name}`));
}

/** The route of mail for a remote domain, before any sender-dependent map. */
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
