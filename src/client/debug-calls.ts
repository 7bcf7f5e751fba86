import type { SessionApi } from '../protocol/session-api.ts';
import { call, type ClientState } from './client-state.ts';
import { noMemory, noSearch, nothing } from './instead.ts';

type DebugCalls = Pick<SessionApi, 'until' | 'search' | 'stopAt' | 'travelMemory' | 'fail'>;

/** What the debugger asks. Stops and the limit of the memory are kept for the next worker too. */
export function debugCalls(state: ClientState): DebugCalls {
  return {
    until: (direction, tests) => call(state, (api) => api.until(direction, tests), noSearch),
    search: () => call(state, (api) => api.search(), noSearch),
    async stopAt(tests) {
      state.stops = tests;
      await call(state, (api) => api.stopAt(tests), nothing);
    },
    async travelMemory(limit) {
      state.memory = limit ?? state.memory;
      return call(state, (api) => api.travelMemory(limit), noMemory);
    },
    fail: (how) => call(state, (api) => api.fail(how), nothing),
  };
}
