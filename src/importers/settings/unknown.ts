/** Names that nothing reads: a typing error, a name of another version, or a text that another line was to use. */
import type { MainSetting, MasterService, UnknownSetting } from '../../protocol/settings.ts';
import { listItems } from './lines.ts';
import { KNOWN_NAMES } from './known-names.ts';
import { GLOBAL_PARAMETERS, schedulerName, settingName, TRANSPORT_PARAMETERS } from './parameters.ts';

/** Comparing names costs; no reader goes through a list of more. */
const UNKNOWN_MAX = 200;

/** Settings that no known reader has. Names that other lines use (`$name`), restriction classes and tables' own names are known. */
export function unknownSettings(
  main: readonly MainSetting[],
  services: readonly MasterService[],
  transports: readonly string[],
): UnknownSetting[] {
  const overrides = services.flatMap((service) => service.overrides);
  const used = usedNames([...main, ...overrides], services);
  const tables = tableNames([...main, ...overrides]);
  const classes = new Set(
    main.filter((s) => s.name === 'smtpd_restriction_classes').flatMap((s) => listItems(s.expanded)),
  );
  const known = (name: string): boolean =>
    KNOWN_NAMES.has(name) ||
    GLOBAL_PARAMETERS.has(name) ||
    schedulerName(name) !== undefined ||
    used.has(name) ||
    classes.has(name) ||
    tables.some((table) => name.startsWith(`${table}_`)) ||
    (name.endsWith('_time_limit') &&
      (services.length === 0 || services.some((s) => name === `${s.name}_time_limit`)));
  const found = main.filter((setting) => !known(setting.name)).slice(0, UNKNOWN_MAX);
  if (found.length === 0) return [];
  const candidates = candidateNames(transports);
  return found.map((setting) => ({ setting, nearest: nearestName(setting.name, candidates) }));
}

/** Names that stand behind a `$` anywhere. */
function usedNames(settings: readonly MainSetting[], services: readonly MasterService[]): Set<string> {
  const used = new Set<string>();
  const texts = [...settings.map((s) => s.value), ...services.flatMap((s) => s.args)];
  for (const text of texts) {
    for (const match of text.matchAll(/\$[{(]?([A-Za-z0-9_]+)/g)) used.add(match[1] ?? '');
  }
  return used;
}

/** Tables whose settings stand in main.cf under a name of their own: `ldap:people` has `people_server_host`. */
function tableNames(settings: readonly MainSetting[]): string[] {
  const names = new Set<string>();
  for (const { expanded } of settings) {
    for (const match of expanded.matchAll(
      /\b(?:ldap|mysql|pgsql|sqlite|mongodb|memcache):([A-Za-z0-9_]+)(?=[\s,]|$)/g,
    )) {
      names.add(match[1] ?? '');
    }
  }
  return [...names];
}

function candidateNames(transports: readonly string[]): string[] {
  const suffixes = [...TRANSPORT_PARAMETERS.keys()];
  return [
    ...KNOWN_NAMES,
    ...suffixes.map((suffix) => settingName(suffix)),
    ...transports.flatMap((transport) => suffixes.map((suffix) => settingName(suffix, transport))),
  ];
}

/** The known name that differs by one or two letters (also two that changed places), or null. */
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

/** Letters to change, drop, add or swap; stops counting at `enough`. */
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
