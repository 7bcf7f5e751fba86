import { createContext, createElement, useContext, type ReactNode } from 'react';
import { useStore } from 'zustand/react';
import type { Actions } from './actions.ts';
import type { Runtime } from './runtime.ts';
import type { SessionState } from './session.ts';
import type { AppState, AppStore } from './store.ts';
import type { ViewState } from './view.ts';

/**
 * A context instead of a module's global store: a test, and the compare view, can put two runs on one page.
 */
const RuntimeContext = createContext<Runtime | null>(null);

/** What panels read instead of the store itself; null = the store. */
const ShownContext = createContext<AppStore | null>(null);

/** Has the components below it read `store`, which follows that of the runtime in its own time (`calm.ts`). */
export function ShownProvider(props: { store: AppStore; children: ReactNode }): ReactNode {
  return createElement(ShownContext, { value: props.store }, props.children);
}

/** Gives the components below it the store and the actions. */
export function RuntimeProvider(props: { runtime: Runtime; children: ReactNode }): ReactNode {
  return createElement(RuntimeContext, { value: props.runtime }, props.children);
}

/** The store with its actions, for the rare place that must read state without rendering on its changes. */
export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext);
  if (runtime === null) throw new Error('no RuntimeProvider');
  return runtime;
}

/** Reads both slices. The selector must return the same reference for the same state (see `selectors.ts`). */
export function useApp<T>(selector: (state: AppState) => T): T {
  const { store } = useRuntime();
  return useStore(useContext(ShownContext) ?? store, selector);
}

/** Reads the session slice. */
export function useSession<T>(selector: (session: SessionState) => T): T {
  return useApp((state) => selector(state.session));
}

/** Reads the view slice. */
export function useView<T>(selector: (view: ViewState) => T): T {
  return useApp((state) => selector(state.view));
}

/** The actions; the same object for the life of the page. */
export function useActions(): Actions {
  return useRuntime().actions;
}
