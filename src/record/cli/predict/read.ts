import { existsSync, statSync } from 'node:fs';
import { readSettings } from '../../importers/settings/read.ts';
import type { Member } from '../../importers/store/record.ts';
import type { Settings } from '../../protocol/settings.ts';
import { failInput, PATH_KINDS } from '../../../cli/command.ts';
import type { NamedClass } from '../../worker/model/study.ts';
import { sharedClasses, readLogs, settingsTexts } from '../records/read-record.ts';
import { filesIn } from '../records/files.ts';

const NO_RECORD = /\.(json|jsonl|csv|md)(\.gz)?$/;

/** Replaces a folder by the files directly in it. Its subfolders are separate records and are left out. */
function filesOf(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path !== '-' && !existsSync(path)) failInput('PATH', path, PATH_KINDS.any);
    if (path === '-' || !statSync(path).isDirectory()) return [path];
    return filesIn(path).filter((name) => !NO_RECORD.test(name));
  });
}

/** Reads a record, its settings and the classes that came with it. Of several instances, it takes the one with the most lines. */
export async function readPaths(
  paths: readonly string[],
  zone: string,
  year: number | null,
): Promise<{ member: Member; settings: Settings | null; classes: NamedClass[] }> {
  const files = filesOf(paths);
  const texts = settingsTexts(files);
  const settings = texts.length === 0 ? null : readSettings(texts);
  const read = await readLogs(files, { zone, year });
  const [member] = read.builder.members.toSorted((a, b) => b.instance.lines - a.instance.lines);
  if (member === undefined) failInput('PATH', paths.join(' '), PATH_KINDS.log);
  const classes = sharedClasses(files).map(({ mailClass: { name }, predicate }) => ({ name, predicate }));
  return { member, settings, classes };
}
