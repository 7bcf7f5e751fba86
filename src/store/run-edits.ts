/** Word that the reader has changed the run that is open by a command of their own. */
const listeners = new Set<() => void>();

/** A command was taken. */
export function notifyRunEdited(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` at each; the result ends it. */
export function onRunEdited(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
