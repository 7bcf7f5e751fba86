import type { SessionApi } from '../protocol/session-api.ts';

/** Counts a request as under way until it settles: the page is not idle before. */
export type Tracked = <T>(request: Promise<T>) => Promise<T>;

/** Questions that the page may ask the session; they change nothing. */
const TRACKED = [
  'study',
  'timeline',
  'candidates',
  'why',
  'feedback',
  'message',
  'messageEvents',
  'ages',
  'memory',
  'wheel',
  'lab',
  'threadLanes',
  'decisions',
  'events',
  'until',
  'stopAt',
  'evaluate',
  'scan',
  'travelMemory',
  'log',
  'save',
  'hash',
] as const satisfies readonly (keyof SessionApi)[];

/**
 * `search` is asked several times a second while a search runs: it is no work of its own. `saveUnseen` is `save` for the
 * address bar: nothing on the page comes of it, so nothing waits for it.
 */
export type Queries = Pick<SessionApi, (typeof TRACKED)[number] | 'search'> & {
  saveUnseen: SessionApi['save'];
};

/** The questions of a session, each counted while it is under way. */
export function queries(session: SessionApi, track: Tracked): Queries {
  const ask = (name: (typeof TRACKED)[number]): unknown => {
    return (...args: unknown[]) =>
      track((session[name] as (...given: unknown[]) => Promise<unknown>)(...args));
  };
  const tracked = Object.fromEntries(TRACKED.map((name) => [name, ask(name)]));
  return {
    ...(tracked as unknown as Queries),
    search: () => session.search(),
    saveUnseen: () => session.save(),
  };
}
