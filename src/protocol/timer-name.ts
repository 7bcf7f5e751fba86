/**
 * The name of a timer for people, from the label that the log holds. A conversation in one piece ends with the wait for
 * the reply to the end of the data, which is what limits it (smtp_data_done_timeout, 600 s); Postfix has no timeout of
 * a session. The label itself stays: logs of one run are compared by the hash of all that they say.
 */
export function timerName(label: string): string {
  return label.replace(/^(session|end) timeout /, 'data-done timeout ');
}

/** The clock of the laboratory jumps over instants: in a script, and above the timeline. */
export const NOT_POLLED = 'the clock is not polled';
