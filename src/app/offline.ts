type Listener = () => void;

/** A version that waits, or one that another tab has taken while this one runs on with the old. */
let waiting: ServiceWorker | 'taken' | null = null;
/** The reader of this tab has asked for the newer version. */
let taken = false;
const listeners = new Set<Listener>();

function announce(worker: typeof waiting): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

/** Keeps a copy for work without a network. For built pages only: while it is developed, the page changes all the time. */
export async function keepOffline(): Promise<void> {
  // A frame without an origin has nowhere to keep it, and may not even ask; any other belongs to the page around it.
  if (
    !import.meta.env.PROD ||
    globalThis.origin === 'null' ||
    window.parent !== window ||
    !('serviceWorker' in navigator)
  )
    return;
  // oxlint-disable-next-line no-restricted-properties -- looked for above
  const container = navigator.serviceWorker;
  // The first visit has no worker yet, and its page already is the newest.
  const hadWorker = container.controller !== null;
  let registration: ServiceWorkerRegistration | undefined;
  try {
    registration = await container.register('./sw.js');
  } catch {
    // Private windows and plain http have none: the page then needs its network.
    return;
  }
  // A browser that is told to block it answers with nothing.
  if (registration === undefined) return;
  const found = registration;
  const watch = (worker: ServiceWorker | null): void => {
    if (worker === null) return;
    const look = (): void => {
      if (worker.state === 'installed' && container.controller !== null) announce(worker);
    };
    worker.addEventListener('statechange', look);
    look();
  };
  watch(found.waiting);
  watch(found.installing);
  found.addEventListener('updatefound', () => watch(found.installing));
  container.addEventListener('controllerchange', () => {
    if (!hadWorker) return;
    // Another tab has taken the update: this one goes on as it is until its own reader says so.
    if (taken) location.reload();
    else announce('taken');
  });
}

/** Whether a newer version has been fetched and waits. */
export function updateWaits(): boolean {
  return waiting !== null;
}

/** Calls `listener` when that changes; the returned function ends it. */
export function onUpdate(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Lets the newer version take over; the page loads again with it. */
export function takeUpdate(): void {
  taken = true;
  if (waiting === 'taken') location.reload();
  else waiting?.postMessage('use-now');
}

/** Not now: the newer version is used from the next visit on. */
export function dismissUpdate(): void {
  announce(null);
}
