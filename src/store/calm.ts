import type { AppState, AppStore } from './store.ts';

/** Often enough to see where one is going, seldom enough that the picture under the hand has the time. */
const CALM_MS = 250;

/**
 * The store for what stands beside the picture: while the cursor is dragged it follows a few times a second, else at once.
 * It holds what it said last until it says something new, so that what is rendered never disagrees with itself.
 */
export function calmStore(store: AppStore): AppStore {
  const listeners = new Set<(now: AppState, before: AppState) => void>();
  let shown = store.getState();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = (): void => {};
  const tell = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const before = shown;
    shown = store.getState();
    for (const listener of listeners) listener(shown, before);
  };
  return {
    ...store,
    getState() {
      if (!store.getState().view.scrubbing) shown = store.getState();
      return shown;
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1)
        stop = store.subscribe((now) => {
          if (now.view.scrubbing) timer ??= setTimeout(tell, CALM_MS);
          else tell();
        });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop();
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
}
