import { packagedLesson } from '../../package/packaged-lesson.ts';
import type { Standard } from '../../package/manifest.ts';
import type { PackOptions } from '../../package/pack.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import { fileName, saveBlob } from '../../../panels/kit/files.ts';

/** What the package holds beside the lesson: the files of this very page, which its build lists. */
async function filesOfPage(): Promise<string[]> {
  const response = await fetch('./files.json');
  const names: unknown = response.ok ? await response.json().catch(() => null) : null;
  if (!Array.isArray(names))
    throw new Error('This copy does not list its files: only a built one can be packed.');
  return names.map(String);
}

async function read(name: string): Promise<Uint8Array> {
  const response = await fetch(`./${name}`);
  if (!response.ok) throw new Error(`${name} cannot be read (${response.status}).`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Makes a package of the lesson for a learning platform and hands it to the reader as a file. Rejects with one sentence, or
 * with the reason of the signal when it was called off.
 */
export async function savePackage(
  lesson: Lesson,
  packed: string,
  standard: Standard,
  options: PackOptions,
): Promise<void> {
  const [{ packLessonFiles }, names] = await Promise.all([import('../../package/pack.ts'), filesOfPage()]);
  const chunks = await packLessonFiles(packagedLesson(lesson, packed), standard, { names, read }, options);
  const kind = standard === 'cmi5' ? 'cmi5' : `scorm-${standard}`;
  saveBlob(`${fileName(lesson.id)}-${kind}.zip`, new Blob(chunks, { type: 'application/zip' }));
}
