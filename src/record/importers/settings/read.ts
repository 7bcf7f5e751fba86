/**
 * Reads an administrator's texts as settings: `postconf -n`, `postconf -M`, `postconf -P`, main.cf, master.cf and transport maps, in any
 * order, also several in one text. Lines are classified by their content. File names only serve to skip copies beside the files in use.
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

/** One text: a file with its name, or pasted text. */
export interface SettingsText {
  name: string;
  text: string;
}

export interface ReadOptions {
  /** Version named in a log (`daemon started -- version 3.7.11`). A `mail_version` in the texts takes precedence. */
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
 * Reads all texts as one configuration, except files that Postfix itself would not read (`readByPostfix`). Never
 * throws: lines not understood are counted, with samples.
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

/** Adds the lines of `postconf -P` to their services, except those already known from `postconf -M`. */
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

/** The kind that most lines of a text have. A log stays `other`, although a few of its lines look like settings. */
function kindOf(counts: Readonly<Record<string, number>>, lines: number): SettingsTextKind {
  if (lines === 0 || (counts.other ?? 0) * 2 > lines) return 'other';
  const kinds = (['main', 'master', 'override', 'transport'] as const).filter(
    (kind) => (counts[kind] ?? 0) * 20 > lines,
  );
  const [kind] = kinds;
  if (kinds.length !== 1 || kind === undefined) return 'mixed';
  return kind === 'override' ? 'overrides' : kind;
}

/** Routes written in main.cf itself: `transport_maps = inline:{example.com=slow:}`, `static:relay`. */
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

/**
 * A text with this many known parameters is output of `postconf` without -n. Nobody sets as many by hand, and even version 2.3 had more.
 */
const NAMES_OF_A_DUMP = 300;
/** Defaults of parameters of the old queue manager. */
const OLD: ReadonlyMap<string, string> = new Map([
  ['qmgr_fudge_factor', '100'],
  ['qmgr_site_hog_factor', '90'],
]);

/**
 * Drops settings that only repeat a default from the output of `postconf` without -n, which prints every parameter. A
 * default printed there is not a line of main.cf: it must not be reported as ineffective, nor override `postconf -n`.
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

/** True if two texts mean the same value, such as `300s` and `5m`. */
function sameValue(parameter: Parameter, value: string, other: string): boolean {
  if (value.replaceAll(/\s+/g, ' ') === other) return true;
  const number = parseNumber(parameter, value);
  return number !== null && number === parseNumber(parameter, other);
}

/**
 * The texts of a folder that Postfix would read. A copy beside main.cf or master.cf (`master.cf.proto` from Debian's
 * package, `main.cf.bak`, `main.cf~`, `main.cf.dpkg-dist`) and `makedefs.out` (build options that look like settings)
 * are not read by any Postfix program (postconf(1), master(5)). They must be dropped, because the last line of a name
 * wins and a copy would override the original. A copy without its original is kept.
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
