import type { SessionApi } from '../../protocol/session-api.ts';

/** Where the thread says whose it is: modules that are evaluated twice share nothing but the global object. */
const OWNER = Symbol.for('qmgrscope.thread');

/** A worker's global object, as far as it is used here. */
type Thread = Pick<typeof globalThis, 'reportError'>;

/**
 * Throws, and has the page hear of it as of a crash: thrown alone it would only fail the import or the call in which it
 * happens, and the page may not look at that.
 */
function refuseLoudly(reason: string, thread: Thread = globalThis): never {
  const error = new Error(reason);
  thread.reportError(error);
  throw error;
}

/**
 * Claims this thread for one worker, before it listens to anything. Two that listen answer every message twice, and an
 * engine that evaluates a module twice (WebKit does, when a worker's own file is imported again) makes two of them
 * without a word. The second one is refused, loudly.
 */
export function claimThread(name: string, thread: Thread = globalThis): void {
  const owned = thread as { [OWNER]?: string };
  const owner = owned[OWNER];
  if (owner !== undefined)
    refuseLoudly(`the thread of ${owner} was started twice: it would answer twice`, thread);
  owned[OWNER] = name;
}

/**
 * Shows a session to the page's end that asks first. A second one is refused, loudly: two ends would each take the other's steps for
 * its own.
 */
export function shownOnce(
  subscribe: SessionApi['subscribe'],
  thread: Thread = globalThis,
): SessionApi['subscribe'] {
  let shown = false;
  return (view, sink) => {
    if (shown) refuseLoudly('this session is shown to a page already: each page has its own', thread);
    shown = true;
    return subscribe(view, sink);
  };
}
