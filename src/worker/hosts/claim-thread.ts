import type { SessionApi } from '../../protocol/session-api.ts';

/** Key of the owner's name in the global object. This object is all that two evaluations of a module share. */
const OWNER = Symbol.for('qmgrscope.thread');

/** The part of a worker's global object that this module uses. */
type Thread = Pick<typeof globalThis, 'reportError'>;

/** Throws, and also reports the error to the page like a crash. The page may ignore a failed import or call. */
function refuseLoudly(reason: string, thread: Thread = globalThis): never {
  const error = new Error(reason);
  thread.reportError(error);
  throw error;
}

/**
 * Claims this thread for one worker, before it listens to messages. WebKit silently evaluates a module twice when a worker's
 * own file is imported again; two listeners would then answer every message twice. The second claim throws.
 */
export function claimThread(name: string, thread: Thread = globalThis): void {
  const owned = thread as { [OWNER]?: string };
  const owner = owned[OWNER];
  if (owner !== undefined)
    refuseLoudly(`the thread of ${owner} was started twice: it would answer twice`, thread);
  owned[OWNER] = name;
}

/** Allows one subscriber for a session; a second `subscribe` throws. Two pages would move the same cursor. */
export function shownOnce(
  subscribe: SessionApi['subscribe'],
  thread: Thread = globalThis,
): SessionApi['subscribe'] {
  let shown = false;
  return (view, sink) => {
    if (shown) refuseLoudly('this session already has a page, and each page needs its own session', thread);
    shown = true;
    return subscribe(view, sink);
  };
}
