import { LESSON_TEXTS, LESSONS } from '../../lessons/catalogue.ts';
import { setField } from '../../lessons/edit/edits.ts';
import { copyOf, emptyLesson, EXAMPLE } from '../../lessons/edit/starts.ts';
import { outlineOf } from '../../lessons/edit/outline.ts';
import type { Runtime } from '../../../store/runtime.ts';
import { createBackgroundRun } from '../../store/background-run.ts';
import { pageStorage } from '../../../store/store.ts';
import { keepDraft, listDrafts, newDraftId, readDraft } from '../../store/drafts.ts';
import { insertInstant, instantHere } from './instant.ts';

export function draftHash(id: string): string {
  return `#write=${id}`;
}

/** A text to edit. `kept` = the text is a draft stored in this browser. */
export interface Beginning {
  id: string;
  text: string;
  kept: boolean;
}

/** Stores a text as a draft and returns the id of the draft. A draft with the same text is reused. */
export function beginWith(text: string): string {
  const made = beginUnkept(text);
  if (!made.kept) keepDraft(pageStorage(), { id: made.id, text: made.text, kept: Date.now() });
  return made.id;
}

/** Does the same as `beginWith` for the text of a link, but stores the draft only after the first edit. */
export function beginUnkept(text: string): Beginning {
  const plain = text.replaceAll('\r\n', '\n');
  const same = listDrafts(pageStorage()).find((draft) => withoutId(draft.text) === withoutId(plain));
  if (same !== undefined) return { ...same, kept: true };
  return { id: newDraftId(), text: plain, kept: false };
}

function withoutId(text: string): string {
  return setField(text, -1, 'id', '');
}

export function beginExample(): string {
  return beginWith(setField(EXAMPLE, -1, 'id', lessonId()));
}

/** Makes a unique lesson id, because the progress of readers is stored under the id. */
function lessonId(): string {
  return `my-lesson-${newDraftId().slice(0, 4)}`;
}

export function beginEmpty(): string {
  return beginWith(emptyLesson('My lesson', lessonId()));
}

/** Returns a copy of a built-in lesson; null = no lesson has this name. */
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
 * Adds the instant on the stage to a draft (`id` "" = a new draft). Returns the draft's id, or the reason for the
 * failure as a sentence.
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

/** Returns the id of the latest draft; "" = none. */
export function latestDraft(): string {
  return listDrafts(pageStorage())[0]?.id ?? '';
}
