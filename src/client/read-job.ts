import { READING_BUDGET_MS, type ReadingKind } from '../protocol/reading.ts';
import { employ, type Employed } from './job-thread.ts';
import { failed, type Reading, type ReadingNow, type Shelf } from './reading-shelf.ts';

const SECOND = 1000;

/** Runs one reading job in the idle worker, or in a new one. Never rejects. */
export function readBy(shelf: Shelf, kind: ReadingKind, input: unknown): Promise<Reading> {
  let thread: Employed;
  try {
    thread = shelf.idle ?? employ(shelf.start());
  } catch (error) {
    return Promise.resolve({ ok: false, reason: 'failed', detail: failed(error) });
  }
  shelf.idle = null;
  return new Promise((resolve) => follow(shelf, { kind, input }, thread, resolve));
}

function follow(
  shelf: Shelf,
  { kind, input }: { kind: ReadingKind; input: unknown },
  thread: Employed,
  resolve: (reading: Reading) => void,
): void {
  const budget = READING_BUDGET_MS[kind];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (answer: Reading): void => {
    clearTimeout(timer);
    // Only a worker that has answered is idle; after an error or a timeout it may still be busy.
    if (answer.ok && shelf.idle === null) shelf.idle = thread;
    else thread.end();
    if (shelf.now === mine) show(shelf, null);
    resolve(answer);
  };
  const mine: ReadingNow = {
    kind,
    share: 0,
    cancel: () => end({ ok: false, reason: 'cancelled', detail: 'Reading was cancelled.' }),
  };
  show(shelf, mine);
  thread.run(kind, input, {
    said(said) {
      if (said === 'begun') {
        const detail = `Reading was stopped after ${budget / SECOND} s.`;
        timer = setTimeout(() => end({ ok: false, reason: 'too-slow', detail }), budget);
      } else if (shelf.now === mine) {
        mine.share = said;
        show(shelf, mine);
      }
    },
    ended: (outcome) =>
      end(outcome.ok ? outcome : { ok: false, reason: 'failed', detail: failed(outcome.reason) }),
  });
}

function show(shelf: Shelf, now: ReadingNow | null): void {
  shelf.now = now;
  for (const listener of shelf.listeners) listener();
}
