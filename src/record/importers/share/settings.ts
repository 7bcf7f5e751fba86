import type { MainSetting, MasterService, Settings, TransportRoute } from '../../protocol/settings.ts';
import { GLOBAL_PARAMETERS, schedulerName, TRANSPORT_PARAMETERS } from '../settings/parameters.ts';
import { type Renamer, stockName } from './names.ts';
import { plainJoin, ofForm, oneOf, type Plain, plain, plainList, plainLines } from './plain.ts';

/** Parameters whose values contain names of services. */
const SERVICES = plainList`defer_transports|default_transport|relay_transport|local_transport|virtual_transport|mailbox_transport|fallback_transport|content_filter`;
/** Parameters without a transport that are shared, including those of the queue manager that contain no site names. */
const ONES: readonly string[] = [
  ...'syslog_name relayhost mail_version compatibility_level smtp_connection_cache_on_demand'.split(' '),
  ...'lmtp_connection_cache_on_demand delay_logging_resolution_limit'.split(' '),
  ...SERVICES,
  ...[...GLOBAL_PARAMETERS.keys()].filter((name) => !/maps|domains|destination$|multi_instance/.test(name)),
];
const SUFFIXES = [...TRANSPORT_PARAMETERS.keys()];
const TYPES = plainList`inet|unix|unix-dgram|fifo|pass`;

interface SharedSettings {
  /** Output like that of `postconf -n` and `postconf -M`, and a transport map. '' = none. */
  texts: { name: string; text: Plain }[];
  /** Number of main.cf lines that are shared, and that are left out. */
  shared: number;
  left: number;
}

/**
 * Shares settings of the scheduler by an allow-list. Other parameters, and values that are not numbers, are left out.
 *
 * @param domains Recipient domains of the record. Only their routes are written.
 */
export function plainSettings(
  settings: Settings,
  renamer: Renamer,
  domains: readonly string[],
): SharedSettings {
  const main = new Map<string, Plain>();
  let left = 0;
  for (const setting of settings.main) {
    const shared = plainSetting(setting, renamer, settings.services);
    if (shared === null) left++;
    else
      main.set(
        setting.name,
        plain`${shared.name} =${plainJoin(
          shared.values.map((one) => plain` ${one}`),
          plain`,`,
        )}`,
      );
  }
  const version = plainVersion(settings.version ?? '');
  if (version !== null) main.set('mail_version', plain`mail_version = ${version}`);
  const master = settings.services.map((service) => plainService(service, renamer, settings.services));
  return {
    texts: [
      { name: 'postconf.txt', text: plainLines([...main.values()]) },
      { name: 'master.txt', text: plainLines(master) },
      { name: 'transport.txt', text: plainLines(plainRoutes(settings.routes, renamer, domains)) },
    ],
    shared: main.size,
    left,
  };
}

/** The Postfix release without additions by a site. Null if the text is not a version. */
export function plainVersion(text: string): Plain | null {
  return (
    ofForm('version', text) ?? ofForm('version', /^\d{1,2}(?:\.\d{1,2}){1,2}(?![\d.])/.exec(text)?.[0] ?? '')
  );
}

/** A parameter with its value, or with each item of its list. Null if it is not shared. */
function plainSetting(
  { name, expanded }: MainSetting,
  renamer: Renamer,
  services: readonly MasterService[],
): { name: Plain; values: Plain[] } | null {
  const shown = plainName(name, renamer, services);
  if (shown === null) return null;
  const values = plainValues(name, expanded, renamer);
  return values === null ? null : { name: shown, values };
}

function plainValues(name: string, expanded: string, renamer: Renamer): Plain[] | null {
  if (name === 'relayhost') return expanded === '' ? [] : [renamer.nexthop(expanded)];
  if (name === 'syslog_name') return [renamer.tag(expanded)];
  if (oneOf(SERVICES, name) !== null)
    return expanded
      .split(/[\s,]+/)
      .filter((one) => one !== '')
      .map((one) => target(one, renamer));
  const value =
    ofForm('figure', expanded) ??
    ofForm('word', expanded) ??
    ofForm('fraction', expanded) ??
    (name === 'mail_version' || name === 'compatibility_level' ? plainVersion(expanded) : null);
  return value === null ? null : [value];
}

/** The name of a parameter, with the transport in it replaced. Null if it is not a scheduler parameter. */
function plainName(name: string, renamer: Renamer, services: readonly MasterService[]): Plain | null {
  const one = oneOf(ONES, name);
  if (one !== null) return one;
  const { parameter, transport } = schedulerName(name) ?? {};
  const suffix = oneOf(SUFFIXES, parameter?.name ?? '');
  if (suffix === null) return null;
  if (transport === undefined) return name === suffix ? suffix : plain`default_${suffix}`;
  if (services.some((service) => service.name === transport))
    return plain`${renamer.service(transport)}_${suffix}`;
  const stock = stockName(transport);
  return stock === null ? null : plain`${stock}_${suffix}`;
}

/** The name of a parameter in a line of the queue manager, which only names transports in use. Null if it is not a scheduler parameter. */
export function plainParameter(name: string, renamer: Renamer): Plain | null {
  const { parameter, transport } = schedulerName(name) ?? {};
  const suffix = oneOf(SUFFIXES, parameter?.name ?? '');
  if (suffix === null) return null;
  return plain`${transport === undefined ? plain`default` : renamer.service(transport)}_${suffix}`;
}

/** A `transport:nexthop` with replaced names. */
function target(value: string, renamer: Renamer): Plain {
  const at = value.indexOf(':');
  if (at < 0) return renamer.service(value);
  return plain`${renamer.service(value.slice(0, at))}:${renamer.nexthop(value.slice(at + 1))}`;
}

function plainService(service: MasterService, renamer: Renamer, services: readonly MasterService[]): Plain {
  const { name, type, command, args, overrides } = service;
  const { private: own, unprivileged, chroot, wakeup, maxproc } = service;
  const port = ofForm('port', /^(?:.*:)?(\d+)$/.exec(name)?.[1] ?? '');
  const flags = [own, unprivileged, chroot, wakeup, maxproc].map((flag) => ofForm('flag', flag) ?? plain`-`);
  const verbose = args.map((arg) => ofForm('verbose', arg)).filter((arg) => arg !== null);
  const set = overrides.flatMap((setting) => {
    const shared = plainSetting(setting, renamer, services);
    return shared === null ? [] : [plain`-o`, plain`${shared.name}=${plainJoin(shared.values, plain`,`)}`];
  });
  return plainJoin(
    [
      port ?? renamer.service(name),
      oneOf(TYPES, type) ?? plain`unix`,
      ...flags,
      stockName(command) ?? plain`pipe`,
      ...verbose,
      ...set,
    ],
    plain` `,
  );
}

/** One route per domain of the record. Routes for parent domains or for all mail are expanded. */
function plainRoutes(
  routes: readonly TransportRoute[],
  renamer: Renamer,
  domains: readonly string[],
): Plain[] {
  const known = new Map(routes.map((route) => [route.pattern.toLowerCase(), route]));
  return domains.flatMap((domain) => {
    const route = known.get(domain) ?? parent(known, domain) ?? known.get('*');
    if (route === undefined) return [];
    return [
      plain`${renamer.domain(domain)} ${renamer.service(route.transport)}:${renamer.nexthop(route.nexthop)}`,
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

/** Notes the hosts in settings, before the first name gets its number. */
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
