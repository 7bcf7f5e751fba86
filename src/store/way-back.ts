/** Leads back from a run to the page that opened it. A window has at most one way back, which ends when the address changes. */
export interface WayBack {
  hash: string;
  /** Title of the page to return to, such as "lesson 3, step 2". */
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

/** Opens the address of a run and remembers the way back until the address changes. */
export function goWithWayBack(run: string, back: WayBack): void {
  // The page adds a missing "#" to the address without an event, so compare with the "#" form.
  set({ ...back, run: run.replace(/^#?/, '#') });
  location.hash = run;
}

/** Returns the way back from the open run; null if `goWithWayBack` did not open that run. */
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

/** Removes the way back, because the reader chose to stay at the run. */
export function forgetWayBack(): void {
  set(null);
}
