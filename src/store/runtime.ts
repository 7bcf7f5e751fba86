import { createReader, type Reader } from '../client/reader.ts';
import { startReadingThread } from '../client/reading-thread.ts';
import type { SessionApi } from '../protocol/session-api.ts';
import { createActions, type Actions } from './actions.ts';
import { failSession, ingestFrame } from './ingest.ts';
import { pageIdle, type IdleTracker } from './idle.ts';
import { streamView } from './look-actions.ts';
import { createAppStore, pageStorage, type AppStore } from './store.ts';
import type { PreferenceStorage } from './view.ts';

/** What the page needs for one run: its state, its actions and the idle signal. */
export interface Runtime {
  store: AppStore;
  actions: Actions;
  idle: IdleTracker;
  reader: Reader;
  quiet: Quiet;
}

/** Tells whether the worker has stopped answering, and can replace it. */
export interface Quiet {
  readonly now: boolean;
  subscribe(listener: () => void): () => void;
  startAgain(): void;
  /** Hides the report until the worker answers and then stops answering again. */
  wait(): void;
}

export interface RuntimeOptions {
  storage?: PreferenceStorage | null;
  idle?: IdleTracker;
  reader?: Reader;
}

/** A session of the page. Only a session in a worker can be lost, so the members for that are optional. */
export type RuntimeSession = SessionApi & {
  onFatal?: (listener: (text: string) => void) => void;
  onQuiet?: (listener: (quiet: boolean) => void) => void;
  startAgain?: () => void;
};

/**
 * Connects a session (in a worker through `client/session-client.ts`, or in the same thread) to a new store. Opens no run:
 * call `actions.openScenario`.
 */
export function createRuntime(session: RuntimeSession, options: RuntimeOptions = {}): Runtime {
  const store = createAppStore(options.storage === undefined ? pageStorage() : options.storage);
  const idle = options.idle ?? pageIdle;
  const actions = createActions(store, session, idle);
  session.onFatal?.((text) => {
    failSession(store, text);
    idle.setPlaying(false);
    idle.frameIngested();
  });
  void session.subscribe(streamView(store.getState().view), (frame) => {
    ingestFrame(store, frame);
    idle.setPlaying(frame.playing);
    idle.frameIngested();
  });
  const reader = options.reader ?? createReader(startReadingThread);
  return { store, actions, idle, reader, quiet: quietOf(session) };
}

function quietOf(session: RuntimeSession): Quiet {
  let now = false;
  const listeners = new Set<() => void>();
  const set = (quiet: boolean): void => {
    now = quiet;
    for (const listener of listeners) listener();
  };
  session.onQuiet?.(set);
  return {
    get now() {
      return now;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    startAgain: () => session.startAgain?.(),
    wait: () => set(false),
  };
}
