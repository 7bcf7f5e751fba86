const listeners = new Set<() => void>();

/** Asks the frame to start the tour. */
export function askForTour(): void {
  for (const listener of listeners) listener();
}

/** Registers the frame's listener. Returns the unsubscribe function. */
export function onTourAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
