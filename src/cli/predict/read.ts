import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readRecord } from '../../importers/input/read.ts';
import { readSettings, type SettingsText } from '../../importers/settings/read.ts';
import { finish } from '../../importers/store/finish.ts';
import type { Member } from '../../importers/store/record.ts';
import type { Settings } from '../../protocol/settings.ts';
import { describeError } from '../../scenario/schema-errors.ts';
import { sourcesOf } from '../records/files.ts';

/** A text that may be settings is small; a log may be of any size and is never read as a whole. */
const SETTINGS_MAX = 4_000_000;
const NO_RECORD = /\.(json|jsonl|csv|md)(\.gz)?$/;

/** Ends the command with what is wrong, what it held and what is accepted. */
export function fail(field: string, value: string, accepted: string): never {
  throw new Error(describeError({ field, value, accepted }));
}

/** The files of paths: a folder is the files that lie in it, not those of folders in it (they are records of their own). */
function filesOf(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path !== '-' && !existsSync(path)) fail('PATH', path, 'a file or a folder that is there');
    if (path === '-' || !statSync(path).isDirectory()) return [path];
    return readdirSync(path)
      .sort()
      .map((name) => join(path, name))
      .filter((name) => statSync(name).isFile() && !NO_RECORD.test(name));
  });
}

/** The settings among texts, told by their content; packed ones are unpacked. */
function settingsOf(files: readonly string[]): { settings: Settings | null; used: Set<string> } {
  const texts: SettingsText[] = [];
  for (const path of files) {
    if (path === '-' || statSync(path).size > SETTINGS_MAX) continue;
    const bytes = readFileSync(path);
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
    const [source] = readSettings([{ name: path, text }]).sources;
    if (source !== undefined && source.kind !== 'other') texts.push({ name: path, text });
  }
  const used = new Set(texts.map(({ name }) => name));
  return { settings: texts.length === 0 ? null : readSettings(texts), used };
}

/** A record with its settings; the member is the one with the most lines, unless `instance` names it. */
export async function readPaths(
  paths: readonly string[],
  zone: string,
  year: number | null,
): Promise<{ member: Member; settings: Settings | null }> {
  const files = filesOf(paths);
  const { settings, used } = settingsOf(files);
  const read = await readRecord(sourcesOf(files.filter((path) => !used.has(path))), {
    zone,
    now: Date.now(),
    ...(year === null ? {} : { year }),
  });
  finish(read.builder.members.map(({ instance }) => instance));
  const [member] = read.builder.members.toSorted((a, b) => b.instance.lines - a.instance.lines);
  if (member === undefined) fail('PATH', paths.join(' '), 'a log in which a message becomes active');
  return { member, settings };
}
