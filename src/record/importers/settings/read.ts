/**
 * Texts of an administrator → settings: `postconf -n`, `postconf -M`, `postconf -P`, main.cf, master.cf, transport maps,
 * in any order and also one after the other in one text. Each line is told by its content, never by the file's name; by their names only
 * copies are left out that stand beside what is in force.
 */
import type {
  MainSetting,
  MasterService,
  Settings,
  SettingsSource,
  SettingsTextKind,
  TransportRoute,
} from '../../protocol/settings.ts';
import { effectiveGlobals, effectiveTransports } from './effective.ts';
import { settingsIndex } from './index-of.ts';
import { lineAfterMark, logicalLines } from './lines.ts';
import { mapEntries } from './maps.ts';
import { type ParsedLine, parseLine, transportTarget } from './parse.ts';
import { unknownSettings } from './unknown.ts';
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

/** One text: a file with its name, or what was pasted. */
export interface SettingsText {
  name: string;
  text: string;
}

export interface ReadOptions {
  /** Version that a log names (`daemon started -- version 3.7.11`); a `mail_version` in the texts is taken before it. */
  version?: string | null;
}

const SAMPLES = 3;

interface Collected {
  main: MainSetting[];
  services: MasterService[];
  overrides: Extract<ParsedLine, { kind: 'override' }>[];
  routes: TransportRoute[];
}

/**
 * Reads all texts as one configuration; what Postfix does not read beside them (`readByPostfix`) is left out. Never throws:
 * what is not understood is counted, with samples.
 */
export function readSettings(texts: readonly SettingsText[], options: ReadOptions = {}): Settings {
  const all: Collected = { main: [], services: [], overrides: [], routes: [] };
  const sources = readByPostfix(texts).map((text) => collect(text, all));
  addOverrides(all);
  const stated = all.main.findLast((setting) => setting.name === 'mail_version')?.value;
  const version = /^\d+\.\d[\w.-]*$/.test(stated ?? '') ? (stated ?? null) : (options.version ?? null);
  const index = settingsIndex(all.main, all.services, version);
  for (const setting of all.main) setting.expanded = index.expand(setting.value).trim();
  for (const service of all.services) {
    for (const setting of service.overrides) setting.expanded = index.expand(setting.value, service).trim();
  }
  const hasMaster = all.services.length > 0;
  const transports = effectiveTransports(index, hasMaster);
  return {
    version,
    sources,
    main: all.main,
    services: all.services,
    routes: [...all.routes, ...mapsInMain(all.main)],
    hasMaster,
    hasMain: all.main.length > 0,
    transports,
    globals: effectiveGlobals(index),
    unknown: unknownSettings(all.main, all.services, transports),
  };
}

/** Puts the lines of `postconf -P` to their services. What `postconf -M` has already is not counted twice. */
function addOverrides({ services, overrides }: Collected): void {
  if (overrides.length === 0) return;
  const owners = new Map(services.map((service) => [`${service.name}/${service.type}`, service]));
  const values = new Map<MainSetting[], Map<string, string>>();
  for (const { service, type, setting } of overrides) {
    const own = owners.get(`${service}/${type}`)?.overrides;
    if (own === undefined) continue;
    const known = values.get(own) ?? new Map(own.map(({ name, value }) => [name, value]));
    values.set(own, known);
    if (known.get(setting.name) !== setting.value) own.push(setting);
    known.set(setting.name, setting.value);
  }
}

function collect({ name, text }: SettingsText, all: Collected): SettingsSource {
  const counts = { main: 0, master: 0, override: 0, transport: 0, other: 0 };
  const samples: SettingsSource['samples'] = [];
  const main: MainSetting[] = [];
  for (const place of logicalLines(name, text)) {
    const line = parseLine(place);
    if (line.kind === 'ignored') continue;
    counts[line.kind] += 1;
    if (line.kind === 'main') main.push(line.setting);
    else if (line.kind === 'master') all.services.push(line.service);
    else if (line.kind === 'override') all.overrides.push(line);
    else if (line.kind === 'transport') all.routes.push(line.route);
    else if (samples.length < SAMPLES) samples.push({ ...place, text: place.text.slice(0, 200) });
  }
  const set = withoutDefaults(main);
  for (const setting of set) all.main.push(setting);
  const startsWithMark = lineAfterMark(text);
  const lines = counts.main + counts.master + counts.override + counts.transport + counts.other;
  return {
    file: name,
    kind: kindOf(counts, lines),
    lines,
    notUnderstood: counts.other,
    samples,
    ...(startsWithMark === undefined ? {} : { startsWithMark }),
    ...(set.length === main.length ? {} : { defaults: main.length - set.length }),
  };
}

/** What most lines are; a log has a few lines that look like something, and is still `other`. */
function kindOf(counts: Readonly<Record<string, number>>, lines: number): SettingsTextKind {
  if (lines === 0 || (counts.other ?? 0) * 2 > lines) return 'other';
  const kinds = (['main', 'master', 'override', 'transport'] as const).filter(
    (kind) => (counts[kind] ?? 0) * 20 > lines,
  );
  const [kind] = kinds;
  if (kinds.length !== 1 || kind === undefined) return 'mixed';
  return kind === 'override' ? 'overrides' : kind;
}

/** Routes that stand in main.cf itself: `transport_maps = inline:{example.com=slow:}`, `static:relay`. */
function mapsInMain(main: readonly MainSetting[]): TransportRoute[] {
  const routes: TransportRoute[] = [];
  const setting = main.findLast((s) => s.name === 'transport_maps');
  if (setting === undefined) return routes;
  for (const { pattern, value } of mapEntries(setting.expanded)) {
    const target = transportTarget(value);
    if (target !== null) routes.push({ pattern, ...target, place: setting.place });
  }
  return routes;
}

/** Parameters in a text from which on it is `postconf` without -n: no file sets as many by hand, and version 2.3 already had more. */
const NAMES_OF_A_DUMP = 300;
/** Defaults of the old queue manager's own parameters. */
const OLD: ReadonlyMap<string, string> = new Map([
  ['qmgr_fudge_factor', '100'],
  ['qmgr_site_hog_factor', '90'],
]);

/**
 * The settings of one text without those that only repeat a default. `postconf` without -n prints every parameter, set or not; what has
 * its default there is no line of main.cf, so it must neither be reported as a line without effect nor overrule `postconf -n`.
 */
function withoutDefaults(settings: readonly MainSetting[]): MainSetting[] {
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

/**
 * The texts that Postfix would read, of all that stand together in a folder. Beside a main.cf or master.cf, a copy of it
 * (`master.cf.proto`, which Debian's package puts there, `main.cf.bak`, `main.cf~`, `main.cf.dpkg-dist`) and `makedefs.out`
 * (how Postfix was built: lines that look like settings) are read by no program of Postfix (postconf(1), master(5)); the
 * last line of a name counts, so that a copy would overrule the file itself. A copy that stands alone is kept.
 */
export function readByPostfix<T extends { name: string }>(texts: readonly T[]): T[] {
  const names = new Set(texts.map(({ name }) => name));
  const beside = (name: string, files: readonly string[]): boolean => {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    return files.some((file) => names.has(folder + file));
  };
  return texts.filter(({ name }) => {
    const base = name.slice(name.lastIndexOf('/') + 1);
    if (base === 'makedefs.out') return !beside(name, ['main.cf', 'master.cf']);
    const original = /^(main\.cf|master\.cf)[.~_-]/.exec(base)?.[1];
    return original === undefined || !beside(name, [original]);
  });
}
