import { createStore, type StoreApi } from 'zustand/vanilla';
import { initialSession, type SessionState } from './session.ts';
import {
  initialView,
  loadPreferences,
  savePreferences,
  type PreferenceStorage,
  type ViewState,
} from './view.ts';

/** All state of the page. Two slices with one writer each: `ingest.ts` and `actions.ts`. */
export interface AppState {
  session: SessionState;
  view: ViewState;
}

export type AppStore = StoreApi<AppState>;

/** A store with nothing opened and the preferences of earlier visits; `storage` null = no memory. */
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
 * `localStorage`, or null where reading it throws (blocked cookies), where it does not exist (tests in Node), and in a view
 * inside another page, which keeps nothing (public/theme.js marks it before anything else runs).
 */
export function pageStorage(): Storage | null {
  try {
    if (document.documentElement.dataset['embed'] !== undefined) return null;
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
