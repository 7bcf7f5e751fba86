import type { Kept } from '../../store/kept.ts';

/**
 * Changes a stored value, and applies the change again under a lock on `key`: two tabs that write at the same time would lose one
 * of the changes. The first write does not wait for the lock, because the page may be closed at any time. Plain http has no
 * locks. Apart from `kept.ts`, so that the first load does not carry it.
 */
export function changeUnderLock<T>(key: string, kept: Kept<T>, update: (now: T) => T): void {
  const again = kept.change(update);
  // oxlint-disable-next-line no-restricted-properties -- looked for
  globalThis.navigator?.locks?.request(key, again).catch(console.error);
}
