/** The lines of a service of its own, and what has to be known before they are typed (transport(5), postconf(1), postmulti(1)). */
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

/** Entries of a map that are written out. */
const SHOWN = 3;

/** Sets a parameter of main.cf. */
export function setLine(name: string, value: string): string {
  return `postconf -e ${quoted(`${name} = ${value}`)}`;
}

/** `said`: parameters that other lines of the same change set. */
export function ownLines(change: OwnChange, settings: Settings | null, said: readonly string[]): string[] {
  const before = wayBefore(change, settings).transport;
  return [
    ...(domainOfOwn(change.mailClass) === null ? freeLines(settings) : []),
    ...copyLines(change, before, settings, said),
  ];
}

/** A service like `before`, with what that one has by its own name; `said`: parameters that are set otherwise. */
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

/** A copy of the service that has the mail now, with its options; one that is there already only gets the number. */
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

/** A line for each map that such changes need: a second one of the same name would take the place of the first. */
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

/** What sends a class, or a domain, to its service: senders by theirs, recipients by transport_maps, in front of what is there. */
function entriesOf(
  { mailClass, service }: OwnChange,
  settings: Settings | null,
  mail: MailToMove,
): { name: string; entries: string[] } {
  const domain = domainOfOwn(mailClass);
  if (domain !== null) {
    // A transport without a next hop would mean the domain itself, past relayhost.
    const nexthop = wayBefore({ mailClass }, settings).nexthop || mail.nexthopOf(domain);
    return { name: 'transport_maps', entries: [`${domain} = ${service}:${nexthop}`] };
  }
  const own = usualWay(settings).nexthop;
  // relayhost holds for a transport of a map of senders, too; a next hop of default_transport does not.
  const kept = own === mainValue(settings, 'relayhost') ? '' : own;
  const entries = mail.sendersOf(mailClass).senders.map((sender) => {
    const nexthop = wayOfSender(settings, sender)?.nexthop || kept;
    return `${sender === '' ? '<>' : sender} = ${service}:${nexthop}`;
  });
  return { name: SENDER_MAPS, entries };
}

/** The line that puts a table before those that a parameter has; they are kept as they are written. */
export function inFront(name: string, entries: readonly string[], settings: Settings | null): string {
  const table = `inline:{ ${entries.map((entry) => `{ ${entry} }`).join(', ')} }`;
  const known = settings?.main.findLast((setting) => setting.name === name)?.value ?? '';
  return setLine(name, known === '' ? table : `${table}, ${known}`);
}

/** What has to be done or known before the lines: sentences with a space behind each. */
export function beforeWords(change: OwnChange, settings: Settings | null): string {
  if (settings === null)
    return 'No settings are among the files: where transport_maps or sender_dependent_default_transport_maps have a value already, it has to stand behind the new one. ';
  const copies = carried(change, wayBefore(change, settings).transport, settings);
  const copied =
    copies.length === 0
      ? ''
      : `A new transport has only what default_… says, so it is given what the old one has of its own: ${copies.map(({ from }) => from).join(', ')}. `;
  if (domainOfOwn(change.mailClass) === null) return copied + sendersWords(settings);
  return mainValue(settings, 'sender_dependent_relayhost_maps') === ''
    ? copied
    : `${copied}Relays by sender (sender_dependent_relayhost_maps) no longer hold for this domain: the next hop of the map goes before them. `;
}

/** Whether entries of the transport map stand in the way of a map of senders. */
function sendersWords(settings: Settings): string {
  const maps = mainValue(settings, 'transport_maps');
  const { routes } = settings;
  if (routes.length === 0)
    return maps === ''
      ? ''
      : `What ${maps} says is not among the files: an entry of it that names a transport (smtp:[…]) goes before the map of senders and keeps its mail; one that does not (:[…]) does not stand in the way. `;
  const naming = routes.filter(({ transport }) => transport !== '');
  if (naming.length === 0)
    return 'The entries of the transport map name no transport (:[…]), so they do not stand in the way. ';
  const free = naming.filter((route) => nameless(settings, route) !== null);
  const kept = naming.filter((route) => nameless(settings, route) === null);
  return (free.length === 0 ? '' : freeWords(settings, free)) + (kept.length === 0 ? '' : keptWords(kept));
}

/** The same as a line of its own, so that it is copied along. */
function freeLines(settings: Settings | null): string[] {
  const free = (settings?.routes ?? []).flatMap((route) => {
    const without = settings === null ? null : nameless(settings, route);
    return without === null ? [] : [`${route.pattern} ${without}`];
  });
  if (free.length === 0) return [];
  const more = free.length > SHOWN ? `, and ${free.length - SHOWN} more` : '';
  return [`# first, in the transport map, without the transport: ${free.slice(0, SHOWN).join(', ')}${more}`];
}

function freeWords(settings: Settings, free: readonly TransportRoute[]): string {
  const [one] = free;
  if (one === undefined) return '';
  const now = `${one.transport}:${one.nexthop}`;
  const count = free.length === 1 ? 'an entry' : `${free.length} entries`;
  return `First the transport map: ${count} of it ${free.length === 1 ? 'names' : 'name'} the transport (${one.pattern} ${now}), and what names one goes before a map of senders. Leave the name out (${one.pattern} ${nameless(settings, one) ?? ''}), and run postmap where the table needs it: other mail goes as before, and without that these lines do nothing for such mail. `;
}

function keptWords(kept: readonly TransportRoute[]): string {
  const some = kept.slice(0, SHOWN).map(({ pattern, transport }) => `${pattern} (${transport})`);
  return `Mail for ${some.join(', ')}${kept.length > some.length ? ` and ${kept.length - some.length} more` : ''} does not go along: the transport map names another transport for it, and goes before the map of senders. `;
}

/** What a second instance has to have as the first one: where its mail goes, and how the queue manager serves it. */
const ROUTING =
  /^(relayhost|default_transport|transport_maps|sender_dependent_(relayhost|default_transport)_maps|default_process_limit)$/;

/** postmulti(1), MULTI_INSTANCE_README. */
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
