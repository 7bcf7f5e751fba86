/** A thread that answers a knock as soon as it looks at its messages. */
export interface Knocker {
  knock(): void;
  onAnswer(listener: () => void): void;
}

/** How often is knocked, and how long may pass without an answer, in milliseconds. */
const KNOCK_MS = 1000;
const QUIET_MS = 5000;

/**
 * Notices a thread that has ended or hangs without an error event: no call to it would ever settle. `quiet` is told when
 * nothing was answered for five seconds, and again when an answer came after all. Counts from the first answer, because a
 * thread that is still on its way over a slow line is no fault, and only time in which this page ran: a laptop sleeps.
 * Returns what ends it.
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
