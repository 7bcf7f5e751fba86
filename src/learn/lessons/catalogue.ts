/** Reads the built-in lessons in order. Each is one file in `files/`, in the format that any author uses. */
import { galleryItem } from '../../scenes/gallery.ts';
import { describeFault, parseLesson, type ParsedLesson } from './lesson-file.ts';
import type { Lesson } from './lesson.ts';

const FILES: Record<string, string> = import.meta.glob('./files/*.lesson', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Parses a lesson file. Stops may name scenes of the gallery. */
export function readLesson(text: string): ParsedLesson {
  return parseLesson(text, (id) => galleryItem(id)?.scenario);
}

/** Text of each lesson file, by lesson id. */
export const LESSON_TEXTS: ReadonlyMap<string, string> = new Map(
  Object.keys(FILES)
    .toSorted()
    .map((name) => [name.replace(/^.*\/\d*-?|\.lesson$/g, ''), FILES[name] ?? '']),
);

/** All built-in lessons. The index is the lesson number. Throws for a faulty file; the tests parse every file. */
export const LESSONS: readonly Lesson[] = [...LESSON_TEXTS].map(([name, text]) => {
  const parsed = readLesson(text);
  if (!parsed.ok) throw new Error(`lesson ${name}: ${parsed.faults.map(describeFault).join(' ')}`);
  return parsed.lesson;
});
