import type { Asked, QuestionName } from '../protocol/questions.ts';
import type { SessionApi } from '../protocol/session-api.ts';

/** Wraps a request so that the page is busy until the request settles. */
export type Tracked = <T>(request: Promise<T>) => Promise<T>;

/**
 * Requests that do not change the run. Each keeps the page busy, with two exceptions: `searchStatus`, which polls a running
 * search several times a second, and `saveUnseen`, which only updates the address bar.
 */
export type Queries = Pick<
  SessionApi,
  'ask' | 'runUntil' | 'setBreakpoints' | 'travelMemory' | 'save' | 'searchStatus'
> & {
  saveUnseen: SessionApi['save'];
};

export function queries(session: SessionApi, track: Tracked): Queries {
  return {
    ask: <Name extends QuestionName>(name: Name, ...asked: Asked<Name>) => track(session.ask(name, ...asked)),
    runUntil: (direction, tests) => track(session.runUntil(direction, tests)),
    setBreakpoints: (tests) => track(session.setBreakpoints(tests)),
    travelMemory: (limit) => track(session.travelMemory(limit)),
    save: () => track(session.save()),
    searchStatus: () => session.searchStatus(),
    saveUnseen: () => session.save(),
  };
}
