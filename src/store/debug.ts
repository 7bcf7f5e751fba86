import type { BranchId, StepNumber } from '../protocol/ids.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DebugMarks, MarkedBreakpoint, SearchReport } from '../protocol/debug.ts';
import type { Micros } from '../protocol/units.ts';
import { useRuntime } from './hooks.ts';
import type { AppStore } from './store.ts';

/** Where to stop, with its words. */
export interface Breakpoint extends MarkedBreakpoint {
  id: number;
}

/** A place to come back to: branches have other steps from their fork on. */
export interface Bookmark {
  branch: BranchId;
  step: StepNumber;
  at: Micros;
  note: string;
}

/** What a reader has set up to debug a run. Nothing of it changes the simulation. */
export interface DebugState {
  open: boolean;
  breakpoints: readonly Breakpoint[];
  watches: readonly string[];
  bookmarks: readonly Bookmark[];
  /** How the last search ended, and how it is going while it runs; null = there was none. */
  search: SearchReport | null;
  /** Words for what the search looks for; without a search, why there was none. */
  sought: string;
}

export type DebugStore = StoreApi<DebugState>;

const FIRST_WATCHES: readonly string[] = ['jobs', 'blockers', 'busy', 'level'];

/** One for each page store: a context of its own would be one more provider for every test. */
const STORES = new WeakMap<AppStore, DebugStore>();

/** The debugger's state beside a page's store, made at first use. */
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
  // Steps of another run are other places.
  app.subscribe(({ session: { scenario } }, { session: { scenario: before } }) => {
    if (scenario !== before && scenario?.title !== before?.title)
      made.setState({ bookmarks: [], search: null, sought: '' });
  });
  return made;
}

/** A bookmark at the cursor, or none when there is one. */
export function toggleBookmark(app: AppStore): void {
  const debug = debugStoreOf(app);
  const { cursor, branch } = app.getState().session;
  const { bookmarks } = debug.getState();
  const rest = bookmarks.filter((mark) => mark.step !== cursor.step || mark.branch !== branch);
  const added = { branch, step: cursor.step, at: cursor.at, note: '' };
  const next = rest.length < bookmarks.length ? rest : [...rest, added].toSorted((a, b) => a.step - b.step);
  debug.setState({ bookmarks: next });
}

/** Takes over what a link carried; without it breakpoints and watches stay, and the report of the run before goes. */
export function showMarks(debug: DebugStore, marks: DebugMarks | undefined): void {
  debug.setState({ search: null, sought: '' });
  if (marks === undefined) return;
  debug.setState({
    breakpoints: marks.breakpoints.map((point, i) => ({ ...point, id: i + 1 })),
    watches: marks.watches ?? FIRST_WATCHES,
  });
}

/** What a link would carry now; the same object while nothing of it changes. */
export function useMarks(): DebugMarks {
  const breakpoints = useDebug((state) => state.breakpoints);
  const watches = useDebug((state) => state.watches);
  return useMemo(
    () => ({ breakpoints, watches: watches === FIRST_WATCHES ? null : watches }),
    [breakpoints, watches],
  );
}

/** Reads the debugger's state. */
export function useDebug<T>(selector: (state: DebugState) => T): T {
  return useStore(debugStoreOf(useRuntime().store), selector);
}
