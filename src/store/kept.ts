import { useSyncExternalStore } from 'react';
import { pageStorage } from './store.ts';

/** A value stored on this machine. Where the browser stores nothing, the value lasts as long as the page. */
export interface Kept<T> {
  read(): T;
  /**
   * Changes the stored value, which another tab may have changed too. Returns a function that repeats the change if that tab
   * has overwritten it (`kept-lock.ts`), so `update` must be idempotent.
   */
  change(update: (now: T) => T): () => void;
  set(next: T): void;
  /** Hook: the current value; follows changes of other tabs. */
  use(): T;
  /** Hook: whether the last change could be stored; before the first change, whether the page has any storage. */
  useIsKept(): boolean;
}

/**
 * Stores a value under `key`. `parse` reads the stored text (null = none) and ignores parts that it does not know. `form`
 * writes the text to store; null removes the key.
 */
export function createKept<T>(
  key: string,
  parse: (text: string | null) => T,
  form: (value: T) => string | null,
): Kept<T> {
  let known: { text: string | null; value: T } | null = null;
  let refused = false;
  const look = (): T => {
    const text = refused && known !== null ? known.text : readText(key);
    if (known === null || known.text !== text) known = { text, value: parse(text) };
    return known.value;
  };
  const listeners = new Set<() => void>();
  const tell = (): void => listeners.forEach((listener) => listener());
  const commit = (update: (now: T) => T): string | null => {
    const value = update(look());
    const text = form(value);
    known = { text, value };
    refused = !writeText(key, text);
    tell();
    return text;
  };
  const change = (update: (now: T) => T): (() => void) => {
    const written = commit(update);
    return () => {
      if (!refused && readText(key) !== written) commit(update);
    };
  };
  const read = (): T => (known === null ? look() : known.value);
  // A storage event without a key means that the whole storage was cleared.
  globalThis.window?.addEventListener('storage', (event) => {
    if (refused || (event.key ?? key) !== key) return;
    look();
    tell();
  });
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const isKept = (): boolean => !refused && pageStorage() !== null;
  return {
    read,
    change,
    set: (next) => change(() => next),
    use: () => useSyncExternalStore(subscribe, read),
    useIsKept: () => useSyncExternalStore(subscribe, isKept),
  };
}

function readText(key: string): string | null {
  try {
    return pageStorage()?.getItem(key) ?? null;
  } catch {
    // The browser refuses access to the storage: treat it as empty.
    return null;
  }
}

/** Writes a text to the storage. Returns false when the browser refuses the storage or it is full. */
function writeText(key: string, text: string | null): boolean {
  try {
    const storage = pageStorage();
    if (text === null) storage?.removeItem(key);
    else storage?.setItem(key, text);
    return storage !== null;
  } catch {
    return false;
  }
}
