import type { Cursor } from '../protocol/frame.ts';
import { NO_SCENARIO, type Result } from '../protocol/result.ts';
import type { SavedRun, SessionApi } from '../protocol/session-api.ts';
import { call, type ClientState } from './client-state.ts';
import { nothing, refused } from './instead.ts';

type RunCalls = Pick<
  SessionApi,
  | 'open'
  | 'openOwn'
  | 'play'
  | 'pause'
  | 'step'
  | 'seek'
  | 'command'
  | 'switchBranch'
  | 'renameBranch'
  | 'deleteBranch'
  | 'vary'
  | 'save'
>;

/** Calls that open, move or change the run. What changes it is kept, so that another worker can open it again. */
export function runCalls(state: ClientState): RunCalls {
  const at = (): Cursor => state.cursor;
  const change = async (ask: (api: SessionApi) => Promise<Result<Cursor>>): Promise<Result<Cursor>> =>
    remember(state, await call(state, ask, refused));
  return {
    open: (scenario, live, cursor, tree) => change((api) => api.open(scenario, live, cursor, tree)),
    openOwn: (scenario, cursor) => change((api) => api.openOwn(scenario, cursor)),
    play: (...how) => call(state, (api) => api.play(...how), nothing),
    pause: () => call(state, (api) => api.pause(), nothing),
    step: (unit, direction) => call(state, (api) => api.step(unit, direction), at),
    seek: (target) => call(state, (api) => api.seek(target), at),
    command: (command) => change((api) => api.command(command)),
    switchBranch: (id) => change((api) => api.switchBranch(id)),
    renameBranch: (id, name) => change((api) => api.renameBranch(id, name)),
    deleteBranch: (id) => change((api) => api.deleteBranch(id)),
    async vary(variation) {
      const varied = await call<Result<number>>(state, (api) => api.vary(variation), refused);
      if (varied.ok) await remember(state, { ok: true, value: state.cursor });
      return varied;
    },
    async save() {
      state.saved = await save(state);
      return state.saved;
    },
  };
}

/** Keeps what is needed to open the run again, after everything that changes it. */
async function remember(state: ClientState, result: Result<Cursor>): Promise<Result<Cursor>> {
  if (result.ok) state.saved = await save(state);
  return result;
}

function save(state: ClientState): Promise<SavedRun> {
  return call(
    state,
    (api) => api.save(),
    () => lastSaved(state),
  );
}

function lastSaved(state: ClientState): SavedRun {
  if (state.saved === null) throw new Error(NO_SCENARIO);
  return { ...state.saved, cursor: state.cursor };
}
