import { randomId } from '../../scenario/bytes.ts';

/**
 * Lessons that are being written. Each is kept on this machine as its text, at every change, under a key of its own: a full
 * storage loses none of the others. Where nothing may be kept they live as long as the page does.
 */
export interface Draft {
  id: string;
  text: string;
  /** In milliseconds of the calendar. */
  kept: number;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'qmgrscope.draft.';
const memory = new Map<string, Draft>();

/** The key of a draft in the storage of the browser: other tabs are told of it when it changes. */
export function draftKey(id: string): string {
  return PREFIX + id;
}

/** All drafts, the latest first. What is no draft is passed over. */
export function listDrafts(storage: Storage | null): Draft[] {
  const ids = new Set(memory.keys());
  try {
    for (let i = 0; i < (storage?.length ?? 0); i += 1) {
      const key = storage?.key(i) ?? '';
      if (key.startsWith(PREFIX)) ids.add(key.slice(PREFIX.length));
    }
  } catch {
    // Nothing may be read: there is what this page holds.
  }
  return [...ids].flatMap((id) => readDraft(storage, id) ?? []).toSorted((a, b) => b.kept - a.kept);
}

/** A draft by its id; null = it is not here. */
export function readDraft(storage: Storage | null, id: string): Draft | null {
  try {
    return parseDraft(id, storage?.getItem(draftKey(id)) ?? null) ?? memory.get(id) ?? null;
  } catch {
    return memory.get(id) ?? null;
  }
}

/** What is kept under the key of a draft; null = nothing of the kind. */
export function parseDraft(id: string, held: string | null): Draft | null {
  const [, kept, text] = /^(\d{1,16})\n([\s\S]*)$/.exec(held ?? '') ?? [];
  return text === undefined ? null : { id, text, kept: Number(kept) };
}

/** Keeps a draft; false when this browser keeps nothing, or is full: it then lives as long as the page does. */
export function keepDraft(storage: Storage | null, draft: Draft): boolean {
  memory.set(draft.id, draft);
  try {
    storage?.setItem(draftKey(draft.id), `${draft.kept}\n${draft.text}`);
    return storage !== null;
  } catch {
    return false;
  }
}

/** Forgets a draft. */
export function dropDraft(storage: Storage | null, id: string): void {
  memory.delete(id);
  try {
    storage?.removeItem(draftKey(id));
  } catch {
    // It was not kept either.
  }
}

/** The name of a new draft, as its address has it. */
export function newDraftId(): string {
  return randomId(6);
}

/** The title that the text of a lesson has; "" = none yet. */
export function titleOf(text: string): string {
  return /^[ \t]*# (.*)$/m.exec(text)?.[1]?.trim() ?? '';
}
