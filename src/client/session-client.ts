import type { RunTree } from '../protocol/branches.ts';
import type { LiveCommand } from '../protocol/commands.ts';
import type { SavedRun, SessionApi } from '../protocol/session-api.ts';
import { watchHeart } from './heartbeat.ts';
import { call, type ClientState, CRASHED, createState } from './client-state.ts';
import { debugCalls } from './debug-calls.ts';
import { noMemory, nothing, refused } from './instead.ts';
import { askThrough } from './question-calls.ts';
import { runCalls } from './run-calls.ts';
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

/**
 * Starts a worker and keeps it going: when it crashes, another one opens the same run at the instant that the page
 * shows, with a notice, and with it all branches.
 */
export function createSessionClient(start: () => WorkerHandle = startWorker): SessionClient {
  const state = createState(start());
  watch(state, start);
  return {
    ...runCalls(state),
    ask: askThrough(state),
    ...debugCalls(state),
    async subscribe(view, sink) {
      state.subscriber = { view, sink };
      await call(state, (api) => subscribe(state, api), nothing);
    },
    async setView(view) {
      if (state.subscriber !== null) state.subscriber.view = view;
      await call(state, (api) => api.setView(view), nothing);
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
  await call(state, (api) => subscribe(state, api), nothing);
  const { saved, cursor } = state;
  if (saved === null) return;
  const { live, tree } = treeOf(saved);
  const opened = await call(
    state,
    (api) => api.open(saved.scenario, live, { step: cursor.step }, tree),
    refused,
  );
  // Between two steps: nothing has happened there, and the clock is the reader's.
  if (opened.ok && opened.value.at < cursor.at) {
    await call(
      state,
      (api) => api.seek({ at: cursor.at }),
      () => cursor,
    );
  }
  await call(state, (api) => api.stopAt(state.stops), nothing);
  if (state.memory !== undefined) await call(state, (api) => api.travelMemory(state.memory), noMemory);
}

/** What opens a saved run again: with branches, the commands of the first one are its own. */
function treeOf({ live, branches, branch }: SavedRun): { live: LiveCommand[]; tree: RunTree | undefined } {
  if (branches === undefined) return { live, tree: undefined };
  return { live: branches[0]?.live ?? [], tree: { branches, branch } };
}
