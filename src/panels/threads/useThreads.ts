import type { ThreadId } from '../../protocol/threads.ts';
import { createContext, useContext, useMemo, useState } from 'react';
import { ledgerRows, LEDGER_KINDS, type LedgerRow } from '../../explain/ledger.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type { ThreadLanes } from '../../protocol/thread-lanes.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import type { Actions } from '../../store/actions.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { createPace } from '../kit/pace.ts';
import { ofThisRun, useQuestion } from '../kit/useQuestion.ts';
import type { TimeWindow } from '../../plot/time-window.ts';

/** Largest number of threads of the run queue that are drawn. */
export const QUEUE_SHOWN = 12;
export const QueueShownContext = createContext(QUEUE_SHOWN);

/** Largest number of threads of the stack of waiters that are drawn, from its top. */
export const WAITERS_SHOWN = 3;
export const WaitersShownContext = createContext(WAITERS_SHOWN);

/** The thread that is selected or hovered; 0 = none. All its marks get a ring. */
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

export function useFocus(): ThreadFocus {
  return useContext(FocusContext);
}

/** The focus of one picture. A new run starts without a selected or hovered thread. */
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

/** Milliseconds between two questions while the run plays. */
const EVERY_MS = 120;

/** The answer to a question about the log, asked again when `key` changes. The last answer stays until the next. */
function useLogAnswer<T>(key: string, ask: (actions: Actions) => Promise<T | null>): T | null {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const playing = useApp(({ session, view }) => session.playing || view.scrubbing);
  const [pace] = useState(() => createPace(EVERY_MS));
  return useQuestion<T>(
    run,
    async ({ say }) => {
      const value = await ofThisRun(ask(actions));
      // Show the answer even if the key has changed since: while the run plays, it changes with every frame.
      if (value !== null && value !== undefined) say(value);
      return undefined;
    },
    { again: key, pace, playing },
  );
}

/** Lanes of a group in a time window, up to the end of the known part of the branch. */
export function useLanes(name: string, window: TimeWindow, columns: number): ThreadLanes | null {
  const branch = useSession((session) => session.branch);
  const head = useSession((session) => session.head.event);
  const key = `${name} ${branch} ${head} ${window.from} ${window.to} ${columns}`;
  return useLogAnswer(key, (actions) =>
    columns < 2 ? Promise.resolve(null) : actions.ask('threadLanes', { name, ...window, columns }),
  );
}

/** Events requested before and after the cursor, and how many events the cursor moves until the next request. */
const BEFORE = 500;
const AFTER = 150;
const PAGE = 50;

/** Changes of the count around the cursor, past and known future. */
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
    // The present count and limit are used only until the first record gives them.
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
