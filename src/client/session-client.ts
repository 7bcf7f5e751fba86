import type { RunTree } from '../protocol/branches.ts';
import type { LiveCommand } from '../protocol/commands.ts';
import type { StopTest } from '../protocol/debug.ts';
import type { Cursor, Frame, Notice, View } from '../protocol/frame.ts';
import { EMPTY_ANSWERS } from '../protocol/questions.ts';
import { NO_SCENARIO, type Result } from '../protocol/result.ts';
import type { RunEdits, SavedRun, SessionApi } from '../protocol/session-api.ts';
import { watchHeart } from './heartbeat.ts';
import { startWorker, type WorkerHandle } from './worker-handle.ts';

/** The worker's session as the page uses it. It survives crashes of the worker. */
export interface SessionClient extends SessionApi {
  /** Called once, when the client gives up restarting the worker. */
  onFatal(listener: (text: string) => void): void;
  /** Called with true when the worker has not answered for five seconds, with false when it answers again or is replaced. */
  onQuiet(listener: (quiet: boolean) => void): void;
  /** Replaces the worker; the run continues at the instant the page shows. */
  startAgain(): void;
  dispose(): void;
}

/** The client gives up after more than RESTARTS_MAX crashes within RESTARTS_MS milliseconds. */
const RESTARTS_MAX = 3;
const RESTARTS_MS = 30_000;

/** Pending calls reject with this value when the worker crashes. */
const CRASHED = Symbol('crashed');

interface ClientState {
  handle: WorkerHandle;
  waiting: Set<(reason: typeof CRASHED) => void>;
  /** The run after its last change. A new worker restores the run from it. */
  saved: SavedRun | null;
  /** Number that the current worker gave to the run in `saved`. */
  savedRun: number;
  cursor: Cursor;
  subscriber: { view: View; sink: (frame: Frame) => Promise<void> | void } | null;
  /** Breakpoints, to be sent to a new worker. */
  stops: StopTest[];
  /** Keyframe limit chosen by the reader; undefined = the worker's default. */
  memory: number | undefined;
  /** Added to the run numbers of the current worker, because each worker counts runs from 1. */
  runBase: number;
  run: number;
  notice: Notice | null;
  crashes: number[];
  fatal: string;
  onFatal: (text: string) => void;
  endWatch: () => void;
  onQuiet: (quiet: boolean) => void;
}

const nothing = (): void => {};
const noSearch = () => ({ running: false, why: 'cancelled', test: -1, hits: 0, at: 0 }) as const;
/** After a crash: the answer "nothing happened". Only calls that change the run get this answer, as `changesRun` expects. */
const refused = (): Result<never> => ({
  ok: false,
  errors: [
    {
      field: 'worker',
      value: 'crashed',
      accepted: 'another try, because the simulation crashed and was restarted',
    },
  ],
});

type Answers = {
  readonly [Name in keyof SessionApi]: (
    state: ClientState,
    ...asked: Parameters<SessionApi[Name]>
  ) => Awaited<ReturnType<SessionApi[Name]>>;
};

/** Answer to each call when the worker crashes before it answers, or when it is not restarted any more. */
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
  holdClock: nothing,
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

/** Calls the worker. If it crashes, returns the entry of `AFTER_CRASH` instead. */
async function call<Name extends keyof SessionApi>(
  state: ClientState,
  name: Name,
  ...asked: Parameters<SessionApi[Name]>
): Promise<Awaited<ReturnType<SessionApi[Name]>>> {
  type Answer = Awaited<ReturnType<SessionApi[Name]>>;
  if (state.fatal !== '') return AFTER_CRASH[name](state, ...asked);
  const { waiting } = state;
  let crash = (_reason: typeof CRASHED): void => {};
  // Each call has its own promise: a race against one shared promise would keep every answer in memory until the shared
  // promise settles.
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
 * Starts a worker and restarts it after a crash. The new worker opens the same run, with all branches, at the instant that
 * the page shows, and the page gets a notice.
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
 * Saves the state of the run after each change. The scenario is transferred only once per run, because the scenario of a
 * record may have 60,000 arrivals.
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
  state.notice = { kind: 'crashed', text: `The simulation crashed and was restarted here (${reason}).` };
  watch(state, start);
  rejectWaiting();
  await subscribe(state);
  const { saved, cursor } = state;
  if (saved === null) return;
  // The new worker has no run yet.
  state.savedRun = 0;
  const { live, tree } = treeOf(saved);
  const opened = await remember(
    state,
    call(state, 'open', saved.scenario, live, { step: cursor.step }, tree),
  );
  // The cursor was between two steps, so seek from the step to the instant, too.
  if (opened.ok && opened.value.at < cursor.at) await call(state, 'seek', { at: cursor.at });
  await call(state, 'setBreakpoints', state.stops);
  if (state.memory !== undefined) await call(state, 'travelMemory', state.memory);
}

/** Arguments that reopen a saved run. With branches, the live commands are those of the first branch. */
function treeOf({ live, branches, branch }: SavedRun): { live: LiveCommand[]; tree: RunTree | undefined } {
  if (branches === undefined) return { live, tree: undefined };
  return { live: branches[0]?.live ?? [], tree: { branches, branch } };
}
