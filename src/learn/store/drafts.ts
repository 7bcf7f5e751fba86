import { randomId } from '../../scenario/bytes.ts';

/**
 * A lesson draft. Each draft is stored on this machine at every change under its own key, so a full storage does not lose
 * others. Without storage, drafts last as long as the page.
 */
export interface Draft {
  id: string;
  text: string;
  /** Time of the last change, in Unix milliseconds. */
  kept: number;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'qmgrscope.draft.';
const memory = new Map<string, Draft>();

/** Returns the storage key of a draft. Other tabs get storage events for this key. */
export function draftKey(id: string): string {
  return PREFIX + id;
}

/** Lists all drafts, newest first. Skips invalid drafts. */
export function listDrafts(storage: Storage | null): Draft[] {
  const ids = new Set(memory.keys());
  try {
    for (let i = 0; i < (storage?.length ?? 0); i += 1) {
      const key = storage?.key(i) ?? '';
      if (key.startsWith(PREFIX)) ids.add(key.slice(PREFIX.length));
    }
  } catch {
    // The browser refuses to read its storage, so only the drafts in memory are listed.
  }
  return [...ids].flatMap((id) => readDraft(storage, id) ?? []).toSorted((a, b) => b.kept - a.kept);
}

export function readDraft(storage: Storage | null, id: string): Draft | null {
  try {
    return parseDraft(id, storage?.getItem(draftKey(id)) ?? null) ?? memory.get(id) ?? null;
  } catch {
    return memory.get(id) ?? null;
  }
}

/** Parses a stored draft; null if invalid. */
export function parseDraft(id: string, held: string | null): Draft | null {
  const [, kept, text] = /^(\d{1,16})\n([\s\S]*)$/.exec(held ?? '') ?? [];
  return text === undefined ? null : { id, text, kept: Number(kept) };
}

/**
 * Stores a draft. Returns false when the browser stores nothing or its storage is full; the draft then lasts as long
 * as the page.
 */
export function keepDraft(storage: Storage | null, draft: Draft): boolean {
  memory.set(draft.id, draft);
  try {
    storage?.setItem(draftKey(draft.id), `${draft.kept}\n${draft.text}`);
    return storage !== null;
  } catch {
    return false;
  }
}

export function dropDraft(storage: Storage | null, id: string): void {
  memory.delete(id);
  try {
    storage?.removeItem(draftKey(id));
  } catch {
    // A browser that refuses to remove the draft has not stored it either.
  }
}

export function newDraftId(): string {
  return randomId(6);
}

/** Returns the title in the text of a lesson; "" = no title yet. */
export function titleOf(text: string): string {
  return /^[ \t]*# (.*)$/m.exec(text)?.[1]?.trim() ?? '';
}
