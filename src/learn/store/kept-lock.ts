import type { Kept } from '../../store/kept.ts';

/**
 * Changes a stored value, then repeats the change under a lock on `key`, because one of two tabs that write at the same
 * time would lose its change. The first write does not wait for the lock: the page may be closed at any time. Plain http
 * has no locks. A separate file keeps this out of the first load.
 */
export function changeUnderLock<T>(key: string, kept: Kept<T>, update: (now: T) => T): void {
  const again = kept.change(update);
  // oxlint-disable-next-line no-restricted-properties -- looked for
  globalThis.navigator?.locks?.request(key, again).catch(console.error);
}
