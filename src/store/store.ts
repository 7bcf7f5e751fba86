import { createStore, type StoreApi } from 'zustand/vanilla';
import { initialSession, type SessionState } from './session.ts';
import {
  initialView,
  loadPreferences,
  savePreferences,
  type PreferenceStorage,
  type ViewState,
} from './view.ts';

/** State of the page in two slices with one writer each: `ingest.ts` writes `session`, actions write `view`. */
export interface AppState {
  session: SessionState;
  view: ViewState;
}

export type AppStore = StoreApi<AppState>;

/** Creates a store without a run and loads the stored preferences. `storage` null = preferences are not stored. */
export function createAppStore(storage: PreferenceStorage | null = null): AppStore {
  const store: AppStore = createStore<AppState>(() => ({
    session: initialSession(),
    view: { ...initialView(), ...loadPreferences(storage) },
  }));
  store.subscribe((now, before) => {
    if (now.view !== before.view) savePreferences(storage, now.view, before.view);
  });
  return store;
}

/**
 * Returns `localStorage`. Null if cookies are blocked, in Node, or if the page is embedded in another page and so stores
 * nothing (`public/theme.js` sets `data-embed` before anything else runs).
 */
export function pageStorage(): Storage | null {
  try {
    if (document.documentElement.dataset['embed'] !== undefined) return null;
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
