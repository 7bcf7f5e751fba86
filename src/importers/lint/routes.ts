/** Where mail is sent to: every place of the configuration that names a transport. */
import type { MasterService, SettingPlace } from '../../protocol/settings.ts';
import { transportTarget } from '../settings/parse.ts';
import { globalValue, isSet, type LintContext, placesOf, serviceKey } from './context.ts';

export interface Route {
  /** Parameter, or the pattern of a transport map. */
  setting: string;
  /** As written: `slow:[gw.example]`. */
  target: string;
  transport: string;
  nexthop: string;
  places: SettingPlace[];
  /** Service whose `-o` it is. */
  service?: MasterService;
}

/** Parameters that name a transport, and which list must not be empty for their default to be used. */
const PARAMETERS: readonly [name: string, needs: string | null][] = [
  ['default_transport', null],
  ['relay_transport', 'relay_domains'],
  ['local_transport', 'mydestination'],
  ['virtual_transport', 'virtual_mailbox_domains'],
  ['mailbox_transport', 'mailbox_transport'],
  ['fallback_transport', 'fallback_transport'],
  ['content_filter', 'content_filter'],
];

/** All routes that the texts name, with the transport of each. A value with a name that could not be expanded is left out. */
export function routesOf(context: LintContext): Route[] {
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
    // Before compatibility level 2 relay_domains are those of mydestination, which is local mail: nothing is relayed.
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
  for (const route of context.settings.routes) {
    add(`transport_maps: ${route.pattern}`, `${route.transport}:${route.nexthop}`, [route.place]);
  }
  return routes;
}

/** Filters: the routes of content_filter, each once. */
export function filtersOf(context: LintContext): Route[] {
  const routes = routesOf(context).filter((route) => route.setting === 'content_filter');
  return routes.filter((route, i) => routes.findIndex((r) => r.transport === route.transport) === i);
}

/** `smtp/inet` of a service's option, or nothing for main.cf. */
export function routeOwner(route: Route): string {
  return route.service === undefined ? '' : ` (in ${serviceKey(route.service)})`;
}
