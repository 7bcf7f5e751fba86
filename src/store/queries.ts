import type { Asked, QuestionName } from '../protocol/questions.ts';
import type { SessionApi } from '../protocol/session-api.ts';

/** Counts a request as under way until it settles: the page is not idle before. */
export type Tracked = <T>(request: Promise<T>) => Promise<T>;

/**
 * What the page asks of the session without changing the run, each counted while it is under way. `searchStatus` is asked
 * several times a second while a search runs: it is no work of its own. `saveUnseen` is `save` for the address bar:
 * nothing on the page comes of it, so nothing waits for it.
 */
export type Queries = Pick<
  SessionApi,
  'ask' | 'runUntil' | 'setBreakpoints' | 'travelMemory' | 'save' | 'searchStatus'
> & {
  saveUnseen: SessionApi['save'];
};

/** What only asks the session, each call known to `track` while it is on its way. */
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
