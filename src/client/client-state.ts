import type { Cursor, Frame, Notice, View } from '../protocol/frame.ts';
import type { StopTest } from '../protocol/debug.ts';
import type { SavedRun, SessionApi } from '../protocol/session-api.ts';
import type { WorkerHandle } from './worker-handle.ts';

/** What calls are rejected with when the worker crashes. */
export const CRASHED = Symbol('crashed');

const START: Cursor = { at: 0, step: 0, event: 0, decision: 0 };

/** What the page's end of the wire knows: enough to go on with another worker. */
export interface ClientState {
  handle: WorkerHandle;
  /** Each rejects a call that waits for the present worker. */
  waiting: Set<(reason: typeof CRASHED) => void>;
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
  /** Ends the watch over the present worker's heart. */
  endWatch: () => void;
  onQuiet: (quiet: boolean) => void;
}

/** The state around a worker that has just been started and that no heartbeat watches yet. */
export function createState(handle: WorkerHandle): ClientState {
  return {
    handle,
    waiting: new Set(),
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
    endWatch: () => {},
    onQuiet: () => {},
  };
}

/** A call that is answered by `instead` when the worker crashes before it answers. */
export async function call<T>(
  state: ClientState,
  ask: (api: SessionApi) => Promise<T>,
  instead: () => T,
): Promise<T> {
  if (state.fatal !== '') return instead();
  const { waiting } = state;
  let crash = (_reason: typeof CRASHED): void => {};
  // A promise of its own: one that all calls waited for beside their answers would hold every answer until it settles.
  const crashed = new Promise<never>((_, reject) => waiting.add((crash = reject)));
  try {
    return await Promise.race([ask(state.handle.api), crashed]);
  } catch (error) {
    if (error === CRASHED) return instead();
    throw error;
  } finally {
    waiting.delete(crash);
  }
}
