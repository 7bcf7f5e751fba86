import type { MainSetting, MasterService, Settings, TransportRoute } from '../../protocol/settings.ts';
import { GLOBAL_PARAMETERS, schedulerName } from '../settings/parameters.ts';
import { isStock, type Renamer } from './names.ts';

/** Values that hold nothing but figures and words of Postfix itself. */
const PLAIN =
  /^(?:-?\d+(?:\.\d+)?[smhdw]?%?|yes|no|[\d.]+\s*\/\s*(?:[\d.]+|concurrency|sqrt_concurrency)|\d+(?:\.\d+)+)$/;
/** Parameters with names of services in them. */
const SERVICES =
  /^(?:defer_transports|default_transport|relay_transport|local_transport|virtual_transport|mailbox_transport|fallback_transport|content_filter)$/;
const OTHERS = new Set([
  'mail_version',
  'compatibility_level',
  'smtp_connection_cache_on_demand',
  'lmtp_connection_cache_on_demand',
  'delay_logging_resolution_limit',
]);

/** The settings that may leave, and how many stay. */
interface SharedSettings {
  /** As `postconf -n` and `postconf -M` print them, and a transport map; '' = none. */
  main: string;
  master: string;
  routes: string;
  left: number;
}

/**
 * Settings of the scheduler, by an allow-list: a parameter that is not on it stays, and a value that is no figure with it.
 *
 * @param domains of the recipients in the record: routes are written for these only.
 */
export function plainSettings(
  settings: Settings,
  renamer: Renamer,
  domains: readonly string[],
): SharedSettings {
  const main = new Map<string, string>();
  let left = 0;
  for (const setting of settings.main) {
    const line = plainSetting(setting, renamer, settings.services);
    if (line === null) left++;
    else main.set(setting.name, line);
  }
  if (settings.version !== null && /^\d+(\.\d+)+/.test(settings.version))
    main.set('mail_version', `mail_version = ${/^\d+(?:\.\d+)+/.exec(settings.version)?.[0]}`);
  return {
    main: text([...main.values()]),
    master: text(settings.services.map((service) => plainService(service, renamer, settings.services))),
    routes: text(plainRoutes(settings.routes, renamer, domains)),
    left,
  };
}

const text = (lines: readonly string[]): string => (lines.length === 0 ? '' : `${lines.join('\n')}\n`);

function plainSetting(
  { name, expanded }: MainSetting,
  renamer: Renamer,
  services: readonly MasterService[],
): string | null {
  const shown = plainName(name, renamer, services);
  if (shown === null) return null;
  if (name === 'relayhost') return `relayhost =${expanded === '' ? '' : ` ${renamer.nexthop(expanded)}`}`;
  if (name === 'syslog_name') return `${shown} = ${renamer.tag(expanded)}`;
  if (SERVICES.test(name)) {
    const list = expanded.split(/[\s,]+/).filter((one) => one !== '');
    return `${shown} = ${list.map((one) => target(one, renamer)).join(', ')}`;
  }
  return PLAIN.test(expanded) ? `${shown} = ${expanded}` : null;
}

/** The name of a parameter, the transport in it with its other name; null when it is not one of the scheduler's. */
function plainName(name: string, renamer: Renamer, services: readonly MasterService[]): string | null {
  if (name === 'syslog_name' || OTHERS.has(name) || SERVICES.test(name) || name === 'relayhost') return name;
  if (GLOBAL_PARAMETERS.has(name) && !/maps|domains|destination$|multi_instance/.test(name)) return name;
  if (schedulerName(name) === undefined) return null;
  const owner = services
    .map((service) => service.name)
    .filter((service) => name.startsWith(`${service}_`))
    .sort((one, other) => other.length - one.length)[0];
  if (owner !== undefined) return `${renamer.service(owner)}${name.slice(owner.length)}`;
  const [first = ''] = name.split('_', 1);
  return first === 'default' || isStock(first) || GLOBAL_PARAMETERS.has(name) ? name : null;
}

/** `transport:nexthop`. */
function target(value: string, renamer: Renamer): string {
  const at = value.indexOf(':');
  if (at < 0) return renamer.service(value);
  return `${renamer.service(value.slice(0, at))}:${renamer.nexthop(value.slice(at + 1))}`;
}

const FLAG = /^[-yn\d?]+$/;

function plainService(service: MasterService, renamer: Renamer, services: readonly MasterService[]): string {
  const {
    name,
    type,
    private: own,
    unprivileged,
    chroot,
    wakeup,
    maxproc,
    command,
    args,
    overrides,
  } = service;
  const shown = /^\d+$/.test(name)
    ? name
    : /:(\d+)$/.test(name)
      ? (/:(\d+)$/.exec(name)?.[1] ?? '')
      : renamer.service(name);
  const flags = [own, unprivileged, chroot, wakeup, maxproc].map((flag) => (FLAG.test(flag) ? flag : '-'));
  const verbose = args.filter((arg) => /^-v+$/.test(arg));
  const set = overrides.flatMap((setting) => {
    const line = plainSetting(setting, renamer, services);
    return line === null ? [] : ['-o', line.replace(/ = /, '=').replaceAll(/,\s+/g, ',')];
  });
  return [shown, type, ...flags, isStock(command) ? command : 'pipe', ...verbose, ...set].join(' ');
}

/** A route for each domain of the record: what stands for a parent domain or for all is written out. */
function plainRoutes(
  routes: readonly TransportRoute[],
  renamer: Renamer,
  domains: readonly string[],
): string[] {
  const known = new Map(routes.map((route) => [route.pattern.toLowerCase(), route]));
  return domains.flatMap((domain) => {
    const route = known.get(domain) ?? parent(known, domain) ?? known.get('*');
    if (route === undefined) return [];
    return [
      `${renamer.domain(domain)} ${renamer.service(route.transport)}:${route.nexthop === '' ? '' : renamer.nexthop(route.nexthop)}`,
    ];
  });
}

function parent(known: ReadonlyMap<string, TransportRoute>, domain: string): TransportRoute | undefined {
  for (let at = domain.indexOf('.'); at >= 0; at = domain.indexOf('.', at + 1)) {
    const found = known.get(domain.slice(at));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Notes the machines that settings name, before the first name gets its number. */
export function noteSettings(settings: Settings, renamer: Renamer): void {
  for (const { name, expanded } of settings.main) if (name === 'relayhost') noteNexthop(expanded, renamer);
  for (const route of settings.routes) noteNexthop(route.nexthop, renamer);
}

function noteNexthop(nexthop: string, renamer: Renamer): void {
  const bracketed = /^\[(.*)\](?::\w+)?$/.exec(nexthop);
  if (bracketed !== null)
    renamer.noteRelay(nexthop.includes(']') ? `${bracketed[1]}[${bracketed[1]}]` : nexthop);
  else if (nexthop !== '') renamer.noteDomain(nexthop.split(':', 1)[0] ?? '');
}
