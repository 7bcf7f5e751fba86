/** Commands for a new service, and what must be known before they are run (transport(5), postconf(1), postmulti(1)). */
import type { MainSetting, MasterService, Settings, TransportRoute } from '../../protocol/settings.ts';
import { schedulerName } from '../settings/parameters.ts';
import { mainValue, usualWay } from '../settings/ways.ts';
import {
  carried,
  domainOfOwn,
  type MailToMove,
  nameless,
  type OwnChange,
  SENDER_MAPS,
  wayBefore,
  wayOfSender,
} from './own.ts';
import { quoted } from '../settings/shell-commands.ts';

/** Most map entries that a comment or sentence names. Further entries are only counted. */
const SHOWN = 3;

export function setLine(name: string, value: string): string {
  return `postconf -e ${quoted(`${name} = ${value}`)}`;
}

/** `said`: parameters that other commands of the same change set. */
export function ownLines(change: OwnChange, settings: Settings | null, said: readonly string[]): string[] {
  const before = wayBefore(change, settings).transport;
  return [
    ...(domainOfOwn(change.mailClass) === null ? freeLines(settings) : []),
    ...copyLines(change, before, settings, said),
  ];
}

/** A service like `before`, with that service's own parameters. `said`: parameters that other commands set. */
export function copyLines(
  to: Pick<OwnChange, 'service' | 'maxproc'>,
  before: string,
  settings: Settings | null,
  said: readonly string[],
): string[] {
  return [
    ...serviceLines(to, before, settings),
    ...carried(to, before, settings)
      .filter(({ name }) => !said.includes(name))
      .map(({ name, value }) => setLine(name, value)),
  ];
}

/** Copies the service that has the mail now, with its options. An existing service only gets the process limit. */
function serviceLines(
  { service, maxproc }: Pick<OwnChange, 'service' | 'maxproc'>,
  before: string,
  settings: Settings | null,
): string[] {
  const named = (wanted: string): MasterService | undefined =>
    settings?.services.find(({ name, type }) => name === wanted && type === 'unix');
  if (named(service) !== undefined)
    return [`postconf -F ${quoted(`${service}/unix/process_limit = ${maxproc}`)}`];
  const like = named(before) ?? named('smtp');
  const { private: own = '-', unprivileged = '-', chroot = 'n', command = 'smtp', args = [] } = like ?? {};
  const fields = [service, 'unix', own, unprivileged, chroot, '-', maxproc, command, ...args.map(braced)];
  const options = (like?.overrides ?? []).filter(({ name }) => name !== 'syslog_name');
  return [
    `postconf -M ${quoted(`${service}/unix=${fields.join(' ')}`)}`,
    ...options.map(({ name, value }) => `postconf -P ${quoted(`${service}/unix/${name}=${value}`)}`),
    `postconf -P ${quoted(`${service}/unix/syslog_name=postfix/${service}`)}`,
  ];
}

function braced(text: string): string {
  return /\s/.test(text) ? `{ ${text} }` : text;
}

/** One command per map, because a second setting of the same name would replace the first. */
export function mapLines(
  changes: readonly OwnChange[],
  settings: Settings | null,
  mail: MailToMove,
): string[] {
  const maps = new Map<string, string[]>();
  for (const change of changes) {
    const { name, entries } = entriesOf(change, settings, mail);
    maps.set(name, [...(maps.get(name) ?? []), ...entries]);
  }
  return [...maps].map(([name, entries]) => inFront(name, entries, settings));
}

/** Entries that send a class or domain to its service: by sender in the sender map, by recipient in transport_maps. */
function entriesOf(
  { mailClass, service }: OwnChange,
  settings: Settings | null,
  mail: MailToMove,
): { name: string; entries: string[] } {
  const domain = domainOfOwn(mailClass);
  if (domain !== null) {
    // A transport without a next hop would use the domain itself and bypass relayhost.
    const nexthop = wayBefore({ mailClass }, settings).nexthop || mail.nexthopOf(domain);
    return { name: 'transport_maps', entries: [`${domain} = ${service}:${nexthop}`] };
  }
  const own = usualWay(settings).nexthop;
  // relayhost also applies to transports from the sender map, but a next hop in default_transport does not.
  const kept = own === mainValue(settings, 'relayhost') ? '' : own;
  const entries = mail.sendersOf(mailClass).senders.map((sender) => {
    const nexthop = wayOfSender(settings, sender)?.nexthop || kept;
    return `${sender === '' ? '<>' : sender} = ${service}:${nexthop}`;
  });
  return { name: SENDER_MAPS, entries };
}

/** Puts a table in front of a parameter's existing tables, which are kept as written. */
export function inFront(name: string, entries: readonly string[], settings: Settings | null): string {
  const table = `inline:{ ${entries.map((entry) => `{ ${entry} }`).join(', ')} }`;
  const known = settings?.main.findLast((setting) => setting.name === name)?.value ?? '';
  return setLine(name, known === '' ? table : `${table}, ${known}`);
}

