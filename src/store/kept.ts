import { useSyncExternalStore } from 'react';
import { pageStorage } from './store.ts';

/** What the reader has done or chosen, kept on this machine; where nothing may be kept, as long as the page lasts. */
export interface Kept<T> {
  read(): T;
  set(next: T): void;
  /** The same in a component, as it changes. */
  use(): T;
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
  const changed = new EventTarget();
  let known: { value: T } | null = null;
  const read = (): T => {
    if (known !== null) return known.value;
    let text: string | null = null;
    try {
      text = pageStorage()?.getItem(key) ?? null;
    } catch {
      // Nothing may be read.
    }
    known = { value: parse(text) };
    return known.value;
  };
  const subscribe = (listener: () => void): (() => void) => {
    changed.addEventListener('change', listener);
    return () => changed.removeEventListener('change', listener);
  };
  return {
    read,
    set(value) {
      known = { value };
      const text = form(value);
      try {
        if (text === null) pageStorage()?.removeItem(key);
        else pageStorage()?.setItem(key, text);
      } catch {
        // Kept for this visit only.
      }
      changed.dispatchEvent(new Event('change'));
    },
    use: () => useSyncExternalStore(subscribe, read),
  };
}
