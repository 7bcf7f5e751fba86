import { galleryItem } from '../../scenes/gallery.ts';
import { describeFault, parseLesson } from '../lessons/lesson-file.ts';
import { lessonHash, packLesson, unpackLesson } from '../lessons/lesson-link.ts';
import type { Lesson } from '../lessons/lesson.ts';
import type { OpenedFile } from '../../reading/scenario-file.ts';

/** The lesson inside a link, or what is wrong with it, a sentence each. */
export async function readPackedLesson(packed: string): Promise<Lesson | string[]> {
  const unpacked = await unpackLesson(packed);
  if (!unpacked.ok) return [unpacked.detail];
  const parsed = parse(unpacked.file);
  return parsed.ok ? parsed.lesson : parsed.faults.map(describeFault);
}

/** The text of a lesson that is being written: the lesson in it, or each fault with its line. */
export function readDraft(text: string): ReturnType<typeof parseLesson> {
  return parse(text);
}

/** A lesson file opens by way of its link too; what is wrong with it is said line by line. */
export async function lessonToLink(text: string): Promise<OpenedFile> {
  const parsed = parse(text);
  if (!parsed.ok) return { ok: false, detail: parsed.faults.map(describeFault).join(' ') };
  return { ok: true, hash: lessonHash({ id: '', packed: await packLesson(text), stop: 1 }) };
}

/** Without the catalogue, which reads all lessons of the page. */
function parse(text: string): ReturnType<typeof parseLesson> {
  return parseLesson(text, (id) => galleryItem(id)?.scenario);
}
