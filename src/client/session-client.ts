import type { RunTree } from '../protocol/branches.ts';
import type { LiveCommand } from '../protocol/commands.ts';
import type { LogPage, SearchReport, StopTest, TravelMemory } from '../protocol/debug.ts';
import type { Cursor, Frame, Notice, View } from '../protocol/frame.ts';
import type { AgeTable } from '../protocol/inspect.ts';
import type { Result } from '../protocol/result.ts';
import type { Studies } from '../protocol/studies.ts';
import type { SavedRun, SessionApi } from '../protocol/session-api.ts';
import { startWorker, type WorkerHandle } from './worker-handle.ts';

/** The session as the page uses it: the worker's, which may crash and come back. */
export interface SessionClient extends SessionApi {
  /** Called once, when the worker cannot be kept alive. */
  onFatal(listener: (text: string) => void): void;
  dispose(): void;
}

/** More crashes than this within the time below, and the page stops trying. */
const RESTARTS_MAX = 3;
const RESTARTS_MS = 30_000;

const START: Cursor = { at: 0, step: 0, event: 0, decision: 0 };
const CRASHED = Symbol('crashed');

interface ClientState {
  handle: WorkerHandle;
  /** Rejects the calls that wait when the worker crashes. */
  crash: (reason: typeof CRASHED) => void;
  crashed: Promise<never>;
  saved: SavedRun | null;
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
}

/**
 * Starts a worker and keeps it going: when it crashes, another one opens the same run at the instant that the page
 * shows, with a notice, and with it all branches.
 */
export function createSessionClient(start: () => WorkerHandle = startWorker): SessionClient {
  const state: ClientState = {
    handle: start(),
    crash: () => {},
    crashed: new Promise(() => {}),
    saved: null,
    cursor: START,
    subscriber: null,
    stops: [],
    memory: undefined,
    runBase: 0,
    run: 0,
    notice: null,
    crashes: [],
    fatal: '',
    onFatal: () => {},
  };
  watch(state, start);
  const at = (): Cursor => state.cursor;
  return {
    async open(scenario, live, cursor, tree) {
      const opened = await call(state, (api) => api.open(scenario, live, cursor, tree), refused);
      return remember(state, opened);
    },
    async subscribe(view, sink) {
      state.subscriber = { view, sink };
      await call(state, (api) => subscribe(state, api), nothing);
    },
    async setView(view) {
      if (state.subscriber !== null) state.subscriber.view = view;
      await call(state, (api) => api.setView(view), nothing);
    },
    play: (speed, by) => call(state, (api) => api.play(speed, by), nothing),
    pause: () => call(state, (api) => api.pause(), nothing),
    step: (unit, direction) => call(state, (api) => api.step(unit, direction), at),
    seek: (target) => call(state, (api) => api.seek(target), at),
    command: async (command) => remember(state, await call(state, (api) => api.command(command), refused)),
    switchBranch: async (id) => remember(state, await call(state, (api) => api.switchBranch(id), refused)),
    renameBranch: async (id, name) =>
      remember(state, await call(state, (api) => api.renameBranch(id, name), refused)),
    deleteBranch: async (id) => remember(state, await call(state, (api) => api.deleteBranch(id), refused)),
    async vary(variation) {
      const varied = await call<Result<number>>(state, (api) => api.vary(variation), refused);
      if (varied.ok) await remember(state, { ok: true, value: state.cursor });
      return varied;
    },
    study: (kind, question) =>
      call<Studies[typeof kind]['answer']>(state, (api) => api.study(kind, question), nobody),
    timeline: (from, to, parts, wakeUps) =>
      call(
        state,
        (api) => api.timeline(from, to, parts, wakeUps),
        () => ({ from, to, counts: [], marks: [], branches: [] }),
      ),
    candidates: (decision) => call(state, (api) => api.candidates(decision), none),
    why: (question) =>
      call(
        state,
        (api) => api.why(question),
        () => ({ question, reasons: [{ rule: 'unknown' }], cached: false }),
      ),
    feedback: (transport, destination, limit) =>
      call(state, (api) => api.feedback(transport, destination, limit), nobody),
    message: (number) => call(state, (api) => api.message(number), nobody),
    messageEvents: (number, limit) => call(state, (api) => api.messageEvents(number, limit), none),
    ages: (queues, first) => call(state, (api) => api.ages(queues, first), noAges),
    memory: () =>
      call(
        state,
        (api) => api.memory(),
        () => ({ minimum: 0, messages: [], others: 0, unread: 0, pools: [] }),
      ),
    wheel: (question) => call(state, (api) => api.wheel(question), nobody),
    threadLanes: (question) => call(state, (api) => api.threadLanes(question), nobody),
    lab: () => call(state, (api) => api.lab(), nobody),
    decisions: (from, to) => call(state, (api) => api.decisions(from, to), none),
    events: (from, to, kinds) => call(state, (api) => api.events(from, to, kinds), none),
    until: (direction, tests) => call(state, (api) => api.until(direction, tests), noSearch),
    search: () => call(state, (api) => api.search(), noSearch),
    async stopAt(tests) {
      state.stops = tests;
      await call(state, (api) => api.stopAt(tests), nothing);
    },
    evaluate: (texts) => call(state, (api) => api.evaluate(texts), none),
    scan: (request) => call(state, (api) => api.scan(request), nobody),
    async travelMemory(limit) {
      state.memory = limit ?? state.memory;
      return call(state, (api) => api.travelMemory(limit), noMemory);
    },
    fail: (how) => call(state, (api) => api.fail(how), nothing),
    log: (filter, from, count) => call(state, (api) => api.log(filter, from, count), noLog),
    save: () =>
      call(
        state,
        (api) => api.save(),
        () => lastSaved(state),
      ),
    hash: () =>
      call(
        state,
        (api) => api.hash(),
        () => '',
      ),
    onFatal(listener) {
      state.onFatal = listener;
      if (state.fatal !== '') listener(state.fatal);
    },
    dispose: () => state.handle.terminate(),
  };
}

