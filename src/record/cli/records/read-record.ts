import { readRecord, type ReadResult } from '../../importers/input/read.ts';
import { finish } from '../../importers/store/finish.ts';
import { complain } from '../../../cli/terminal.ts';
import type { RecordSource } from '../../importers/input/source.ts';
import { sourcesOf, sharedParts } from './files.ts';
import { showProgress } from './progress.ts';
import { unpackedUpTo } from '../../../cli/read-file.ts';
import { readSettings, type SettingsText } from '../../importers/settings/read.ts';
import type { Settings } from '../../protocol/settings.ts';
import { statSync } from 'node:fs';
import type { Predicate } from '../../importers/classes/fields.ts';
import { parseClass } from '../../importers/classes/parse.ts';
import { CLASSES_PART, readClasses } from '../../importers/classes/text.ts';
import type { MailClass } from '../../protocol/classes.ts';
import { describeError } from '../../../scenario/schema-errors.ts';
import { fail } from '../../../cli/command.ts';

/**
 * Reads these logs (paths or sources), then computes what depends on all of them. Names on standard error each file
 * that could not be read completely, and reads all others.
 */
export async function readLogs(
  given: readonly (string | RecordSource)[],
  { zone, year, settings }: { zone: string; year: number | null; settings?: Settings },
): Promise<ReadResult> {
  const options = {
    zone,
    now: Date.now(),
    ...(year === null ? {} : { year }),
    ...(settings === undefined ? {} : { settings }),
  };
  const progress = showProgress();
  const sources = given.flatMap((one) => (typeof one === 'string' ? sourcesOf([one]) : [one]));
  const read = await readRecord(sources, { ...options, ...progress }).finally(progress.end);
  for (const { name, kind, lines, trouble } of read.files)
    if (trouble !== '')
      complain(kind === 'log' ? `${name}: read to line ${lines}, then: ${trouble}` : trouble);
  finish(read.builder.members.map(({ instance }) => instance));
  return read;
}

/** Only files up to this many bytes are read whole to look for settings. Logs may be far larger. */
const SETTINGS_MAX = 4_000_000;

/** Finds files with settings by their content and unpacks gzipped ones. The reader of logs reports unreadable files. */
export function settingsTexts(files: readonly string[]): SettingsText[] {
  const texts: SettingsText[] = [];
  for (const path of files) {
    if (path === '-' || !statSync(path).isFile()) continue;
    const parts = sharedParts(path);
    if (typeof parts === 'string') continue;
    if (parts !== null) {
      texts.push(...parts.filter(({ name }) => /^(postconf|master|transport)/.test(name)));
      continue;
    }
    const bytes = unpackedUpTo(path, SETTINGS_MAX);
    if (typeof bytes === 'string') continue;
    const text = bytes.toString('latin1');
    const [source] = readSettings([{ name: path, text }]).sources;
    if (source !== undefined && source.kind !== 'other') texts.push({ name: path, text });
  }
  return texts;
}

/** Reads the settings in these files, except data files. Null when the files have no settings. */
export function settingsIn(files: readonly string[]): Settings | null {
  const texts = settingsTexts(files.filter((path) => !/\.(json|jsonl|csv)(\.gz)?$/.test(path)));
  return texts.length === 0 ? null : readSettings(texts);
}

interface NamedClass {
  mailClass: MailClass;
  predicate: Predicate;
}

/** Reads `--class`. Throws an error that says what is wrong. */
export function classesOf(texts: readonly string[]): NamedClass[] {
  const classes = texts.map((text) => {
    const read = parseClass(text);
    if (!read.ok) throw new Error(read.errors.map(describeError).join('\n'));
    return read.value;
  });
  for (const [i, { mailClass }] of classes.entries())
    if (classes.findIndex((one) => one.mailClass.name === mailClass.name) !== i)
      fail('--class', mailClass.name, 'each name once');
  return classes;
}

/** Returns the classes in the shared records among these files. */
export function sharedClasses(files: readonly string[]): NamedClass[] {
  const found = files
    .filter((path) => path !== '-' && statSync(path).isFile())
    .map((path) => sharedParts(path))
    .flatMap((parts) => (typeof parts === 'string' ? [] : (parts ?? [])))
    .filter(({ name }) => name === CLASSES_PART)
    .flatMap(({ text }) => readClasses(text) ?? []);
  const names = new Set(found.map(({ name }) => name));
  return classesOf(
    [...names].map((name) => `${name}=${found.find((one) => one.name === name)?.predicate ?? ''}`),
  );
}
