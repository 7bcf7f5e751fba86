/** Commands of postconf(1) that users may paste into a root shell. A test runs each with a real postconf. */
import type { MasterService } from '../../protocol/settings.ts';
import { qmgrSetting } from '../settings/index-of.ts';
import { defaultOf, OWN_DEFAULTS, schedulerName, settingName } from '../settings/parameters.ts';
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
  return `postconf -e ${quoted(`${name} = ${value}`)}`;
}

/** Removes a line, so that the default applies. */
export function unset(context: LintContext, name: string): string {
  const qmgr = qmgrService(context);
  if (qmgr !== undefined && context.index.qmgr.has(name)) {
    return `postconf -PX ${quoted(`${qmgr.name}/${qmgr.type}/${name}`)}`;
  }
  return `postconf -X ${quoted(name)}`;
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

/** Removes a `-o` of a service. */
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

/** Adds a transport that runs the given program, with the chroot field of the existing smtp service. */
export function addTransport(context: LintContext, name: string, program = 'smtp'): string {
  const smtp = context.index.unix.get('smtp');
  // Programs that deliver to files of users keep their privileges and are not chrooted (master(5), stock master.cf).
  const rights = program === 'local' || program === 'virtual' ? 'n n' : `- ${smtp?.chroot ?? 'n'}`;
  return `postconf -M ${quoted(`${name}/unix=${name} unix - ${rights} - - ${program}`)}`;
}
