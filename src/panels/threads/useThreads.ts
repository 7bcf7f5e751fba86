import type { ThreadId } from '../../protocol/threads.ts';
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { ledgerRows, LEDGER_KINDS, type LedgerRow } from '../../explain/ledger.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type { ThreadLanes } from '../../protocol/thread-lanes.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import type { Actions } from '../../store/actions.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { pageIdle } from '../../store/idle.ts';
import type { TimeWindow } from './time-scale.ts';

/** Threads of the run queue that are drawn; more of them are a number. */
export const QUEUE_SHOWN = 12;
export const QueueShownContext = createContext(QUEUE_SHOWN);

/** Threads of the stack of waiters that are drawn, from its top. */
export const WAITERS_SHOWN = 3;
export const WaitersShownContext = createContext(WAITERS_SHOWN);

/** Which thread the reader looks at: all its marks get the ink ring. 0 = none. */
export interface ThreadFocus {
  selected: number;
  hovered: number;
  select: (thread: ThreadId) => void;
  hover: (thread: ThreadId) => void;
}

export const FocusContext = createContext<ThreadFocus>({
  selected: 0,
  hovered: 0,
  select: () => {},
  hover: () => {},
});

/** The focus of the main panel around. */
export function useFocus(): ThreadFocus {
  return useContext(FocusContext);
}

/** A focus of its own: another run starts without one. */
export function useThreadFocus(): ThreadFocus {
  const run = useSession((session) => session.run);
  const [choice, setChoice] = useState({ run: 0, selected: 0 });
  const [hovered, setHovered] = useState(0);
  const selected = choice.run === run ? choice.selected : 0;
  return useMemo(
    () => ({
      selected,
      hovered,
      select: (thread) => setChoice({ run, selected: thread === selected ? 0 : thread }),
      hover: setHovered,
    }),
    [run, selected, hovered],
  );
}

/** Least time between two questions while the run plays. */
const EVERY_MS = 120;

/**
 * The answer to a question about the log, asked again when `key` changes; one question is under way at a time, and the
 * last answer stays until the next, so that the picture never blinks.
 */
function useLogAnswer<T>(key: string, ask: (actions: Actions) => Promise<T | null>): T | null {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const [answer, setAnswer] = useState<{ run: number; value: T } | null>(null);
  const question = useRef(ask);
  const flight = useRef({ busy: false, stale: false, asked: 0 });
  const [again, setAgain] = useState(0);
  useEffect(() => {
    question.current = ask;
  });
  useEffect(() => {
    const state = flight.current;
    if (state.busy) {
      state.stale = true;
      return undefined;
    }
    const wait = Math.max(0, state.asked + EVERY_MS - performance.now());
    // The page is not idle while a question only waits to be asked.
    const answered = pageIdle.begin();
    let asked = false;
    const timer = setTimeout(() => {
      asked = true;
      state.busy = true;
      state.asked = performance.now();
      question
        .current(actions)
        .then((value) => {
          if (value !== null) setAnswer({ run, value });
          pageIdle.frameIngested();
        })
        // The run was replaced under the question: its next state asks again.
        .catch(() => {})
        .finally(() => {
          state.busy = false;
          if (state.stale) {
            state.stale = false;
            setAgain((n) => n + 1);
          }
          answered();
        });
    }, wait);
    return () => {
      clearTimeout(timer);
      if (!asked) answered();
    };
  }, [actions, run, key, again]);
  return answer !== null && answer.run === run ? answer.value : null;
}

/** Lanes of a group over a window, as far as the branch is known. */
export function useLanes(name: string, window: TimeWindow, columns: number): ThreadLanes | null {
  const branch = useSession((session) => session.branch);
  const head = useSession((session) => session.head.event);
  const key = `${name} ${branch} ${head} ${window.from} ${window.to} ${columns}`;
  return useLogAnswer(key, (actions) =>
    columns < 2 ? Promise.resolve(null) : actions.ask('threadLanes', { name, ...window, columns }),
  );
}

/** Events looked at before and after the cursor, and how far the cursor moves before others are asked for. */
const BEFORE = 500;
const AFTER = 150;
const PAGE = 50;

/** The ledger round the cursor: what has happened, and what is known to come. */
export function useLedger(row: ThreadsRow): LedgerRow[] {
  const branch = useSession((session) => session.branch);
  const head = useSession((session) => session.head.event);
  const page = useSession((session) => Math.floor(session.cursor.event / PAGE));
  const from = Math.max(1, page * PAGE - BEFORE);
  const to = (page + 1) * PAGE + AFTER;
  const key = `${row.name} ${branch} ${Math.min(head, to)} ${from} ${to}`;
  const records = useLogAnswer<EventRecord[]>(key, (actions) =>
    actions.ask('events', from, to, [...LEDGER_KINDS]),
  );
  const { group, source } = row;
  const name = group?.name ?? '';
  return useMemo(
    () =>
      ledgerRows(records ?? [], {
        group: name,
        source: source.name,
        runnable: group?.runnable ?? 0,
        limit: group?.limit ?? 0,
      }),
    // What the group is now only stands in until its first record says it.
    // oxlint-disable-next-line react/exhaustive-deps
    [records, name, source.name],
  );
}

/** The last row at or before the cursor. */
export function useRowNow(rows: readonly LedgerRow[]): LedgerRow | undefined {
  const at = useSession((session) => session.cursor.at);
  const event = useSession((session) => session.cursor.event);
  return rows.findLast((row) => row.at <= at && row.first <= event);
}
