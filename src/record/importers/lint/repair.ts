/** Commands of postconf(1) that a reader may copy into a shell as root; each is tried on the real postconf by a test. */
import type { MasterService } from '../../protocol/settings.ts';
import { qmgrSetting } from '../settings/index-of.ts';
import { defaultOf, OWN_DEFAULTS, schedulerName, settingName } from '../settings/parameters.ts';
import { quoted } from '../settings/shell-commands.ts';
import { parseNumber } from '../settings/values.ts';
import type { LintContext } from './context.ts';

function qmgrService(context: LintContext): MasterService | undefined {
  return context.index.named.get('qmgr');
}

/** Sets a parameter where it is read from now: main.cf, or the `-o` of the queue manager that overrules main.cf. */
export function set(context: LintContext, name: string, value: string | number): string {
  const qmgr = qmgrService(context);
  if (qmgr !== undefined && context.index.qmgr.has(name)) {
    return `postconf -P ${quoted(`${qmgr.name}/${qmgr.type}/${name}=${value}`)}`;
  }
  return `postconf -e ${quoted(`${name} = ${value}`)}`;
}

/** Takes a line away: the default holds again. */
export function unset(context: LintContext, name: string): string {
  const qmgr = qmgrService(context);
  if (qmgr !== undefined && context.index.qmgr.has(name)) {
    return `postconf -PX ${quoted(`${qmgr.name}/${qmgr.type}/${name}`)}`;
  }
  return `postconf -X ${quoted(name)}`;
}

/**
 * Takes a scheduler parameter's line away. Where the line of a transport would leave it to one for all that has the fault as well, the
 * transport gets what Postfix takes by itself: the line for all is right, or not, for the others.
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

/** What holds where a line of a transport is taken away: the line for all, or Postfix's own default. */
export function heldThen(context: LintContext, name: string, usual: number): string {
  const { parameter, transport } = schedulerName(name) ?? {};
  const shared = parameter === undefined ? undefined : settingName(parameter.name);
  const setting = shared === undefined ? undefined : qmgrSetting(context.index, shared)?.setting;
  return transport === undefined || setting === undefined || OWN_DEFAULTS.has(name)
    ? `The default is ${usual}.`
    : `Then ${shared} = ${context.index.expand(setting.value).trim()} holds.`;
}

/** Takes a `-o` of a service away. */
export function unsetOption(service: MasterService, name: string): string {
  return `postconf -PX ${quoted(`${service.name}/${service.type}/${name}`)}`;
}

/** Sets a `-o` of a service. */
export function setOption(service: MasterService, name: string, value: string): string {
  return `postconf -P ${quoted(`${service.name}/${service.type}/${name}=${value}`)}`;
}

/** Sets a field of a service: `process_limit`, `command`. */
export function setField(service: MasterService, field: string, value: string | number): string {
  return `postconf -F ${quoted(`${service.name}/${service.type}/${field}=${value}`)}`;
}

/** Takes a whole service away. */
export function removeService(service: MasterService): string {
  return `postconf -MX ${quoted(`${service.name}/${service.type}`)}`;
}

/** Adds a transport of its own that delivers like the program named; chroot as the stock smtp has it. */
export function addTransport(context: LintContext, name: string, program = 'smtp'): string {
  const smtp = context.index.unix.get('smtp');
  // master(5) and the stock master.cf: what delivers into files of users keeps its privileges, and sees all of the system.
  const rights = program === 'local' || program === 'virtual' ? 'n n' : `- ${smtp?.chroot ?? 'n'}`;
  return `postconf -M ${quoted(`${name}/unix=${name} unix - ${rights} - - ${program}`)}`;
}
