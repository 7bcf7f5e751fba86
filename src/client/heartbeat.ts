/** A thread that answers a ping as soon as it reads its messages. */
export interface Knocker {
  knock(): void;
  onAnswer(listener: () => void): void;
}

/** Ping interval, and the time without an answer after which a thread counts as hung, in milliseconds. */
const KNOCK_MS = 1000;
const QUIET_MS = 5000;

/**
 * Detects a thread that hangs or has ended without an error event. Calls to such a thread would never settle. Calls
 * `quiet(true)` after five seconds without an answer and `quiet(false)` when one arrives after all. The five seconds are
 * counted from the first answer, so that a slow download is not reported, and only while this page runs, so that a sleeping
 * laptop is not. Returns the function that stops it.
 */
export function watchHeart(
  thread: Knocker,
  quiet: (since: boolean) => void,
  now = () => performance.now(),
): () => void {
  let answered = false;
  let waited = 0;
  let last = now();
  thread.onAnswer(() => {
    answered = true;
    if (waited >= QUIET_MS) quiet(false);
    waited = 0;
  });
  thread.knock();
  const timer = setInterval(() => {
    const at = now();
    const passed = at - last;
    last = at;
    if (!answered || passed > 2 * KNOCK_MS) {
      thread.knock();
      return;
    }
    const before = waited;
    waited += passed;
    if (before < QUIET_MS && waited >= QUIET_MS) quiet(true);
    thread.knock();
  }, KNOCK_MS);
  return () => clearInterval(timer);
}
