/** The lessons of the page, read from their files: the command line has none of the bundler's ways to do so. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { galleryItem } from '../../scenes/gallery.ts';
import { describeFault, parseLesson } from '../lessons/lesson-file.ts';
import type { Lesson } from '../lessons/lesson.ts';
import { readText } from '../../cli/read-file.ts';

const FOLDER = fileURLToPath(new URL('../lessons/files', import.meta.url));

/** A lesson file, read as the page reads it; throws with a line for each fault. */
export function readLessonFile(path: string): { lesson: Lesson; text: string } {
  const text = readText('LESSON', path);
  const parsed = parseLesson(text, (id) => galleryItem(id)?.scenario);
  if (!parsed.ok) throw new Error(`${path}: ${parsed.faults.map(describeFault).join('\n')}`);
  return { lesson: parsed.lesson, text };
}

/** The lessons that come with the page, in their order. */
export function builtInLessons(): Lesson[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((name) => readLessonFile(join(FOLDER, name)).lesson);
}
