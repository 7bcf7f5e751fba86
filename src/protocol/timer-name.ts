/**
 * The display name of a timer, from its label in the log. The timer of a whole session is shown as `data-done timeout`,
 * because Postfix limits the wait for the reply to the end of data (smtp_data_done_timeout, 600 s) and has no timeout for a
 * session. The label itself must not change, because the hash of a log includes it.
 */
export function timerName(label: string): string {
  return label.replace(/^(session|end) timeout /, 'data-done timeout ');
}

/** Shown in scripts and above the timeline where the laboratory's clock skips instants. */
export const NOT_POLLED = 'the clock is not polled';