/** Sentences, each followed by a space, about what to do or know before running the commands. */
export function beforeWords(change: OwnChange, settings: Settings | null): string {
  if (settings === null)
    return 'The files include no settings. If transport_maps or sender_dependent_default_transport_maps already have a value, append it to the new one. ';
  const copies = carried(change, wayBefore(change, settings).transport, settings);
  const copied =
    copies.length === 0
      ? ''
      : `A new transport only inherits default_…, so these settings of the old one are copied: ${copies.map(({ from }) => from).join(', ')}. `;
  if (domainOfOwn(change.mailClass) === null) return copied + sendersWords(settings);
  return mainValue(settings, 'sender_dependent_relayhost_maps') === ''
    ? copied
    : `${copied}sender_dependent_relayhost_maps no longer apply to this domain, because the map’s next hop overrides them. `;
}

/** Says whether entries of the transport map override the sender map. */
function sendersWords(settings: Settings): string {
  const maps = mainValue(settings, 'transport_maps');
  const { routes } = settings;
  if (routes.length === 0)
    return maps === ''
      ? ''
      : `The content of ${maps} is not among the files. Its entries that name a transport (smtp:[…]) override the sender map and keep their mail; entries without one (:[…]) do not. `;
  const naming = routes.filter(({ transport }) => transport !== '');
  if (naming.length === 0)
    return 'The entries of the transport map name no transport (:[…]), so they do not override the sender map. ';
  const free = naming.filter((route) => nameless(settings, route) !== null);
  const kept = naming.filter((route) => nameless(settings, route) === null);
  return (free.length === 0 ? '' : freeWords(settings, free)) + (kept.length === 0 ? '' : keptWords(kept));
}

/** The advice of `freeWords` as a comment among the commands, so that it is copied with them. */
function freeLines(settings: Settings | null): string[] {
  const free = (settings?.routes ?? []).flatMap((route) => {
    const without = settings === null ? null : nameless(settings, route);
    return without === null ? [] : [`${route.pattern} ${without}`];
  });
  if (free.length === 0) return [];
  const more = free.length > SHOWN ? `, and ${free.length - SHOWN} more` : '';
  return [`# first change these transport map entries: ${free.slice(0, SHOWN).join(', ')}${more}`];
}

function freeWords(settings: Settings, free: readonly TransportRoute[]): string {
  const [one] = free;
  if (one === undefined) return '';
  const now = `${one.transport}:${one.nexthop}`;
  const count = free.length === 1 ? 'an entry' : `${free.length} entries`;
  return `First change the transport map: ${count} in it ${free.length === 1 ? 'names' : 'name'} the transport (${one.pattern} ${now}) and would override the sender map. Remove the name (${one.pattern} ${nameless(settings, one) ?? ''}) and run postmap if the table needs it. Other mail keeps its route. Without this step the commands have no effect on such mail. `;
}

function keptWords(kept: readonly TransportRoute[]): string {
  const some = kept.slice(0, SHOWN).map(({ pattern, transport }) => `${pattern} (${transport})`);
  return `Mail for ${some.join(', ')}${kept.length > some.length ? ` and ${kept.length - some.length} more` : ''} does not move, because the transport map names another transport for it and overrides the sender map. `;
}

/** Settings that a second instance must share with the first: routing, and the scheduler's parameters. */
const ROUTING =
  /^(relayhost|default_transport|transport_maps|sender_dependent_(relayhost|default_transport)_maps|default_process_limit)$/;

/** Commands that make a second instance. Sources: postmulti(1), MULTI_INSTANCE_README. */
export function instanceLines(name: string, processes: number, settings: Settings | null): string[] {
  const instance = `postfix-${name}`;
  const last = new Map<string, MainSetting>();
  for (const setting of settings?.main ?? [])
    if (ROUTING.test(setting.name) || schedulerName(setting.name) !== undefined)
      last.set(setting.name, setting);
  const same = [...last.values()].map(({ name: own, value }) => ` ${quoted(`${own} = ${value}`)}`);
  return [
    'postmulti -e init',
    `postmulti -I ${instance} -e create`,
    `postmulti -i ${instance} -x postconf -e 'master_service_disable =' 'inet_interfaces = 127.0.0.1'${same.join('')}`,
    `postmulti -i ${instance} -x postconf -MX smtp/inet`,
    `postmulti -i ${instance} -x postconf -M '10025/inet=10025 inet n - n - - smtpd'`,
    `postmulti -i ${instance} -x postconf -F 'smtp/unix/process_limit = ${processes}'`,
    `postmulti -i ${instance} -e enable`,
    `postmulti -i ${instance} -p start`,
  ];
}
