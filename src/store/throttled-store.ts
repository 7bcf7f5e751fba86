import type { RealMillis } from '../protocol/units.ts';
import type { AppState, AppStore } from './store.ts';

/** Often enough to see where one is going, seldom enough that the picture under the hand has the time. */
const DRAGGED_MS: RealMillis = 250;
/** Faster than figures can be read, and of ten pictures eight are of the stage alone. */
const PLAYING_MS: RealMillis = 80;

/** How long what was said stands before something new is; 0 = at once. */
const restOf = ({ session, view }: AppState): RealMillis =>
  view.scrubbing ? DRAGGED_MS : session.playing ? PLAYING_MS : 0;

/**
 * The store for what stands beside the picture: while the cursor is dragged or the run plays it follows a few times a
 * second, else at once, and at once what the reader does. It holds what it said last until it says something new, so that
 * what is rendered never disagrees with itself.
 */
export function throttledStore(store: AppStore): AppStore {
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
      if (restOf(store.getState()) === 0) shown = store.getState();
      return shown;
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1)
        stop = store.subscribe((now, before) => {
          const rest = restOf(now);
          if (rest === 0 || (rest === PLAYING_MS && now.view !== before.view)) tell();
          else timer ??= setTimeout(tell, rest);
        });
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
}
