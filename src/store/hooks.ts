import { createContext, createElement, useContext, type ReactNode } from 'react';
import { useStore } from 'zustand/react';
import type { Actions } from './actions.ts';
import type { Runtime } from './runtime.ts';
import type { SessionState } from './session.ts';
import type { AppState, AppStore } from './store.ts';
import type { ViewState } from './view.ts';

/** The runtime of a part of the page. It is a context, not global: tests and the compare view show two runs on one page. */
const RuntimeContext = createContext<Runtime | null>(null);

/** The store that panels read; null = the runtime's own store. */
const ShownContext = createContext<AppStore | null>(null);

/** Makes its children read `store`: a throttled copy of the runtime's store (`throttled-store.ts`). */
export function ShownProvider(props: { store: AppStore; children: ReactNode }): ReactNode {
  return createElement(ShownContext, { value: props.store }, props.children);
}

export function RuntimeProvider(props: { runtime: Runtime; children: ReactNode }): ReactNode {
  return createElement(RuntimeContext, { value: props.runtime }, props.children);
}

/** Hook: the runtime itself, for code that reads state without rendering on changes. Throws without a provider. */
export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext);
  if (runtime === null) throw new Error('no RuntimeProvider');
  return runtime;
}

/** Hook: selects from the whole state. The selector must return the same reference for the same state (`selectors.ts`). */
export function useApp<T>(selector: (state: AppState) => T): T {
  const { store } = useRuntime();
  return useStore(useContext(ShownContext) ?? store, selector);
}

export function useSession<T>(selector: (session: SessionState) => T): T {
  return useApp((state) => selector(state.session));
}

export function useView<T>(selector: (view: ViewState) => T): T {
  return useApp((state) => selector(state.view));
}

export function useActions(): Actions {
  return useRuntime().actions;
}