function nothing(): void {}
function none(): never[] {
  return [];
}
function nobody(): null {
  return null;
}
function noAges(): AgeTable {
  return { bounds: [], rows: [], others: 0, total: { total: 0, buckets: [] } };
}
function noSearch(): SearchReport {
  return { running: false, why: 'cancelled', test: -1, hits: 0, at: 0 };
}
function noMemory(): TravelMemory {
  return { keyframes: 0, keyframeBytes: 0, limit: 0, logBytes: 0, spread: 1 };
}
function noLog(): LogPage {
  return { total: 0, all: 0, looked: 0, from: 0, rows: [], current: -1, kinds: [], marks: [] };
}
function refused(): Result<never> {
  const accepted = 'the same again: the simulation crashed and was started anew';
  return { ok: false, errors: [{ field: 'worker', value: 'crashed', accepted }] };
}

/** A call that is answered by `instead` when the worker crashes before it answers. */
async function call<T>(
  state: ClientState,
  ask: (api: SessionApi) => Promise<T>,
  instead: () => T,
): Promise<T> {
  if (state.fatal !== '') return instead();
  try {
    return await Promise.race([ask(state.handle.api), state.crashed]);
  } catch (error) {
    if (error === CRASHED) return instead();
    throw error;
  }
}

/** Keeps what is needed to open the run again, after everything that changes it. */
async function remember(state: ClientState, result: Result<Cursor>): Promise<Result<Cursor>> {
  if (result.ok)
    state.saved = await call(
      state,
      (api) => api.save(),
      () => lastSaved(state),
    );
  return result;
}

function lastSaved(state: ClientState): SavedRun {
  if (state.saved === null) throw new Error('no scenario is open');
  return { ...state.saved, cursor: state.cursor };
}

function subscribe(state: ClientState, api: SessionApi): Promise<void> {
  if (state.subscriber === null) return Promise.resolve();
  const { handle, subscriber } = state;
  return api.subscribe(subscriber.view, (frame) => {
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
  state.crashed = new Promise((_, reject) => {
    state.crash = reject;
  });
  // Without a call waiting nobody would handle it.
  state.crashed.catch(nothing);
  handle.onCrash((reason) => {
    if (handle === state.handle) void restart(state, start, reason);
  });
}

async function restart(state: ClientState, start: () => WorkerHandle, reason: string): Promise<void> {
  const now = Date.now();
  state.crashes = [...state.crashes.filter((at) => now - at < RESTARTS_MS), now];
  state.handle.terminate();
  const rejectWaiting = state.crash;
  if (state.crashes.length > RESTARTS_MAX) {
    state.fatal = `The simulation crashed ${state.crashes.length} times and was stopped (${reason}).`;
    rejectWaiting(CRASHED);
    state.onFatal(state.fatal);
    return;
  }
  state.handle = start();
  state.runBase = state.run;
  state.notice = { kind: 'crashed', text: `The simulation crashed and was started again here (${reason}).` };
  watch(state, start);
  rejectWaiting(CRASHED);
  await call(state, (api) => subscribe(state, api), nothing);
  const { saved, cursor } = state;
  if (saved === null) return;
  const { live, tree } = treeOf(saved);
  await call(state, (api) => api.open(saved.scenario, live, { step: cursor.step }, tree), refused);
  await call(state, (api) => api.stopAt(state.stops), nothing);
  if (state.memory !== undefined) await call(state, (api) => api.travelMemory(state.memory), noMemory);
}

/** What opens a saved run again: with branches, the commands of the first one are its own. */
function treeOf({ live, branches, branch }: SavedRun): { live: LiveCommand[]; tree: RunTree | undefined } {
  if (branches === undefined) return { live, tree: undefined };
  return { live: branches[0]?.live ?? [], tree: { branches, branch } };
}
