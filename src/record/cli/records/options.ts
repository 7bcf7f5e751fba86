import { ownZone } from '../../explain/record-format.ts';
import { parseArgs } from 'node:util';
import { fail } from '../../../cli/command.ts';
import { reasonOf } from '../../../cli/reason.ts';
import { zoneOffset } from '../../importers/lines/zone.ts';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { describeError } from '../../../scenario/schema-errors.ts';

const ZONES = 'Europe/Vienna, UTC, +02:00';
const YEARS = 'a year from 1970 to 2099';

/**
 * Returns the zone for time stamps that do not name one; by default that of this machine. Throws for an unknown zone.
 */
export function zoneOf(text: string = ownZone()): string {
  if (zoneOffset(text) === null) fail('--zone', text, ZONES);
  return text;
}

/** Reads `--year`: the year of the first time stamp that has none. Null = the reader derives the year. */
export function yearOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^(19[7-9]\d|20\d\d)$/.test(text)) fail('--year', text, YEARS);
  return Number(text);
}

const COMMON = { json: { type: 'boolean' }, zone: { type: 'string' }, year: { type: 'string' } } as const;
const OPTIONS = { ...COMMON, 'fail-on': { type: 'string' } } as const;
/** Options of every command that reads records, for `parseArgs`. */
export const RECORD_OPTIONS = { ...COMMON, help: { type: 'boolean' } } as const;
const FORMS = { json: '--json', zone: '--zone NAME', year: '--year N', 'fail-on': '--fail-on SEVERITY' };

export interface RecordOptions {
  paths: string[];
  json: boolean;
  zone: string;
  year: number | null;
  failOn: string | undefined;
}

/** `names` = the options that the command accepts. Throws an error that says what is wrong. */
function recordOptions(args: readonly string[], names: readonly (keyof typeof OPTIONS)[]): RecordOptions {
  const { values, positionals: paths } = parseArgs({
    args: [...args],
    options: Object.fromEntries(names.map((name) => [name, OPTIONS[name]])),
    strict: false,
    allowPositionals: true,
  });
  const unknown = Object.keys(values).find((name) => !names.some((known) => known === name));
  if (unknown !== undefined) fail('option', `--${unknown}`, names.map((name) => FORMS[name]).join(', '));
  /** Returns the option's text. For an option without its value, parseArgs gives `true`, which is no text. */
  const text = (value: unknown): string | undefined =>
    value === undefined ? undefined : typeof value === 'string' ? value : 'nothing';
  const year = yearOf(text(values['year']));
  const zone = zoneOf(text(values['zone']));
  if (paths.length === 0) fail('PATH', 'nothing', 'a file, a folder, or -');
  const failOn = text(values['fail-on']);
  return { paths, json: values['json'] !== undefined, zone, year, failOn };
}

/** Reads options like `recordOptions`, but returns the error as a sentence instead of throwing it. */
export function readOptions(...asked: Parameters<typeof recordOptions>): RecordOptions | string {
  try {
    return recordOptions(...asked);
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * Reads a time option as microseconds since 1970: `2026-11-22T10:00[:30][Z|+02:00]`, or `10:00[:30]` on the day of
 * `first`. `zone` applies to a text without a zone. 0 without a text. Throws an error that says what is accepted.
 */
export function instantOf(
  field: string,
  text: string | undefined,
  first: EpochMicros,
  zone: string,
): EpochMicros {
  if (text === undefined) return 0;
  const match = /^(?:(\d{4}-\d\d-\d\d)[T ])?(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[-+]\d\d:?\d\d)?$/.exec(text);
  const ahead = zoneOffset(match?.[3] ?? zone) ?? (() => 0);
  const day =
    match?.[1] ?? new Date(first / 1000 + ahead(first / MICROS_PER_SECOND) * 1000).toISOString().slice(0, 10);
  const local = Date.parse(`${day}T${match?.[2] ?? ''}Z`);
  if (match === null || Number.isNaN(local))
    throw new Error(
      describeError({ field, value: text, accepted: '2026-11-22T10:00, 2026-11-22T10:00:30Z, or 10:00:30' }),
    );
  return local * 1000 - ahead(local / 1000) * MICROS_PER_SECOND;
}
