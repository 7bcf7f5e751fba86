import { useSyncExternalStore } from 'react';
import { pageStorage } from './store.ts';

/** What the reader has done or chosen, kept on this machine; where nothing may be kept, as long as the page lasts. */
export interface Kept<T> {
  read(): T;
  /**
   * Changes what is kept now, which another tab may have changed. What is returned does it again if that tab has written over
   * it (`kept-lock.ts`): a change that is already in its argument must leave it as it is.
   */
  change(update: (now: T) => T): () => void;
  set(next: T): void;
  /** Hook: the current value, also when another tab changes it. */
  use(): T;
  /** Whether the browser took the last change; before the first one, whether it has a storage at all. In a component. */
  useIsKept(): boolean;
}

/**
 * Keeps a value under `key`. `parse` reads what an earlier visit left (null = nothing) and ignores what it does not know;
 * `form` is what is written, and null takes it away.
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
  // Without a key everything was cleared.
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
    // The browser refuses to read the storage.
    return null;
  }
}

/** False when the storage is refused or full. */
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
