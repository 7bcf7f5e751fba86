/**
 * Parses one logical line into a setting, a service, an override or a route. Each line is classified by its content,
 * so a paste may hold `postconf -n` followed by `postconf -M`.
 */
import type { MainSetting, MasterService, SettingPlace, TransportRoute } from '../../protocol/settings.ts';
import { unbraced, words } from './lines.ts';

export type ParsedLine =
  | { kind: 'main'; setting: MainSetting }
  | { kind: 'master'; service: MasterService }
  | { kind: 'override'; service: string; type: string; setting: MainSetting }
  | { kind: 'transport'; route: TransportRoute }
  | { kind: 'ignored' }
  | { kind: 'other' };

const SERVICE_TYPES = new Set(['inet', 'unix', 'unix-dgram', 'fifo', 'pass']);
const ASSIGNMENT = /^([A-Za-z0-9][A-Za-z0-9_.-]*)\s*=(.*)$/s;
const OVERRIDE = /^([^\s/]+)\/(inet|unix|unix-dgram|fifo|pass)\/([A-Za-z0-9_.-]+)\s*=(.*)$/s;
/**
 * `postconf -n` prints a parameter that nothing reads as a warning and nowhere else. A `-o` of a service is not a
 * setting of main.cf.
 */
const UNUSED = /^postconf: warning: \S*main\.cf: unused parameter: (.*)$/s;
/** Terminal prompts around a paste, and error output of postconf. */
const AROUND = /^(?:postconf: warning: |[\w.@~:/-]*[#$>] |(?:sudo )?postconf(?: |$)|==> .* <==$|```)/;

function setting(name: string, value: string, place: SettingPlace): MainSetting {
  return { name, value: value.trim(), expanded: value.trim(), place };
}

/** Parses one logical line. Never throws. */
export function parseLine(place: SettingPlace): ParsedLine {
  const text = UNUSED.exec(place.text)?.[1] ?? place.text;
  const override = OVERRIDE.exec(text);
  if (override !== null) {
    const [, service = '', type = '', name = '', value = ''] = override;
    return { kind: 'override', service, type, setting: setting(name, value, place) };
  }
  const assignment = ASSIGNMENT.exec(text);
  if (assignment !== null) {
    const [, name = '', value = ''] = assignment;
    return { kind: 'main', setting: setting(name, value, place) };
  }
  const fields = words(text);
  if (fields.length >= 8 && SERVICE_TYPES.has(fields[1] ?? ''))
    return { kind: 'master', service: service(fields, place) };
  if (AROUND.test(text)) return { kind: 'ignored' };
  const route = transportRoute(fields, place);
  return route === null ? { kind: 'other' } : { kind: 'transport', route };
}

function service(fields: string[], place: SettingPlace): MasterService {
  const [
    name = '',
    type = '',
    priv = '',
    unprivileged = '',
    chroot = '',
    wakeup = '',
    maxproc = '',
    command = '',
  ] = fields;
  const { args, overrides } = options(fields.slice(8), place);
  return {
    name,
    type,
    private: priv,
    unprivileged,
    chroot,
    wakeup,
    maxproc,
    command,
    args,
    overrides,
    place,
  };
}

/** Reads `-o name=value`, `-o { name = value }`, `-oname=value`. Ignores the command of a pipe after `argv=`. */
function options(
  fields: readonly string[],
  place: SettingPlace,
): { args: string[]; overrides: MainSetting[] } {
  const args: string[] = [];
  const overrides: MainSetting[] = [];
  for (let i = 0; i < fields.length; i += 1) {
    const field = fields[i] ?? '';
    if (field.startsWith('argv=')) {
      args.push(...fields.slice(i));
      break;
    }
    const glued = field.startsWith('-o') && field.length > 2;
    if (field !== '-o' && !glued) {
      args.push(unbraced(field));
      continue;
    }
    if (!glued) i += 1;
    const match = ASSIGNMENT.exec(unbraced(glued ? field.slice(2) : (fields[i] ?? '')));
    if (match !== null) overrides.push(setting(match[1] ?? '', match[2] ?? '', place));
  }
  return { args, overrides };
}

/** Parses `transport:nexthop` of transport(5). Null if the text has no such form. */
export function transportTarget(text: string): { transport: string; nexthop: string } | null {
  const match = /^([A-Za-z0-9_.-]*):(.*)$/s.exec(text.trim());
  return match === null ? null : { transport: match[1] ?? '', nexthop: (match[2] ?? '').trim() };
}

/** Parses a line of transport(5): a domain, an address or `*`, and the route for its mail. */
function transportRoute(fields: readonly string[], place: SettingPlace): TransportRoute | null {
  const [pattern = '', ...rest] = fields;
  // A log line also contains a colon, but it is not a route: a pattern has neither digit-colon-digit nor a number in
  // brackets.
  if (rest.length === 0 || !/^[\w.+=-]*(?:@[\w.-]*)?[\w*]$/.test(pattern)) return null;
  const target = transportTarget(rest.join(' '));
  if (target === null || (rest.length > 1 && !/^(?:error|retry|discard)$/.test(target.transport)))
    return null;
  return { pattern, ...target, place };
}
