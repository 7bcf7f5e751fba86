import type { RealMillis } from '../protocol/units.ts';
import type { AppState, AppStore } from './store.ts';

/** Update interval while the cursor is dragged, in milliseconds. Long enough that the stage keeps its frame rate. */
const DRAGGED_MS: RealMillis = 250;
/**
 * Update interval while playing, in milliseconds. Figures change faster than a reader could read them, but most frames draw
 * only the stage.
 */
const PLAYING_MS: RealMillis = 80;

/** Returns the update interval in the present state; 0 = update immediately. */
const restOf = ({ session, view }: AppState): RealMillis =>
  view.scrubbing ? DRAGGED_MS : session.playing ? PLAYING_MS : 0;

/**
 * Makes a throttled store for panels beside the stage. While the cursor is dragged or the run plays, it updates a few times a
 * second; otherwise immediately. The reader's own changes during play are also shown immediately. `getState` returns the last
 * published state until the next update, so that all components render the same state.
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
