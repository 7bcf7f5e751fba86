import { LESSON_TEXTS, LESSONS } from '../../lessons/catalogue.ts';
import { setField } from '../../lessons/edit/edits.ts';
import { copyOf, emptyLesson, EXAMPLE } from '../../lessons/edit/starts.ts';
import { outlineOf } from '../../lessons/edit/outline.ts';
import type { Runtime } from '../../../store/runtime.ts';
import { createBackgroundRun } from '../../store/background-run.ts';
import { pageStorage } from '../../../store/store.ts';
import { keepDraft, listDrafts, newDraftId, readDraft } from '../../store/drafts.ts';
import { insertInstant, instantHere } from './instant.ts';

/** The address of a draft. */
export function draftHash(id: string): string {
  return `#write=${id}`;
}

/** A text to write on: `kept` = it is one of the drafts of this browser. */
export interface Beginning {
  id: string;
  text: string;
  kept: boolean;
}

/** Makes a draft of a text and answers with its id; one that says the same already is gone on with. */
export function beginWith(text: string): string {
  const made = beginUnkept(text);
  if (!made.kept) keepDraft(pageStorage(), { id: made.id, text: made.text, kept: Date.now() });
  return made.id;
}

/** The same for the text in a link: it is kept when it is edited. */
export function beginUnkept(text: string): Beginning {
  const plain = text.replaceAll('\r\n', '\n');
  const same = listDrafts(pageStorage()).find((draft) => withoutId(draft.text) === withoutId(plain));
  if (same !== undefined) return { ...same, kept: true };
  return { id: newDraftId(), text: plain, kept: false };
}

function withoutId(text: string): string {
  return setField(text, -1, 'id', '');
}

/** The example, under a name of its own. */
export function beginExample(): string {
  return beginWith(setField(EXAMPLE, -1, 'id', lessonId()));
}

/** An id for a lesson that no other has: what a reader has reached is kept under it. */
function lessonId(): string {
  return `my-lesson-${newDraftId().slice(0, 4)}`;
}

/** A draft without stops. */
export function beginEmpty(): string {
  return beginWith(emptyLesson('My lesson', lessonId()));
}

/** A copy of one of the page's lessons; null = there is none of that name. */
export function beginCopy(name: string): string | null {
  const text = LESSON_TEXTS.get(name);
  const lesson = LESSONS.find(({ id }) => id === name);
  const held =
    text ??
    [...LESSON_TEXTS.values()].find((each) => lesson !== undefined && each.includes(`\nid: ${name}\n`));
  if (held === undefined || lesson === undefined) return null;
  return beginWith(copyOf(held, lessonId(), `${lesson.title}, my version`));
}

/**
 * Puts the instant on the stage at the end of a draft, or of a new one where `id` is "". Answers with the id of the draft, or
 * with the sentence that says why not.
 */
export async function addHere(runtime: Runtime, id: string): Promise<{ id: string } | string> {
  const probe = createBackgroundRun();
  try {
    const instant = await instantHere(runtime, probe, null);
    if (typeof instant === 'string') return instant;
    const storage = pageStorage();
    const held = id === '' ? null : readDraft(storage, id);
    const text = held?.text ?? emptyLesson('My lesson', lessonId());
    const next = insertInstant(text, outlineOf(text).stops.length - 1, instant);
    if (held === null) return { id: beginWith(next) };
    keepDraft(storage, { ...held, text: next, kept: Date.now() });
    return { id: held.id };
  } finally {
    probe.close();
  }
}

/** The draft that was written last; "" = there is none. */
export function latestDraft(): string {
  return listDrafts(pageStorage())[0]?.id ?? '';
}
