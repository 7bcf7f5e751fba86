const listeners = new Set<() => void>();

/** Asks the frame to start the tour. */
export function askForTour(): void {
  for (const listener of listeners) listener();
}

/** The frame listens; the returned function ends that. */
export function onTourAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
