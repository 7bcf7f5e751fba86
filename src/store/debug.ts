import type { BranchId, StepNumber } from '../protocol/ids.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DebugMarks, MarkedBreakpoint, SearchReport } from '../protocol/debug.ts';
import type { Micros } from '../protocol/units.ts';
import { useRuntime } from './hooks.ts';
import type { AppStore } from './store.ts';

export interface Breakpoint extends MarkedBreakpoint {
  id: number;
}

/** A place in the run to return to. It includes the branch, because branches have different steps after their fork. */
export interface Bookmark {
  branch: BranchId;
  step: StepNumber;
  at: Micros;
  note: string;
}

/** The debugger's settings. They never change the simulation. */
export interface DebugState {
  open: boolean;
  breakpoints: readonly Breakpoint[];
  watches: readonly string[];
  bookmarks: readonly Bookmark[];
  /** Report of the running search or, if none is running, of the last one; null before the first search. */
  search: SearchReport | null;
  /** Describes what is searched for or, if no search could start, why not. */
  sought: string;
}

export type DebugStore = StoreApi<DebugState>;

const FIRST_WATCHES: readonly string[] = ['jobs', 'blockers', 'busy', 'level'];

/** The debugger's store of each page store. Not a React context, because tests would then need one more provider. */
const STORES = new WeakMap<AppStore, DebugStore>();

/** Returns the debugger's store of a page. Creates the store at first use. */
export function debugStoreOf(app: AppStore): DebugStore {
  const known = STORES.get(app);
  if (known !== undefined) return known;
  const made: DebugStore = createStore<DebugState>(() => ({
    open: false,
    breakpoints: [],
    watches: FIRST_WATCHES,
    bookmarks: [],
    search: null,
    sought: '',
  }));
  STORES.set(app, made);
  // A bookmark names a step of one run and means nothing in another, so opening another run removes all bookmarks.
  app.subscribe(({ session: { scenario } }, { session: { scenario: before } }) => {
    if (scenario !== before && scenario?.title !== before?.title)
      made.setState({ bookmarks: [], search: null, sought: '' });
  });
  return made;
}

export function toggleBookmark(app: AppStore): void {
  const debug = debugStoreOf(app);
  const { cursor, branch } = app.getState().session;
  const { bookmarks } = debug.getState();
  const rest = bookmarks.filter((mark) => mark.step !== cursor.step || mark.branch !== branch);
  const added = { branch, step: cursor.step, at: cursor.at, note: '' };
  const next = rest.length < bookmarks.length ? rest : [...rest, added].toSorted((a, b) => a.step - b.step);
  debug.setState({ bookmarks: next });
}

/**
 * Applies the breakpoints and watches of a link. If the link has none, the reader's own stay. Always clears the last search.
 */
export function showMarks(debug: DebugStore, marks: DebugMarks | undefined): void {
  debug.setState({ search: null, sought: '' });
  if (marks === undefined) return;
  debug.setState({
    breakpoints: marks.breakpoints.map((point, i) => ({ ...point, id: i + 1 })),
    watches: marks.watches ?? FIRST_WATCHES,
  });
}

/** Hook: the marks to put into a link. Returns the same object while nothing changes. */
export function useMarks(): DebugMarks {
  const breakpoints = useDebug((state) => state.breakpoints);
  const watches = useDebug((state) => state.watches);
  return useMemo(
    () => ({ breakpoints, watches: watches === FIRST_WATCHES ? null : watches }),
    [breakpoints, watches],
  );
}

export function useDebug<T>(selector: (state: DebugState) => T): T {
  return useStore(debugStoreOf(useRuntime().store), selector);
}
