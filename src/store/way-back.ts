/** A run that was opened from a page, and the way back to it. One a window: it ends with the next address. */
export interface WayBack {
  /** Where it leads. */
  hash: string;
  /** What stands there: "lesson 3, step 2". */
  title: string;
}

interface Opened extends WayBack {
  /** The address of the run. */
  run: string;
}

let opened: Opened | null = null;
const listeners = new Set<() => void>();

function set(next: Opened | null): void {
  opened = next;
  for (const listener of listeners) listener();
}

/** Goes to the address of a run, and keeps the way back for as long as no other address is gone to. */
export function goWithWayBack(run: string, back: WayBack): void {
  // An address that is opened gives a hash of its own while the run goes on, without an event.
  set({ ...back, run: run.replace(/^#?/, '#') });
  location.hash = run;
}

/** The way back from the run that is open; null = it was opened otherwise. */
export function wayBack(): WayBack | null {
  return opened;
}

/** Told when it changes; returns the function that ends that. */
export function onWayBack(listener: () => void): () => void {
  const leave = (): void => {
    if (opened !== null && location.hash !== opened.run) set(null);
  };
  if (listeners.size === 0) addEventListener('hashchange', leave);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('hashchange', leave);
  };
}

/** The reader stays. */
export function forgetWayBack(): void {
  set(null);
}
