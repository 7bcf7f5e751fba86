import type { ReadingKind } from '../protocol/reading.ts';
import type { JobThread } from './job-thread.ts';
import { failed, type Reading, type ReadingNow, type Shelf } from './reading-shelf.ts';

/** Reads links and files from outside in a worker with a time limit, so the page never blocks. */
export interface Reader {
  /** Reads an input. The promise never rejects: a failure is a `Reading` with `ok` false. */
  read(kind: ReadingKind, input: unknown): Promise<Reading>;
  /** The newest unfinished reading job; null = none. */
  readonly now: ReadingNow | null;
  /** Calls `listener` when `now` changes. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** Creates a reader that starts workers with `start` on demand. */
export function createReader(start: () => JobThread): Reader {
  const shelf: Shelf = { start, idle: null, now: null, listeners: new Set() };
  return {
    // Loaded on demand, because most pages open a scene and read nothing from outside.
    read: (kind, input) =>
      import('./read-job.ts').then(
        ({ readBy }) => readBy(shelf, kind, input),
        (error: unknown) => ({ ok: false, reason: 'failed', detail: failed(error) }),
      ),
    get now() {
      return shelf.now;
    },
    subscribe(listener) {
      shelf.listeners.add(listener);
      return () => shelf.listeners.delete(listener);
    },
  };
}
