/** Parameter names that nothing reads: a typing error, a name of another version, or a name meant for use in another line. */
import type { MainSetting, MasterService, UnknownSetting } from '../../protocol/settings.ts';
import { listItems } from './lines.ts';
import { KNOWN_NAMES } from './known-names.ts';
import { GLOBAL_PARAMETERS, schedulerName, settingName, TRANSPORT_PARAMETERS } from './parameters.ts';

/** Most unknown names that are listed. Comparing names is slow, and nobody reads a longer list. */
const UNKNOWN_MAX = 200;
/** Most transports whose names are compared with an unknown name. */
const COMPARED_MAX = 100;

const TIME_LIMIT = '_time_limit';
/** Only this many first characters of an unknown name are searched for the name of a table. */
const NAME_MAX = 200;

/** Settings that no program reads. Names used by other lines (`$name`), restriction classes and parameters of tables count as known. */
export function unknownSettings(
  main: readonly MainSetting[],
  services: readonly MasterService[],
  transports: readonly { name: string }[],
): UnknownSetting[] {
  const overrides = services.flatMap((service) => service.overrides);
  const used = usedNames([...main, ...overrides], services);
  const tables = tableNames([...main, ...overrides]);
  const serviceNames = new Set(services.map((s) => s.name));
  const classes = new Set(
    main.filter((s) => s.name === 'smtpd_restriction_classes').flatMap((s) => listItems(s.expanded)),
  );
  const known = (name: string): boolean =>
    KNOWN_NAMES.has(name) ||
    GLOBAL_PARAMETERS.has(name) ||
    schedulerName(name) !== undefined ||
    used.has(name) ||
    classes.has(name) ||
    beginnings(name).some((beginning) => tables.has(beginning)) ||
    (name.endsWith(TIME_LIMIT) &&
      (services.length === 0 || serviceNames.has(name.slice(0, -TIME_LIMIT.length))));
  const found = main.filter((setting) => !known(setting.name)).slice(0, UNKNOWN_MAX);
  if (found.length === 0) return [];
  const candidates = candidateNames(transportNames(transports));
  return found.map((setting) => ({ setting, nearest: nearestName(setting.name, candidates) }));
}

/** Names that follow a `$` anywhere. */
function usedNames(settings: readonly MainSetting[], services: readonly MasterService[]): Set<string> {
  const used = new Set<string>();
  const texts = [...settings.map((s) => s.value), ...services.flatMap((s) => s.args)];
  for (const text of texts) {
    for (const match of text.matchAll(/\$[{(]?([A-Za-z0-9_]+)/g)) used.add(match[1] ?? '');
  }
  return used;
}

/** Tables with their own parameters in main.cf: `ldap:people` has `people_server_host`. */
function tableNames(settings: readonly MainSetting[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { expanded } of settings) {
    for (const match of expanded.matchAll(
      /\b(?:ldap|mysql|pgsql|sqlite|mongodb|memcache):([A-Za-z0-9_]+)(?=[\s,]|$)/g,
    )) {
      names.add(match[1] ?? '');
    }
  }
  return names;
}

/** The beginnings of a name up to an underscore: `a` and `a_b` of `a_b_c`. */
function beginnings(name: string): string[] {
  return [...name.slice(0, NAME_MAX).matchAll(/_/g)].map(({ index }) => name.slice(0, index));
}

function candidateNames(transports: readonly string[]): string[] {
  const suffixes = [...TRANSPORT_PARAMETERS.keys()];
  return [
    ...KNOWN_NAMES,
    ...suffixes.map((suffix) => settingName(suffix)),
    ...transports.flatMap((transport) => suffixes.map((suffix) => settingName(suffix, transport))),
  ];
}

/** Transport names that an unknown name may have been meant for. */
export function transportNames(transports: readonly { name: string }[]): string[] {
  return transports.slice(0, COMPARED_MAX).map(({ name }) => name);
}

/** The known name that differs by one or two letters (a swap counts as one), or null. */
export function nearestName(name: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  let least = 3;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(name, candidate, least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Number of letters to change, drop, add or swap to get from one name to another. Counting stops at `enough`. */
function editDistance(a: string, b: string, enough: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    if (Math.min(...row) >= enough) return enough;
    [before, last] = [last, row];
  }
  return last[b.length] ?? enough;
}
