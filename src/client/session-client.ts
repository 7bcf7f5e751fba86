import type { RunTree } from '../protocol/branches.ts';
import type { LiveCommand } from '../protocol/commands.ts';
import type { StopTest } from '../protocol/debug.ts';
import type { Cursor, Frame, Notice, View } from '../protocol/frame.ts';
import { EMPTY_ANSWERS } from '../protocol/questions.ts';
import { NO_SCENARIO, type Result } from '../protocol/result.ts';
import type { RunEdits, SavedRun, SessionApi } from '../protocol/session-api.ts';
import { watchHeart } from './heartbeat.ts';
import { startWorker, type WorkerHandle } from './worker-handle.ts';

/** The session as the page uses it: the worker's, which may crash and come back. */
export interface SessionClient extends SessionApi {
  /** Called once, when the worker cannot be kept alive. */
  onFatal(listener: (text: string) => void): void;
  /** Called when the worker has not answered for five seconds, and when it does again or is replaced. */
  onQuiet(listener: (quiet: boolean) => void): void;
  /** Ends the worker and goes on with another one, from the instant that the page shows. */
  startAgain(): void;
  dispose(): void;
}

/** More crashes than this within the time below, and the page stops trying. */
const RESTARTS_MAX = 3;
const RESTARTS_MS = 30_000;

/** What calls are rejected with when the worker crashes. */
const CRASHED = Symbol('crashed');

/** What the page's end of the wire knows: enough to go on with another worker. */
interface ClientState {
  handle: WorkerHandle;
  /** Each rejects a call that waits for the present worker. */
  waiting: Set<(reason: typeof CRASHED) => void>;
  /** What opens the run again, as it was after the last change. */
  saved: SavedRun | null;
  /** Number of that run in the present worker. */
  savedRun: number;
  cursor: Cursor;
  subscriber: { view: View; sink: (frame: Frame) => Promise<void> | void } | null;
  /** Where playing stops, for the next worker too. */
  stops: StopTest[];
  /** Limit of the keyframes that the reader chose; undefined = the worker's own. */
  memory: number | undefined;
  /** Added to the run numbers of the present worker, which counts from 1 again. */
  runBase: number;
  run: number;
  notice: Notice | null;
  crashes: number[];
  fatal: string;
  onFatal: (text: string) => void;
  /** Ends the watch over the present worker's heart. */
  endWatch: () => void;
  onQuiet: (quiet: boolean) => void;
}

const nothing = (): void => {};
const noSearch = () => ({ running: false, why: 'cancelled', test: -1, hits: 0, at: 0 }) as const;
/** For each call that changes the run, and for no other: it did not happen. */
const refused = (): Result<never> => ({
  ok: false,
  errors: [
    {
      field: 'worker',
      value: 'crashed',
      accepted: 'the same again: the simulation crashed and was started anew',
    },
  ],
});

type Answers = {
  readonly [Name in keyof SessionApi]: (
    state: ClientState,
    ...asked: Parameters<SessionApi[Name]>
  ) => Awaited<ReturnType<SessionApi[Name]>>;
};

/** What each call is answered with when the worker crashes before it answers, or cannot be kept alive. */
const AFTER_CRASH: Answers = {
  open: refused,
  openOwn: refused,
  command: refused,
  switchBranch: refused,
  renameBranch: refused,
  deleteBranch: refused,
  vary: refused,
  play: nothing,
  pause: nothing,
  subscribe: nothing,
  setView: nothing,
  setBreakpoints: nothing,
  fail: nothing,
  step: ({ cursor }) => cursor,
  seek: ({ cursor }) => cursor,
  runUntil: noSearch,
  searchStatus: noSearch,
  travelMemory: () => ({ keyframes: 0, keyframeBytes: 0, limit: 0, logBytes: 0, spread: 1 }),
  ask: (_, name, ...asked) => (EMPTY_ANSWERS[name] as (...given: unknown[]) => never)(...asked),
  save: lastSaved,
  edits: (state) => ({ run: state.savedRun, scenario: null, edits: lastSaved(state) }),
};

/** A call that is answered from the table above when the worker crashes before it answers. */
async function call<Name extends keyof SessionApi>(
  state: ClientState,
  name: Name,
  ...asked: Parameters<SessionApi[Name]>
): Promise<Awaited<ReturnType<SessionApi[Name]>>> {
  type Answer = Awaited<ReturnType<SessionApi[Name]>>;
  if (state.fatal !== '') return AFTER_CRASH[name](state, ...asked);
  const { waiting } = state;
  let crash = (_reason: typeof CRASHED): void => {};
  // A promise of its own: one that all calls waited for beside their answers would hold every answer until it settles.
  const crashed = new Promise<never>((_, reject) => waiting.add((crash = reject)));
  try {
    const ask = state.handle.api[name] as (...given: typeof asked) => Promise<Answer>;
    return await Promise.race([ask(...asked), crashed]);
  } catch (error) {
    if (error === CRASHED) return AFTER_CRASH[name](state, ...asked);
    throw error;
  } finally {
    waiting.delete(crash);
  }
}

/**
 * Starts a worker and keeps it going: when it crashes, another one opens the same run at the instant that the page
 * shows, with a notice, and with it all branches.
 */
