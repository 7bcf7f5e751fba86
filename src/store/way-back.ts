/** The way back from a run to the page it was opened from. One per window; it ends when the address changes. */
export interface WayBack {
  /** Address to return to. */
  hash: string;
  /** Title of that page, such as "lesson 3, step 2". */
  title: string;
}

interface Opened extends WayBack {
  run: string;
}

let opened: Opened | null = null;
const listeners = new Set<() => void>();

function set(next: Opened | null): void {
  opened = next;
  for (const listener of listeners) listener();
}

/** Opens the address of a run and remembers the way back until another address is opened. */
export function goWithWayBack(run: string, back: WayBack): void {
  // Opening normalizes the hash without an event, so compare with the "#" form.
  set({ ...back, run: run.replace(/^#?/, '#') });
  location.hash = run;
}

/** The way back from the open run; null if it was opened otherwise. */
export function wayBack(): WayBack | null {
  return opened;
}

/** Calls `listener` on changes. Returns the unsubscribe function. */
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

/** The reader chose to stay. */
export function forgetWayBack(): void {
  set(null);
}
