/** Commands of postconf(1) that users may paste into a root shell. A test runs each with a real postconf. */
import type { MasterService } from '../../protocol/settings.ts';
import { grouped } from '../grouped.ts';
import { qmgrSetting } from '../settings/index-of.ts';
import { KNOWN_NAMES } from '../settings/known-names.ts';
import {
  defaultOf,
  GLOBAL_PARAMETERS,
  OWN_DEFAULTS,
  schedulerName,
  settingName,
} from '../settings/parameters.ts';
import { quoted } from '../settings/shell-commands.ts';
import { parseNumber } from '../settings/values.ts';
import type { LintContext } from './context.ts';

function qmgrService(context: LintContext): MasterService | undefined {
  return context.index.named.get('qmgr');
}

/** Sets a parameter where it is set now: in main.cf, or in the `-o` of the queue manager that overrides main.cf. */
export function set(context: LintContext, name: string, value: string | number): string {
  const qmgr = qmgrService(context);
  if (qmgr !== undefined && context.index.qmgr.has(name)) {
    return `postconf -P ${quoted(`${qmgr.name}/${qmgr.type}/${name}=${value}`)}`;
  }
  const kept = swallowedBy(context, name);
  return [
    'postconf -e',
    quoted(`${name} = ${value}`),
    ...kept.map((one) => quoted(`${one.name} = ${one.value}`)),
  ].join(' ');
}

/** Sets a parameter that had no effect before. A rate delay comes with the cohort limit that its manual page recommends (rule 2). */
export function setWorking(context: LintContext, name: string, value: string): string[] {
  const { parameter } = schedulerName(name) ?? {};
  const cohorts = name.replace(/destination_rate_delay$/, 'destination_concurrency_failed_cohort_limit');
  const delay = parameter === undefined ? null : parseNumber(parameter, value);
  return parameter?.name !== 'destination_rate_delay' ||
    delay === 0 ||
    qmgrSetting(context.index, cohorts) !== undefined
    ? [set(context, name, value)]
    : [set(context, name, value), set(context, cohorts, 10)];
}

/** A setting whose line begins with white space, so that Postfix reads it as part of the value before it. */
export interface Swallowed {
  name: string;
  value: string;
}

/** The settings that a line of main.cf swallowed. A postconf command that replaces the line would remove them, too. */
export function swallowedBy({ index }: LintContext, name: string): Swallowed[] {
  return swallowedIn(index.main.get(name)?.value ?? '').swallowed;
}

/** The value itself, and the settings in the indented lines after it. */
export function swallowedIn(value: string): { own: string; swallowed: Swallowed[] } {
  const found = [...value.matchAll(/(?:^|\s)([a-z][a-z0-9_]*)\s*=(?!=)\s*/g)].filter(([, name = '']) =>
    isParameter(name),
  );
  const swallowed = found.map((match, i) => ({
    name: match[1] ?? '',
    value: value.slice(match.index + match[0].length, found[i + 1]?.index ?? value.length).trim(),
  }));
  return { own: value.slice(0, found[0]?.index ?? value.length).trim(), swallowed };
}

const isParameter = (name: string): boolean =>
  KNOWN_NAMES.has(name) || GLOBAL_PARAMETERS.has(name) || schedulerName(name) !== undefined;

/** Removes a line, so that the default applies. */
export function unset(context: LintContext, name: string): string {
  const qmgr = qmgrService(context);
  if (qmgr !== undefined && context.index.qmgr.has(name)) {
    return `postconf -PX ${quoted(`${qmgr.name}/${qmgr.type}/${name}`)}`;
  }
  const kept = swallowedBy(context, name);
  const again =
    kept.length === 0
      ? ''
      : ` && postconf -e ${kept.map((one) => quoted(`${one.name} = ${one.value}`)).join(' ')}`;
  return `postconf -X ${quoted(name)}${again}`;
}

/**
 * Removes the line of a scheduler parameter. If the transport would then inherit a `default_…` line with the same
 * fault, it gets Postfix's built-in default instead, because the `default_…` line may be right for other transports.
 */
export function withdraw(
  context: LintContext,
  name: string,
  isFault: (value: number | null, text: string) => boolean,
): string {
  const { index } = context;
  const { parameter, transport } = schedulerName(name) ?? {};
  if (parameter === undefined || transport === undefined || OWN_DEFAULTS.has(name))
    return unset(context, name);
  const shared = qmgrSetting(index, settingName(parameter.name))?.setting;
  const left = shared === undefined ? null : index.expand(shared.value).trim();
  return left !== null && isFault(parseNumber(parameter, left), left)
    ? set(context, name, defaultOf(parameter, index.version))
    : unset(context, name);
}

/** A sentence about the value after removing a transport's line: from the `default_…` line, or the built-in default. */
export function heldThen(context: LintContext, name: string, usual: number): string {
  const { parameter, transport } = schedulerName(name) ?? {};
  const shared = parameter === undefined ? undefined : settingName(parameter.name);
  const setting = shared === undefined ? undefined : qmgrSetting(context.index, shared)?.setting;
  return transport === undefined || setting === undefined || OWN_DEFAULTS.has(name)
    ? `The default is ${usual}.`
    : `Then ${shared} = ${context.index.expand(setting.value).trim()} is in effect.`;
}

export function unsetOption(service: MasterService, name: string): string {
  return `postconf -PX ${quoted(`${service.name}/${service.type}/${name}`)}`;
}

export function setOption(service: MasterService, name: string, value: string): string {
  return `postconf -P ${quoted(`${service.name}/${service.type}/${name}=${value}`)}`;
}

/** Sets a field of a service: `process_limit`, `command`. */
export function setField(service: MasterService, field: string, value: string | number): string {
  return `postconf -F ${quoted(`${service.name}/${service.type}/${field}=${value}`)}`;
}

export function removeService(service: MasterService): string {
  return `postconf -MX ${quoted(`${service.name}/${service.type}`)}`;
}

/**
 * A service that names another service by `-o …_service_name=`. If the named service is removed, the option must be
 * removed, too.
 */
export interface ServiceUser {
  service: MasterService;
  option: string;
}

export function serviceUsers({ index }: LintContext): ReadonlyMap<string, ServiceUser[]> {
  const users = index.services.flatMap((service) =>
    service.overrides
      .filter(({ name }) => name.endsWith('_service_name'))
      .map(({ name, expanded }) => ({ service, option: name, used: expanded })),
  );
  return grouped(users, ({ used }) => used);
}

/** Adds a service that the stock master.cf has. */
export function addService(name: string, command: string): string {
  return `postconf -M ${quoted(`${name}/unix=${name} unix - - n - - ${command}`)}`;
}

/** Adds a transport that runs the given program, with the chroot field of the existing smtp service. */
export function addTransport(context: LintContext, name: string, program = 'smtp'): string {
  const smtp = context.index.unix.get('smtp');
  // Programs that deliver to files of users keep their privileges and are not chrooted (master(5), stock master.cf).
  const rights = program === 'local' || program === 'virtual' ? 'n n' : `- ${smtp?.chroot ?? 'n'}`;
  return `postconf -M ${quoted(`${name}/unix=${name} unix - ${rights} - - ${program}`)}`;
}
