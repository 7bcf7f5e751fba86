import {
  READING_BUDGET_MS,
  type ReadingJob,
  type ReadingKind,
  type ReadingMessage,
} from '../protocol/reading.ts';

/** A worker that reads, as the page sees it. */
export interface ReadingThread {
  post(job: ReadingJob): void;
  onMessage: (message: ReadingMessage) => void;
  onFailure: (reason: string) => void;
  terminate(): void;
}

/** What came of a job; `too-slow` and `failed` have a sentence for the reader. */
type Reading =
  | { ok: true; value: unknown }
  | { ok: false; reason: 'too-slow' | 'failed' | 'cancelled'; detail: string };

/** A job that is under way, for who shows it. */
interface ReadingNow {
  kind: ReadingKind;
  /** From 0 to 1. */
  share: number;
  cancel: () => void;
}

/** Reads what comes from outside, in a worker with a budget: the page never waits for it. */
export interface Reader {
  /** Never rejects. */
  read(kind: ReadingKind, input: unknown): Promise<Reading>;
  /** The job that was begun last and is not over; null = none. */
  readonly now: ReadingNow | null;
  /** Calls back when `now` has changed. Returns what ends it. */
  subscribe(listener: () => void): () => void;
}

interface Shelf {
  start: () => ReadingThread;
  /** A worker without a job: the next one need not wait for its start. */
  idle: ReadingThread | null;
  now: ReadingNow | null;
  listeners: Set<() => void>;
}

const SECOND = 1000;

/** A reader whose workers are made by `start`; none is before it is needed. */
export function createReader(start: () => ReadingThread): Reader {
  const shelf: Shelf = { start, idle: null, now: null, listeners: new Set() };
  return {
    read: (kind, input) => run(shelf, { kind, input }),
    get now() {
      return shelf.now;
    },
    subscribe(listener) {
      shelf.listeners.add(listener);
      return () => shelf.listeners.delete(listener);
    },
  };
}

function show(shelf: Shelf, now: ReadingNow | null): void {
  shelf.now = now;
  for (const listener of shelf.listeners) listener();
}

function run(shelf: Shelf, job: ReadingJob): Promise<Reading> {
  let thread: ReadingThread | null = null;
  try {
    thread = shelf.idle ?? shelf.start();
    shelf.idle = null;
    thread.post(job);
  } catch (error) {
    // Where no worker can be made; or what is asked about cannot be sent to one.
    thread?.terminate();
    return Promise.resolve({ ok: false, reason: 'failed', detail: failed(error) });
  }
  const given = thread;
  return new Promise((resolve) => follow(shelf, job, given, resolve));
}

function follow(
  shelf: Shelf,
  job: ReadingJob,
  thread: ReadingThread,
  resolve: (reading: Reading) => void,
): void {
  const budget = READING_BUDGET_MS[job.kind];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (answer: Reading): void => {
    clearTimeout(timer);
    thread.onMessage = ignore;
    thread.onFailure = ignore;
    // Only one that has answered has nothing left to do.
    if (answer.ok && shelf.idle === null) shelf.idle = thread;
    else thread.terminate();
    if (shelf.now === mine) show(shelf, null);
    resolve(answer);
  };
  const mine: ReadingNow = {
    kind: job.kind,
    share: 0,
    cancel: () => end({ ok: false, reason: 'cancelled', detail: 'Reading was cancelled.' }),
  };
  show(shelf, mine);
  thread.onFailure = (reason) => end({ ok: false, reason: 'failed', detail: failed(reason) });
  thread.onMessage = (message) => {
    if (message.state === 'begun') {
      const detail = `Reading it took longer than ${budget / SECOND} s and was stopped.`;
      timer = setTimeout(() => end({ ok: false, reason: 'too-slow', detail }), budget);
    } else if (message.state === 'progress') {
      if (shelf.now !== mine) return;
      mine.share = message.share;
      show(shelf, mine);
    } else if (message.state === 'read') end({ ok: true, value: message.value });
    else end({ ok: false, reason: 'failed', detail: failed(message.reason) });
  };
}

function ignore(): void {}

function failed(reason: unknown): string {
  const words = reason instanceof Error ? reason.message : String(reason);
  return `It could not be read (${words}).`;
}
