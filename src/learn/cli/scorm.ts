/**
 * `npm run scorm -- LESSON [--out FILE] [--2004] [--cmi5]`
 *
 * Makes the package that the lesson page offers for learning platforms: SCORM 1.2, SCORM 2004 4th edition or cmi5.
 * LESSON is the name of a built-in lesson, or a lesson file.
 */
import { formatBytes } from '../../explain/figures.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packLesson } from '../lessons/lesson-link.ts';
import type { Standard } from '../package/manifest.ts';
import { packLessonFiles } from '../package/pack.ts';
import { packagedLesson } from '../package/packaged-lesson.ts';
import type { Lesson } from '../lessons/lesson.ts';
import { describeError } from '../../scenario/schema-errors.ts';
import { withPage } from '../../cli/page-folder.ts';
import { builtInLessons, readLessonFile } from './lesson-files.ts';
import { helped, runCommand } from '../../cli/command.ts';
import { reasonOf } from '../../cli/reason.ts';
import { complain, print } from '../../cli/terminal.ts';

interface Options {
  lesson: string;
  out: string;
  standard: Standard;
}

function usage(): string {
  const names = builtInLessons().map(({ id }) => id);
  return `usage: npm run scorm -- LESSON [--out FILE] [--2004] [--cmi5]
  LESSON       a lesson file, or ${names.join(', ')}
  --out FILE   output file (default: qmgrscope-LESSON-scorm-1.2.zip)
  --2004       SCORM 2004 4th edition instead of SCORM 1.2
  --cmi5       cmi5 instead of SCORM 1.2
`;
}

/** Parses the options. Returns a sentence about the error when an option is wrong. */
function readOptions(args: string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { out: { type: 'string' }, '2004': { type: 'boolean' }, cmi5: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [lesson, ...more] = positionals;
    if (lesson === undefined || more.length > 0) {
      const value = positionals.join(' ') || 'nothing';
      return describeError({
        field: 'LESSON',
        value,
        accepted: 'the name of one lesson, or one lesson file',
      });
    }
    if (values['2004'] === true && values.cmi5 === true)
      return describeError({ field: 'option', value: '--2004 --cmi5', accepted: 'one of them' });
    const standard = values.cmi5 === true ? 'cmi5' : values['2004'] === true ? '2004' : '1.2';
    return { lesson, out: values.out ?? '', standard };
  } catch (error) {
    return reasonOf(error);
  }
}

/** Finds a lesson by name, with its packed text if the lesson is not built in; null if no lesson has this name. */
async function findLesson(name: string): Promise<{ lesson: Lesson; packed: string } | null> {
  const own = builtInLessons().find(({ id }) => id === name);
  if (own !== undefined) return { lesson: own, packed: '' };
  if (!existsSync(name)) return null;
  const { lesson, text } = readLessonFile(name);
  return { lesson, packed: await packLesson(text) };
}

export async function scormCommand(args: readonly string[]): Promise<number> {
  if (helped(usage(), args)) return 0;
  const options = readOptions([...args]);
  if (typeof options === 'string') {
    complain(`${options}\n\n${usage()}`);
    return 2;
  }
  const { standard } = options;
  const found = await findLesson(options.lesson);
  if (found === null) {
    const accepted = 'an existing lesson file, or a name from the list below';
    complain(`${describeError({ field: 'LESSON', value: options.lesson, accepted })}\n\n${usage()}`);
    return 2;
  }
  const { lesson, packed } = found;
  const kind = standard === 'cmi5' ? 'cmi5' : `scorm-${standard}`;
  const out = options.out === '' ? `qmgrscope-${lesson.id}-${kind}.zip` : options.out;
  const chunks = await withPage((folder) => {
    const names = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')) as string[];
    const read = (name: string): Promise<Uint8Array> => Promise.resolve(readFileSync(join(folder, name)));
    return packLessonFiles(packagedLesson(lesson, packed), standard, { names, read });
  });
  const bytes = Buffer.concat(chunks);
  writeFileSync(out, bytes);
  print(`${out}: ${lesson.title}, ${kind}, ${formatBytes(bytes.length)}`);
  return 0;
}

await runCommand(import.meta.url, scormCommand);
