/** A thread that answers a ping as soon as it reads its messages. */
export interface Knocker {
  knock(): void;
  onAnswer(listener: () => void): void;
}

/** Ping interval in milliseconds. QUIET_MS: time without an answer after which a thread counts as hung. */
const KNOCK_MS = 1000;
const QUIET_MS = 5000;

/**
 * Detects a thread that hangs, or that ended without an error event, because calls to it would never settle. Calls
 * `quiet(true)` after five seconds without an answer, and `quiet(false)` if an answer still arrives. Counting starts with the
 * first answer, so that a slow download is not reported, and pauses while this page does not run, so that a sleeping laptop
 * is not. Returns the function that stops watching.
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
