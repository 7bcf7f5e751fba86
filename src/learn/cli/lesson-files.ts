/** Reads the built-in lessons from their files, because the command line has no bundler. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { galleryItem } from '../../scenes/gallery.ts';
import { describeFault, parseLesson } from '../lessons/lesson-file.ts';
import type { Lesson } from '../lessons/lesson.ts';
import { readText } from '../../cli/read-file.ts';

const FOLDER = fileURLToPath(new URL('../lessons/files', import.meta.url));

/** Parses a lesson file like the page does; throws with one line per error. */
export function readLessonFile(path: string): { lesson: Lesson; text: string } {
  const text = readText('LESSON', path);
  const parsed = parseLesson(text, (id) => galleryItem(id)?.scenario);
  if (!parsed.ok) throw new Error(`${path}: ${parsed.faults.map(describeFault).join('\n')}`);
  return { lesson: parsed.lesson, text };
}

export function builtInLessons(): Lesson[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((name) => readLessonFile(join(FOLDER, name)).lesson);
}
