/**
 * A service of its own for a class of mail (by its senders) or for a domain (by transport_maps): which mail it gets, and what it takes
 * over from the service that has that mail now. The model and the lines for it both ask here, so that they say the same.
 */
import type { Change } from '../../protocol/predict.ts';
import type { EffectiveTransport, MainSetting, Settings, TransportRoute } from '../../protocol/settings.ts';
import { findParam } from '../../../protocol/params.ts';
import { domainOf } from '../domain.ts';
import { mapEntries } from '../settings/maps.ts';
import { transportTarget } from '../settings/parse.ts';
import { isListed, mainValue, routeFinder, usualWay, type Way, wayTo } from '../settings/ways.ts';

export type OwnChange = Change & { kind: 'own' };
/** Who sends a class, and who of them sends other mail too. */
export interface ClassSenders {
  senders: readonly string[];
  mixed: readonly string[];
}

/** What the lines have to know of the mail: who sends a class, and where the record sent the mail of a domain ('' = there). */
export interface MailToMove {
  sendersOf: (mailClass: string) => ClassSenders;
  nexthopOf: (domain: string) => string;
}

/** What delivers to other machines over SMTP: only that can be copied. */
const REMOTE = /^(smtp|relay|lmtp)$/;
export const SENDER_MAPS = 'sender_dependent_default_transport_maps';

/** Domain of `@DOMAIN`, in small letters; null for a class. */
export function domainOfOwn(mailClass: string): string | null {
  return mailClass.startsWith('@') ? mailClass.slice(1).toLowerCase() : null;
}

/** Service and next hop that the mail has now, as far as the settings say. */
export function wayBefore({ mailClass }: Pick<OwnChange, 'mailClass'>, settings: Settings | null): Way {
  const domain = domainOfOwn(mailClass);
  return domain === null ? usualWay(settings) : wayTo(settings, domain);
}

/** Where an entry of the map of senders, written out in main.cf, sends one of them. */
export function wayOfSender(settings: Settings | null, sender: string): Way | null {
  const entries = mapEntries(mainValue(settings, SENDER_MAPS));
  const own = entries.find(({ pattern }) => pattern.toLowerCase() === sender.toLowerCase());
  const found = own ?? entries.find(({ pattern }) => pattern.toLowerCase() === `@${domainOf(sender)}`);
  const { transport = '', nexthop = '' } = transportTarget(found?.value ?? '') ?? {};
  return transport === '' ? null : { transport, nexthop };
}

/**
 * Whether the change takes a recipient along, who goes through `transport` now. An entry of the transport map for the address goes before
 * one for its domain; one that names a transport goes before a map of senders, unless that name can be left out of it (`nameless`).
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

/** Transports that content_filter names: what goes to a filter goes there whatever a map says. */
function filterTransports(settings: Settings | null): Set<string> {
  if (settings === null) return new Set();
  const lists = [settings.main, ...settings.services.map(({ overrides }) => overrides)];
  return new Set(lists.flatMap((list) => filterOf(list)?.transport ?? []));
}

/** What content_filter of main.cf, or of a service, is; null = none. */
export function filterOf(list: readonly MainSetting[]): Way | null {
  return transportTarget(list.findLast(({ name }) => name === 'content_filter')?.expanded ?? '');
}

/** Classes of domains whose mail has another transport than default_transport. */
const OTHER_CLASSES = ['relay_domains', 'mydestination', 'virtual_mailbox_domains', 'virtual_alias_domains'];

/**
 * The right side of an entry that names default_transport's own transport, without that name: mail goes as before, and a map of senders is
 * heard. Null where something else would change.
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

/** Parameters of main.cf that hold for `old` by its own name, under the new name; a service that is there already keeps what it has. */
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
