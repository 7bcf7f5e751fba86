import type { Kept } from './kept.ts';

/**
 * Changes what is kept, and looks at it again while no other tab writes under `key`: two tabs that wrote at the same time both
 * had read before. It is written before the lock is there, because the page may be left at any time. Pages that came by plain
 * http have no locks.
 */
export function changeUnderLock<T>(key: string, kept: Kept<T>, update: (now: T) => T): void {
  const again = kept.change(update);
  // oxlint-disable-next-line no-restricted-properties -- looked for
  globalThis.navigator?.locks?.request(key, again).catch(console.error);
}
