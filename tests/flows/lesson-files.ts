/** The lessons of the page, read from their files: what runs the flows has none of the bundler's ways to do so. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { galleryItem } from '../../src/lessons/gallery.ts';
import { parseLesson } from '../../src/lessons/lesson-file.ts';
import type { Lesson } from '../../src/lessons/lesson.ts';

const FOLDER = join(import.meta.dirname, '../../src/lessons/files');

export const LESSONS: readonly Lesson[] = readdirSync(FOLDER)
  .toSorted()
  .map((name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const parsed = parseLesson(text, (id) => galleryItem(id)?.scenario);
    if (!parsed.ok) throw new Error(`${name} is not a lesson`);
    return parsed.lesson;
  });
