/** The lessons that come with the page, in order: one file each in `files/`, written like any author's. */
import { galleryItem } from '../../scenes/gallery.ts';
import { describeFault, parseLesson, type ParsedLesson } from './lesson-file.ts';
import type { Lesson } from './lesson.ts';

const FILES: Record<string, string> = import.meta.glob('./files/*.lesson', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Reads a lesson file whose stops may name gallery scenes. */
export function readLesson(text: string): ParsedLesson {
  return parseLesson(text, (id) => galleryItem(id)?.scenario);
}

/** The text of each file, by the id of its lesson. */
export const LESSON_TEXTS: ReadonlyMap<string, string> = new Map(
  Object.keys(FILES)
    .toSorted()
    .map((name) => [name.replace(/^.*\/\d*-?|\.lesson$/g, ''), FILES[name] ?? '']),
);

/** All of them, each at the place of its number: lesson 0 is what a course has before the queue manager. A file that is not right is a fault of the program: the tests read every one. */
export const LESSONS: readonly Lesson[] = [...LESSON_TEXTS].map(([name, text]) => {
  const parsed = readLesson(text);
  if (!parsed.ok) throw new Error(`lesson ${name}: ${parsed.faults.map(describeFault).join(' ')}`);
  return parsed.lesson;
});
