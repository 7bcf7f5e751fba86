/** Listeners for commands by which the reader changes the open run. */
const listeners = new Set<() => void>();

export function notifyRunEdited(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` after each such command. Returns the unsubscribe function. */
export function onRunEdited(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
