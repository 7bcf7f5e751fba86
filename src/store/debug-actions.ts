import { useMemo } from 'react';
import type { StopTest } from '../protocol/debug.ts';
import type { EventKind } from '../protocol/events.ts';
import type { MessageNumber } from '../protocol/ids.ts';
import { stepOutTest } from '../scenario/step-out.ts';
import type { Bookmark, Breakpoint, DebugStore } from './debug.ts';
import { debugStoreOf, toggleBookmark } from './debug.ts';
import { useRuntime } from './hooks.ts';
import type { Runtime } from './runtime.ts';

export interface DebugActions {
  setOpen(open: boolean): void;
  /** Runs forwards or backwards until one of the tests matches. `text` names what is searched for. */
  until(direction: 1 | -1, tests: readonly StopTest[], text: string): Promise<void>;
  /** Runs to the next (or, backwards, the previous) enabled breakpoint. */
  continue(direction: 1 | -1): Promise<void>;
  /** Runs until the current job leaves the list or the preemption stack; backwards, to where the job entered. */
  out(direction?: 1 | -1): Promise<void>;
  cancel(): Promise<void>;
  /** Runs to the next event about the selected message of the kinds that `messageStop` lists. */
  untilSelected(): Promise<void>;
  /** Adds a breakpoint for the events of `messageStop` and opens the debugger, which lists the breakpoint. */
  breakOnSelected(): void;
  addBreakpoint(text: string, test: StopTest): void;
  changeBreakpoint(id: number, change: Partial<Omit<Breakpoint, 'id'>>): void;
  removeBreakpoint(id: number): void;
  addWatch(text: string): void;
  removeWatch(text: string): void;
  /** Adds a bookmark at the cursor. If the cursor already has a bookmark, removes it. */
  toggleBookmark(): void;
  noteBookmark(mark: Bookmark, note: string): void;
  /** Goes to the bookmark, on the branch where it was set. */
  goToBookmark(mark: Bookmark): Promise<void>;
}

const PROGRESS_MS = 100;

export function createDebugActions(runtime: Runtime): DebugActions {
  const debug = debugStoreOf(runtime.store);
  const { actions, store } = runtime;
  const until: DebugActions['until'] = async (direction, tests, text) => {
    if (tests.length === 0) return;
    debug.setState({ sought: text, search: { running: true, why: '', test: -1, hits: 0, at: 0 } });
    const timer = setInterval(() => {
      void actions.searchStatus().then((search) => {
        if (search.running) debug.setState({ search });
      });
    }, PROGRESS_MS);
    try {
      const search = await actions.runUntil(direction, [...tests]);
      debug.setState({ search });
    } finally {
      clearInterval(timer);
    }
  };
  const marks = markActions(debug, runtime);
  return {
    setOpen: (open) => debug.setState({ open }),
    until,
    async continue(direction) {
      const enabled = debug.getState().breakpoints.filter((point) => point.enabled);
      await until(
        direction,
        enabled.map((point) => point.test),
        enabled.length === 1 ? (enabled[0]?.text ?? '') : 'a breakpoint',
      );
    },
    async out(direction = 1) {
      const current = currentNumber(runtime);
      if (current === 0) {
        debug.setState({ search: null, sought: 'No job is current, so there is nothing to step out of.' });
        return;
      }
      const text = direction === 1 ? `${current} leaves` : `${current} comes`;
      await until(direction, [stepOutTest(current, direction)], text);
    },
    cancel: () => actions.pause(),
    async untilSelected() {
      const { selected } = store.getState().view;
      if (selected > 0) {
        const { text, test } = messageStop(selected);
        await until(1, [test], text);
      }
    },
    breakOnSelected() {
      const { selected } = store.getState().view;
      if (selected > 0) {
        const { text, test } = messageStop(selected);
        marks.addBreakpoint(text, test);
      }
      debug.setState({ open: true });
    },
    ...marks,
    ...bookmarkActions(debug, runtime),
  };
}

/** Makes a test that stops a run when the message gets a turn, preempts, is preempted, is blocked or is finished. */
export function messageStop(message: MessageNumber): { text: string; test: StopTest } {
  const kinds: EventKind[] = ['entry.selected', 'job.preempted', 'job.blocked', 'message.done'];
  return { text: `something happens to ${message}`, test: { event: { kinds, message, destination: '' } } };
}

type BookmarkActions = Pick<DebugActions, 'toggleBookmark' | 'noteBookmark' | 'goToBookmark'>;

function bookmarkActions(debug: DebugStore, { actions, store }: Runtime): BookmarkActions {
  return {
    toggleBookmark: () => toggleBookmark(store),
    noteBookmark(mark, note) {
      const bookmarks = debug.getState().bookmarks.map((one) => (one === mark ? { ...mark, note } : one));
      debug.setState({ bookmarks });
    },
    async goToBookmark({ branch, step, at }) {
      if (branch !== store.getState().session.branch) {
        // Switching fails when the branch of the bookmark has been deleted.
        const switched = await actions.switchBranch(branch);
        if (!switched.ok) return;
      }
      const there = await actions.seek({ step });
      // A bookmark between two steps: go on to its instant, unless that would pass the next step.
      if (there.at < at && (await actions.seek({ at })).step !== step) await actions.seek({ step });
    },
  };
}

type MarkActions = Pick<
  DebugActions,
  'addBreakpoint' | 'changeBreakpoint' | 'removeBreakpoint' | 'addWatch' | 'removeWatch'
>;

function markActions(debug: DebugStore, { actions }: Runtime): MarkActions {
  const set = (breakpoints: readonly Breakpoint[]): void => {
    debug.setState({ breakpoints });
    void actions.setBreakpoints(breakpoints.filter((point) => point.enabled).map((point) => point.test));
  };
  return {
    addBreakpoint(text, test) {
      const { breakpoints } = debug.getState();
      const same = JSON.stringify(test);
      if (breakpoints.some((point) => JSON.stringify(point.test) === same)) return;
      const id = Math.max(0, ...breakpoints.map((point) => point.id)) + 1;
      set([...breakpoints, { id, text, test, enabled: true }]);
    },
    changeBreakpoint: (id, change) =>
      set(debug.getState().breakpoints.map((point) => (point.id === id ? { ...point, ...change } : point))),
    removeBreakpoint: (id) => set(debug.getState().breakpoints.filter((point) => point.id !== id)),
    addWatch(text) {
      const { watches } = debug.getState();
      if (!watches.includes(text)) debug.setState({ watches: [...watches, text] });
    },
    removeWatch: (text) =>
      debug.setState({ watches: debug.getState().watches.filter((watch) => watch !== text) }),
  };
}

function currentNumber({ store }: Runtime): number {
  const { session, view } = store.getState();
  for (const transport of session.transports.values()) {
    if (transport.name === view.transport) return session.jobs.get(transport.current)?.number ?? 0;
  }
  return 0;
}

/** Hook: the debugger's actions. Returns the same object for the life of the page. */
export function useDebugActions(): DebugActions {
  const runtime = useRuntime();
  return useMemo(() => createDebugActions(runtime), [runtime]);
}
