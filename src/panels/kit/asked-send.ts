const listeners = new Set<() => void>();

/** Asks the frame to open the form that sends mail, and to focus it. */
export function askToSendMail(): void {
  for (const listener of listeners) listener();
}

/** Registers the frame's listener. Returns the unsubscribe function. */
export function onSendAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
