/** Finds every place of a configuration that names a transport. */
import type { MasterService, SettingPlace } from '../../protocol/settings.ts';
import { transportTarget } from '../settings/parse.ts';
import { mapEntries } from '../settings/maps.ts';
import { globalValue, isSet, type LintContext, placesOf, serviceKey } from './context.ts';

export interface Route {
  /** Name of the parameter, or pattern in the transport map, that has the route. */
  setting: string;
  /** The route as written: `slow:[gw.example]`. */
  target: string;
  transport: string;
  nexthop: string;
  places: SettingPlace[];
  /** Service that sets the parameter with `-o`. */
  service?: MasterService;
}

/** Parameters that name a transport, and the list that must not be empty for their default to be used. */
const PARAMETERS: readonly [name: string, needs: string | null][] = [
  ['default_transport', null],
  ['relay_transport', 'relay_domains'],
  ['local_transport', 'mydestination'],
  ['virtual_transport', 'virtual_mailbox_domains'],
  ['mailbox_transport', 'mailbox_transport'],
  ['fallback_transport', 'fallback_transport'],
  ['content_filter', 'content_filter'],
];

/** Transports for address probes (verify(8)). */
const PROBES = [
  'address_verify_default_transport',
  'address_verify_relay_transport',
  'address_verify_local_transport',
  'address_verify_virtual_transport',
];

/** Tables that return a transport. The entries of transport_maps are in `settings.routes`. */
const MAPS = [
  'sender_dependent_default_transport_maps',
  'mailbox_transport_maps',
  'fallback_transport_maps',
  'address_verify_transport_maps',
  'address_verify_sender_dependent_default_transport_maps',
];
/** The action of access(5) that sends mail to a filter, written in main.cf itself. */
const FILTER_ACTION = /\bFILTER\s+([A-Za-z0-9_.-]+:[^\s,{}]*)/gi;

/** Caches a result per configuration, because several rules need it for each transport. */
function once<Found>(find: (context: LintContext) => Found): (context: LintContext) => Found {
  const known = new WeakMap<LintContext, { found: Found }>();
  return (context) => {
    const { found } = known.get(context) ?? { found: find(context) };
    known.set(context, { found });
    return found;
  };
}

/** All routes in the texts, with their transports. Values with unexpanded names are left out. */
export const routesOf = once(findRoutes);

function findRoutes(context: LintContext): Route[] {
  const routes: Route[] = [];
  const add = (setting: string, target: string, places: SettingPlace[], service?: MasterService) => {
    const { transport, nexthop } = transportTarget(target) ?? { transport: target, nexthop: '' };
    if (!/^[A-Za-z0-9_.-]+$/.test(transport)) return;
    routes.push({
      setting,
      target,
      transport,
      nexthop,
      places,
      ...(service === undefined ? {} : { service }),
    });
  };
  for (const [name, needs] of PARAMETERS) {
    const value = globalValue(context, name);
    const list = needs === null ? null : globalValue(context, needs);
    // Below compatibility level 2 relay_domains defaults to mydestination, which is local mail: nothing is relayed.
    const used = list === null || (list.value !== '' && (needs !== 'relay_domains' || isSet(list)));
    if (value.value !== '' && (isSet(value) ? used || needs !== name : used))
      add(name, value.value, placesOf(value));
  }
  for (const service of context.index.services) {
    const filter = service.overrides.findLast((o) => o.name === 'content_filter');
    if (filter !== undefined && filter.expanded !== '') {
      add('content_filter', filter.expanded, [filter.place], service);
    }
  }
  addWrittenOut(context, add);
  for (const setting of context.index.main.values()) {
    for (const [, target = ''] of setting.expanded.matchAll(FILTER_ACTION))
      add(`FILTER in ${setting.name}`, target, [setting.place]);
  }
  for (const route of context.settings.routes) {
    add(`transport_maps: ${route.pattern}`, `${route.transport}:${route.nexthop}`, [route.place]);
  }
  return routes;
}

/**
 * Adds the routes of parameters that count only if main.cf sets them. A value that begins with `$` is skipped here,
 * because it is reported where the parameter that it names is set.
 */
function addWrittenOut(
  { index }: LintContext,
  add: (setting: string, target: string, places: SettingPlace[]) => void,
): void {
  const written = (name: string) => {
    const setting = index.main.get(name);
    return setting === undefined || setting.value.startsWith('$') ? undefined : setting;
  };
  for (const name of PROBES) {
    const setting = written(name);
    if (setting !== undefined && setting.expanded !== '') add(name, setting.expanded, [setting.place]);
  }
  for (const name of MAPS) {
    const setting = written(name);
    for (const { pattern, value } of setting === undefined ? [] : mapEntries(setting.expanded))
      add(`${name}: ${pattern}`, value, setting === undefined ? [] : [setting.place]);
  }
}

/** The next hops of each transport; '' = the recipient's domain. */
export const hopsOf = once((context): ReadonlyMap<string, ReadonlySet<string>> => {
  const hops = new Map<string, Set<string>>();
  for (const { transport, nexthop } of routesOf(context)) {
    const known = hops.get(transport);
    if (known === undefined) hops.set(transport, new Set([nexthop]));
    else known.add(nexthop);
  }
  return hops;
});

/** The first content_filter route of each transport. */
export const filtersOf = once(findFilters);

function findFilters(context: LintContext): ReadonlyMap<string, Route> {
  const routes = routesOf(context).filter((route) => route.setting === 'content_filter');
  return new Map(routes.toReversed().map((route) => [route.transport, route]));
}

/** The service in parentheses (`smtp/inet`), or nothing for main.cf. */
export function routeOwner(route: Route): string {
  return route.service === undefined ? '' : ` (in ${serviceKey(route.service)})`;
}