export function createSessionClient(start: () => WorkerHandle = startWorker): SessionClient {
  const state = createState(start());
  watch(state, start);
  const names = Object.keys(AFTER_CRASH) as (keyof SessionApi)[];
  const plain = Object.fromEntries(
    names.map((name) => [
      name,
      (...asked: Parameters<SessionApi[typeof name]>) => {
        const answer = call(state, name, ...asked);
        const changesRun = AFTER_CRASH[name] === refused;
        return changesRun ? remember(state, answer as Promise<Result<unknown>>) : answer;
      },
    ]),
  ) as unknown as SessionApi;
  return {
    ...plain,
    async subscribe(view, sink) {
      state.subscriber = { view, sink };
      await subscribe(state);
    },
    async setView(view) {
      if (state.subscriber !== null) state.subscriber.view = view;
      await plain.setView(view);
    },
    async setBreakpoints(tests) {
      state.stops = tests;
      await plain.setBreakpoints(tests);
    },
    async travelMemory(limit) {
      state.memory = limit ?? state.memory;
      return plain.travelMemory(limit);
    },
    onFatal(listener) {
      state.onFatal = listener;
      if (state.fatal !== '') listener(state.fatal);
    },
    onQuiet(listener) {
      state.onQuiet = listener;
    },
    startAgain: () => void restart(state, start, 'it did not answer'),
    dispose() {
      state.endWatch();
      state.handle.terminate();
    },
  };
}

function createState(handle: WorkerHandle): ClientState {
  return {
    handle,
    waiting: new Set(),
    saved: null,
    savedRun: 0,
    cursor: { at: 0, step: 0, event: 0, decision: 0 },
    subscriber: null,
    stops: [],
    memory: undefined,
    runBase: 0,
    run: 0,
    notice: null,
    crashes: [],
    fatal: '',
    onFatal: nothing,
    endWatch: nothing,
    onQuiet: nothing,
  };
}

/**
 * Keeps what is needed to open the run again, after everything that changes it. The scenario comes once for each run: one
 * of a record has 60,000 arrivals.
 */
async function remember<Value>(state: ClientState, asked: Promise<Result<Value>>): Promise<Result<Value>> {
  const result = await asked;
  if (!result.ok) return result;
  const { run, scenario, edits }: RunEdits = await call(state, 'edits', state.savedRun);
  state.saved = { ...edits, scenario: scenario ?? lastSaved(state).scenario };
  state.savedRun = run;
  return result;
}

function lastSaved({ saved, cursor }: ClientState): SavedRun {
  if (saved === null) throw new Error(NO_SCENARIO);
  return { ...saved, cursor };
}

async function subscribe(state: ClientState): Promise<void> {
  const { handle, subscriber } = state;
  if (subscriber === null) return;
  await call(state, 'subscribe', subscriber.view, (frame) => {
    // The last words of a worker that has been replaced.
    if (handle !== state.handle) return undefined;
    const { notice } = state;
    state.notice = null;
    state.cursor = frame.cursor;
    state.run = state.runBase + frame.run;
    return subscriber.sink({ ...frame, run: state.run, ...(notice === null ? {} : { notice }) });
  });
}

function watch(state: ClientState, start: () => WorkerHandle): void {
  const { handle } = state;
  state.waiting = new Set();
  const { heart } = handle;
  state.endWatch = heart === undefined ? nothing : watchHeart(heart, (quiet) => state.onQuiet(quiet));
  handle.onCrash((reason) => {
    if (handle === state.handle) void restart(state, start, reason);
  });
}

async function restart(state: ClientState, start: () => WorkerHandle, reason: string): Promise<void> {
  const now = Date.now();
  state.crashes = [...state.crashes.filter((at) => now - at < RESTARTS_MS), now];
  state.endWatch();
  state.onQuiet(false);
  state.handle.terminate();
  const { waiting } = state;
  const rejectWaiting = (): void => waiting.forEach((reject) => reject(CRASHED));
  if (state.crashes.length > RESTARTS_MAX) {
    state.fatal = `The simulation crashed ${state.crashes.length} times and was stopped (${reason}).`;
    rejectWaiting();
    state.onFatal(state.fatal);
    return;
  }
  state.handle = start();
  state.runBase = state.run;
  state.notice = { kind: 'crashed', text: `The simulation crashed and was started again here (${reason}).` };
  watch(state, start);
  rejectWaiting();
  await subscribe(state);
  const { saved, cursor } = state;
  if (saved === null) return;
  // No run of the new worker is known yet: it counts from 1 again.
  state.savedRun = 0;
  const { live, tree } = treeOf(saved);
  const opened = await remember(
    state,
    call(state, 'open', saved.scenario, live, { step: cursor.step }, tree),
  );
  // Between two steps: nothing has happened there, and the clock is the reader's.
  if (opened.ok && opened.value.at < cursor.at) await call(state, 'seek', { at: cursor.at });
  await call(state, 'setBreakpoints', state.stops);
  if (state.memory !== undefined) await call(state, 'travelMemory', state.memory);
}

/** What opens a saved run again: with branches, the commands of the first one are its own. */
function treeOf({ live, branches, branch }: SavedRun): { live: LiveCommand[]; tree: RunTree | undefined } {
  if (branches === undefined) return { live, tree: undefined };
  return { live: branches[0]?.live ?? [], tree: { branches, branch } };
}
