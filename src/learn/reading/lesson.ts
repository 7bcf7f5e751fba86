import { galleryItem } from '../../scenes/gallery.ts';
import { describeFault, parseLesson } from '../lessons/lesson-file.ts';
import { lessonHash, packLesson, unpackLesson } from '../lessons/lesson-link.ts';
import type { Lesson } from '../lessons/lesson.ts';
import type { OpenedFile } from '../../reading/scenario-file.ts';

/** Unpacks and parses the lesson in a link. Returns the lesson, or its errors with one sentence each. */
export async function readPackedLesson(packed: string): Promise<Lesson | string[]> {
  const unpacked = await unpackLesson(packed);
  if (!unpacked.ok) return [unpacked.detail];
  const parsed = parse(unpacked.file);
  return parsed.ok ? parsed.lesson : parsed.faults.map(describeFault);
}

/** Parses a draft. Returns the lesson, or errors with their lines. */
export function readDraft(text: string): ReturnType<typeof parseLesson> {
  return parse(text);
}

/** Converts a lesson file to a link, or lists its errors. */
export async function lessonToLink(text: string): Promise<OpenedFile> {
  const parsed = parse(text);
  if (!parsed.ok) return { ok: false, detail: parsed.faults.map(describeFault).join(' ') };
  return { ok: true, hash: lessonHash({ id: '', packed: await packLesson(text), stop: 1 }) };
}

/** Parses a lesson without the catalogue, because the catalogue loads all built-in lessons. */
function parse(text: string): ReturnType<typeof parseLesson> {
  return parseLesson(text, (id) => galleryItem(id)?.scenario);
}
