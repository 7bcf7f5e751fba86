import type { Frame, Notice } from '../protocol/frame.ts';
import type { InputError } from '../protocol/result.ts';
import type { ListRow, RowKind, RowTypes } from '../protocol/rows.ts';
import type { Scenario } from '../protocol/scenario.ts';
import type { SessionState } from './session.ts';
import type { AppState, AppStore } from './store.ts';

/**
 * Puts a frame into the session slice, which only this file writes. A frame is applied completely or not at all. A full frame
 * and the frames after it give the same state as one full frame taken at the end.
 */
export function ingestFrame(store: AppStore, frame: Frame): void {
  store.setState((state) => applyFrame(state, frame));
}

/**
 * Returns the state after a frame. Throws when the frame is relative to a frame that the page does not have; the session then
 * sends a full frame.
 */
export function applyFrame(state: AppState, frame: Frame): AppState {
  const old = state.session;
  if (frame.base !== null && (frame.base !== old.seq || frame.run !== old.run)) {
    throw new Error(`frame ${frame.seq} follows ${frame.base}, not ${old.seq}`);
  }
  const fresh = frame.run !== old.run;
  const session: SessionState = {
    ...old,
    status: 'ready',
    errors: [],
    seq: frame.seq,
    run: frame.run,
    cursor: frame.cursor,
    head: frame.head,
    branch: frame.branch,
    playing: frame.playing,
    speed: frame.speed,
    idle: frame.idle,
    motion: frame.motion,
    transports: mergeRows(old.transports, frame, 'transport', fresh),
    jobs: mergeRows(old.jobs, frame, 'job', fresh),
    queues: mergeRows(old.queues, frame, 'queue', fresh),
    messages: mergeRows(old.messages, frame, 'message', fresh),
    deliveries: mergeRows(old.deliveries, frame, 'delivery', fresh),
    lists: mergeLists(old.lists, frame),
    servers: frame.servers ?? (fresh ? [] : old.servers),
    wheel: frame.wheel ?? (fresh ? null : old.wheel),
    mail: frame.mail ?? (fresh ? null : old.mail),
    threads: frame.threads === undefined ? (fresh ? null : old.threads) : frame.threads,
    numbers: frame.numbers === undefined ? (fresh ? new Map() : old.numbers) : new Map(frame.numbers),
    decision: frame.decision,
    events: frame.events,
    skipped: frame.skipped,
    notice: frame.notice ?? (fresh ? null : old.notice),
  };
  if (!fresh || old.opening === null) return { ...state, session };
  return adoptOpened({ ...state, session }, old.opening);
}

/**
 * Applies the first frame of a new run and resets the view. (Otherwise only actions write the view.) With two separate
 * changes, one render would look for the old run's transport in the new run.
 */
function adoptOpened(state: AppState, opened: NonNullable<SessionState['opening']>): AppState {
  const { baseScenarioId: _, ...session } = state.session;
  return {
    session: {
      ...session,
      scenario: opened.scenario,
      opening: null,
      ...(opened.id === undefined ? {} : { baseScenarioId: opened.id }),
    },
    view: {
      ...state.view,
      transport: opened.scenario.view.transport,
      selected: 0,
      agent: 0,
      hovered: 0,
      // In another run, the pinned numbers belong to other messages.
      pinned: [],
      mainPanel: null,
    },
  };
}

/**
 * Merges the rows of one kind. A row with an equal `rev` keeps its object, because a full frame repeats rows that the page
 * has. `fresh` = the first frame of another run, whose revs cannot be compared with the old ones.
 */
function mergeRows<K extends RowKind>(
  old: ReadonlyMap<number, RowTypes[K]>,
  frame: Frame,
  kind: K,
  fresh: boolean,
): ReadonlyMap<number, RowTypes[K]> {
  const rows: RowTypes[K][] = frame.rows[kind];
  const removed = frame.removed[kind];
  const full = frame.base === null;
  if (!full && rows.length === 0 && removed.length === 0) return old;
  const next = full ? new Map<number, RowTypes[K]>() : new Map(old);
  for (const id of removed) next.delete(id);
  let same = full && !fresh && rows.length === old.size;
  for (const row of rows) {
    const before = fresh ? undefined : old.get(row.id);
    const kept = before !== undefined && before.rev === row.rev ? before : row;
    if (kept !== before) same = false;
    next.set(row.id, kept);
  }
  return same ? old : next;
}

/**
 * Merges job lists in columns. When a list has become short enough for rows, its columns stay in the map until the next full
 * frame; nothing reads them.
 */
function mergeLists(old: SessionState['lists'], frame: Frame): SessionState['lists'] {
  const full = frame.base === null;
  if (frame.lists === undefined) return full ? new Map() : old;
  const next: Map<number, ListRow> = full ? new Map() : new Map(old);
  for (const list of frame.lists) next.set(list.id, list);
  return next;
}

/** Records that a scenario was sent to the session. The state takes over the scenario when its first frame arrives. */
export function beginOpening(store: AppStore, scenario: Scenario, id?: string): void {
  const opening = id === undefined ? { scenario } : { scenario, id };
  // Stops the repeated injection of mail, which the reader started for the previous run.
  store.setState(({ session, view }) => ({
    session: { ...session, opening, errors: [] },
    view: { ...view, again: null },
  }));
}

/** Records that the session refused a scenario. An open run stays; without an open run the page shows the errors. */
export function refuseOpening(store: AppStore, errors: readonly InputError[]): void {
  store.setState(({ session }) => ({
    session: { ...session, opening: null, errors, status: session.run === 0 ? 'failed' : session.status },
  }));
}

/** Records that the session is lost for good. The page keeps its last picture and stops playing. */
export function failSession(store: AppStore, text: string): void {
  store.setState(({ session }) => ({
    session: { ...session, status: 'failed', playing: false, notice: { kind: 'crashed', text } },
  }));
}

export function sayNotice(store: AppStore, notice: Notice): void {
  store.setState(({ session }) => ({ session: { ...session, notice } }));
}

export function clearNotice(store: AppStore): void {
  store.setState(({ session }) => (session.notice === null ? {} : { session: { ...session, notice: null } }));
}
