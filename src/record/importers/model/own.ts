/**
 * A new service for a class of mail (by its senders) or for a domain (by transport_maps): which mail it gets, and which settings it copies
 * from the service that has the mail now. The model and the commands both use this file, so they agree.
 */
import type { Change } from '../../protocol/predict.ts';
import type { EffectiveTransport, MainSetting, Settings, TransportRoute } from '../../protocol/settings.ts';
import { findParam } from '../../../protocol/params.ts';
import { domainOf } from '../domain.ts';
import { mapEntries } from '../settings/maps.ts';
import { transportTarget } from '../settings/parse.ts';
import { isListed, mainValue, routeFinder, usualWay, type Way, wayTo } from '../settings/ways.ts';

export type OwnChange = Change & { kind: 'own' };
/** Senders of a class, and those of them that also send other mail. */
export interface ClassSenders {
  senders: readonly string[];
  mixed: readonly string[];
}

/**
 * What the commands need to know about the mail: the senders of a class, and the next hop of a domain in the record
 * ('' = the domain itself).
 */
export interface MailToMove {
  sendersOf: (mailClass: string) => ClassSenders;
  nexthopOf: (domain: string) => string;
}

/** Transports to other machines. Only these can be copied. */
const REMOTE = /^(smtp|relay|lmtp)$/;
export const SENDER_MAPS = 'sender_dependent_default_transport_maps';

/** Domain of `@DOMAIN` in lower case. Null for a class. */
export function domainOfOwn(mailClass: string): string | null {
  return mailClass.startsWith('@') ? mailClass.slice(1).toLowerCase() : null;
}

/** Service and next hop of the mail now, according to the settings. */
export function wayBefore({ mailClass }: Pick<OwnChange, 'mailClass'>, settings: Settings | null): Way {
  const domain = domainOfOwn(mailClass);
  return domain === null ? usualWay(settings) : wayTo(settings, domain);
}

/** The route of a sender in a sender map written out in main.cf. */
export function wayOfSender(settings: Settings | null, sender: string): Way | null {
  const entries = mapEntries(mainValue(settings, SENDER_MAPS));
  const own = entries.find(({ pattern }) => pattern.toLowerCase() === sender.toLowerCase());
  const found = own ?? entries.find(({ pattern }) => pattern.toLowerCase() === `@${domainOf(sender)}`);
  const { transport = '', nexthop = '' } = transportTarget(found?.value ?? '') ?? {};
  return transport === '' ? null : { transport, nexthop };
}

/**
 * Returns a test whether the change moves a recipient that uses `transport` now. A transport map entry for the address overrides one for
 * its domain. An entry that names a transport overrides the sender map, unless its name can be removed (`nameless`).
 */
export function takesAlong(
  { mailClass }: Pick<OwnChange, 'mailClass'>,
  settings: Settings | null,
): (address: string, transport: string, sender: string) => boolean {
  const domain = domainOfOwn(mailClass);
  const programs = new Map((settings?.transports ?? []).map(({ name, program }) => [name, program]));
  const filters = filterTransports(settings);
  const isRemote = (transport: string): boolean =>
    REMOTE.test(programs.get(transport) || transport) && !filters.has(transport);
  const routeOf = routeFinder(settings);
  if (domain !== null)
    return (address, transport) =>
      domainOf(address) === domain && isRemote(transport) && !routeOf(address)?.pattern.includes('@');
  if (settings === null) return (_, transport) => isRemote(transport);
  const usual = usualWay(settings).transport;
  return (address, transport, sender) => {
    if (!isRemote(transport)) return false;
    const route = routeOf(address);
    if (route !== undefined && route.transport !== '')
      return transport === usual && nameless(settings, route) !== null;
    return transport === usual || transport === wayOfSender(settings, sender)?.transport;
  };
}

/** Transports in content_filter. Mail to a filter goes there whatever the maps say. */
function filterTransports(settings: Settings | null): Set<string> {
  if (settings === null) return new Set();
  const lists = [settings.main, ...settings.services.map(({ overrides }) => overrides)];
  return new Set(lists.flatMap((list) => filterOf(list)?.transport ?? []));
}

/** The content_filter of main.cf or of a service. Null = none. */
export function filterOf(list: readonly MainSetting[]): Way | null {
  return transportTarget(list.findLast(({ name }) => name === 'content_filter')?.expanded ?? '');
}

/** Domain classes whose mail does not use default_transport. */
const OTHER_CLASSES = ['relay_domains', 'mydestination', 'virtual_mailbox_domains', 'virtual_alias_domains'];

/**
 * The right side of an entry that names default_transport's transport, without that name. Mail keeps its route, but
 * the sender map applies. Null if something else would change.
 */
export function nameless(settings: Settings, { pattern, transport, nexthop }: TransportRoute): string | null {
  const usual = usualWay(settings);
  if (transport !== usual.transport) return null;
  const domain = domainOf(pattern);
  if (OTHER_CLASSES.some((list) => isListed(settings, list, domain))) return null;
  if (nexthop !== '') return `:${nexthop}`;
  if (usual.nexthop === '') return ':';
  return /^[^.*@][^*@]*$/.test(pattern) ? `:${pattern}` : null;
}

/** Parameters set for `old` by name, renamed for the new service. An existing service keeps its own. */
export function carried(
  { service }: Pick<OwnChange, 'service'>,
  old: string,
  settings: Settings | null,
): { from: string; name: string; value: string }[] {
  if (settings === null || settings.services.some(({ name }) => name === service)) return [];
  const has = settings.transports.find(({ name }) => name === old);
  return Object.values(has?.values ?? {}).flatMap(({ name, value, origin }) =>
    origin !== 'default' && isOwn(name, old)
      ? [{ from: name, name: `${service}${name.slice(old.length)}`, value }]
      : [],
  );
}

function isOwn(name: EffectiveTransport['name'], old: string): boolean {
  return name.startsWith(`${old}_`) && findParam(name)?.transport === old;
}
