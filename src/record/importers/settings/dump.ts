/**
 * `postconf` without -n prints every parameter, set or not. What has its default there is no line of main.cf: it must not
 * be said to be a line that has no effect, and it must not overrule what `postconf -n` prints beside it.
 */
import type { MainSetting } from '../../protocol/settings.ts';
import { KNOWN_NAMES } from './known-names.ts';
import {
  defaultOf,
  GLOBAL_PARAMETERS,
  OWN_DEFAULTS,
  type Parameter,
  schedulerName,
  settingName,
} from './parameters.ts';
import { parseNumber } from './values.ts';

/** No file sets as many by hand; version 2.3 already had more. */
const NAMES_OF_A_DUMP = 300;
/** Defaults of the old queue manager's own parameters. */
const OLD: ReadonlyMap<string, string> = new Map([
  ['qmgr_fudge_factor', '100'],
  ['qmgr_site_hog_factor', '90'],
]);

/** The settings of one text without those that only repeat a default; all of them when the text is no print of everything. */
export function withoutDefaults(settings: readonly MainSetting[]): MainSetting[] {
  const known = new Set(settings.map((s) => s.name).filter((name) => KNOWN_NAMES.has(name)));
  if (known.size < NAMES_OF_A_DUMP) return [...settings];
  const version = settings.findLast((s) => s.name === 'mail_version')?.value ?? null;
  return settings.filter((setting) => !repeatsDefault(setting, version));
}

function repeatsDefault({ name, value }: MainSetting, version: string | null): boolean {
  const old = OLD.get(name);
  if (old !== undefined) return value === old;
  const own = OWN_DEFAULTS.get(name);
  if (own !== undefined) return value === own;
  const found = schedulerName(name);
  if (found?.transport !== undefined && value === `$${settingName(found.parameter.name)}`) return true;
  const parameter = found?.parameter ?? GLOBAL_PARAMETERS.get(name);
  return parameter !== undefined && sameValue(parameter, value, defaultOf(parameter, version));
}

/** `300s` and `5m` are one value. */
function sameValue(parameter: Parameter, value: string, other: string): boolean {
  if (value.replaceAll(/\s+/g, ' ') === other) return true;
  const number = parseNumber(parameter, value);
  return number !== null && number === parseNumber(parameter, other);
}
