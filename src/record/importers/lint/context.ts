/** The input of every rule, and helpers for findings. */
import type { LintEvidence, LintFinding, LintSeverity } from '../../protocol/lint.ts';
import type {
  EffectiveTransport,
  EffectiveValue,
  MainSetting,
  MasterService,
  Settings,
  SettingPlace,
} from '../../protocol/settings.ts';
import { holds } from '../settings/effective.ts';
import { settingsIndex, qmgrSetting, type SettingsIndex } from '../settings/index-of.ts';
import { schedulerName } from '../settings/parameters.ts';
import { parseNumber } from '../settings/values.ts';
import { grouped } from '../grouped.ts';

export interface LintContext {
  settings: Settings;
  index: SettingsIndex;
  transports: ReadonlyMap<string, EffectiveTransport>;
  evidence: LintEvidence | null;
}

/** One rule: returns its findings, never throws and changes nothing. */
export type LintRule = (context: LintContext) => LintFinding[];

export function lintContext(settings: Settings, evidence: LintEvidence | null): LintContext {
  const transports = new Map(settings.transports.toReversed().map((t) => [t.name, t]));
  return {
    settings,
    index: settingsIndex(settings.main, settings.services, settings.version),
    transports,
    evidence,
  };
}

/**
 * A line that sets a scheduler parameter: for one transport (`owner`), or for all transports without a line of their
 * own (`owner` undefined).
 */
export interface SchedulerLine {
  name: string;
  owner: string | undefined;
  setting: MainSetting;
  /** The value with `$name` expanded. */
  text: string;
  number: number | null;
  /** Transports that take their value from this line. */
  transports: EffectiveTransport[];
}

/** Lines of a parameter that at least one transport reads. Rule 13 handles lines for transports that do not exist. */
export function schedulerLines(context: LintContext, suffix: string): SchedulerLine[] {
  const { index, settings } = context;
  const names = new Set([...index.main.keys(), ...index.qmgr.keys()]);
  const byLine = grouped(settings.transports, ({ values }) => values[suffix]?.name);
  const lines: SchedulerLine[] = [];
  for (const name of names) {
    const found = schedulerName(name);
    if (found?.parameter.name !== suffix) continue;
    const setting = qmgrSetting(index, name)?.setting;
    const transports = byLine.get(name);
    if (setting === undefined || transports === undefined) continue;
    const text = index.expand(setting.value).trim();
    lines.push({
      name,
      owner: found.transport,
      setting,
      text,
      number: parseNumber(found.parameter, text),
      transports,
    });
  }
  return lines;
}

export function transportNamed(context: LintContext, name: string): EffectiveTransport | undefined {
  return context.transports.get(name);
}

/** The number in effect for a transport, after overruling. */
export function number(transport: EffectiveTransport | undefined, suffix: string): number | null {
  return holds(transport?.values[suffix]);
}

export function globalValue(context: LintContext, name: string): EffectiveValue {
  const value = context.settings.globals[name];
  if (value === undefined) throw new Error(`no row for ${name} in the table of parameters`);
  return value;
}

/** True if a line of main.cf or a `-o` of the queue manager sets it. */
export const isSet = (value: EffectiveValue | undefined): boolean =>
  value !== undefined && value.origin !== 'default';

/** Identifies a service of master.cf: `smtp/inet`. */
export function serviceKey(service: MasterService): string {
  return `${service.name}/${service.type}`;
}

/** The lines that set these values, each once. A default value has no line. */
export function placesOf(...values: ({ place?: SettingPlace } | undefined)[]): SettingPlace[] {
  const places = values.flatMap((value) => (value?.place === undefined ? [] : [value.place]));
  return [...new Map(places.map((place) => [`${place.line} ${place.file}`, place])).values()];
}

/** The most processes of a transport that were busy at once in the record. Undefined = unknown. */
export function peakOf({ evidence }: LintContext, transport: string): number | undefined {
  const peaks = evidence?.peakBusy ?? {};
  return Object.hasOwn(peaks, transport) ? peaks[transport] : undefined;
}

interface Told {
  setting: string;
  value: string;
  title: string;
  sentence: string;
  source: string;
  transport?: string | undefined;
  lines?: SettingPlace[];
  evidence?: string | null;
  repair?: string[];
  repairNote?: string;
  scene?: string;
}

/** Builds a finding. Fields not given are left empty. */
export function finding(rule: number, severity: LintSeverity, told: Told): LintFinding {
  return {
    rule,
    severity,
    transport: told.transport ?? null,
    setting: told.setting,
    value: told.value,
    lines: told.lines ?? [],
    title: told.title,
    sentence: told.sentence,
    source: told.source,
    evidence: told.evidence ?? null,
    repair: told.repair ?? [],
    repairNote: told.repairNote ?? '',
    scene: told.scene ?? null,
  };
}

/** Writes a count: `1 delivery`, `2 deliveries`, with the digits in groups of three. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${groups(n)} ${n === 1 ? one : many}`;
}

/** A whole number with its digits in groups of three, separated by narrow no-break spaces. */
export function groups(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

/** Writes a number with at most `digits` decimals, without trailing zeros. */
export function rounded(n: number, digits = 1): string {
  return String(Number(n.toFixed(digits)));
}

/** Lists names: `smtp`, `smtp and relay`, `smtp, relay and 3 more`. */
export function nameList(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? '';
  if (names.length <= 3) return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}
