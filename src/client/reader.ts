import type { ReadingKind } from '../protocol/reading.ts';
import type { JobThread } from './job-thread.ts';
import { failed, type Reading, type ReadingNow, type Shelf } from './reading-shelf.ts';

/** Reads what comes from outside, in a worker with a budget: the page never waits for it. */
export interface Reader {
  /** Never rejects. */
  read(kind: ReadingKind, input: unknown): Promise<Reading>;
  /** The job that was begun last and is not over; null = none. */
  readonly now: ReadingNow | null;
  /** Calls back when `now` has changed. Returns what ends it. */
  subscribe(listener: () => void): () => void;
}

/** A reader whose workers are made by `start`; none is before it is needed. */
export function createReader(start: () => JobThread): Reader {
  const shelf: Shelf = { start, idle: null, now: null, listeners: new Set() };
  return {
    // With its code when something is to be read: most pages open a scene, which they have.
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
