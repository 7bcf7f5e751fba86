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

const SCRIPT = './sw.js';
/** The same script under another address, which tells a copy that was asked for. */
const ASKED = `${SCRIPT}?offline`;
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * The service worker to register here; null = none. On the loopback interface one port serves one project today and another
 * tomorrow, and a kept copy would stand for both: there the reader asks for it, with `?offline` in the address.
 */
async function scriptHere(container: ServiceWorkerContainer): Promise<string | null> {
  if (!LOOPBACK.test(location.hostname)) return SCRIPT;
  if (new URLSearchParams(location.search).has('offline')) return ASKED;
  const kept = await container.getRegistration('./');
  const address = (script: string): string => new URL(script, location.href).href;
  if (kept?.active?.scriptURL === address(ASKED)) return ASKED;
  // Earlier versions kept a copy without being asked.
  if (kept?.active?.scriptURL === address(SCRIPT) && kept.scope === address('./')) await forget(kept);
  return null;
}

async function forget(registration: ServiceWorkerRegistration): Promise<void> {
  await registration.unregister();
  // `caches` exists wherever a service worker can be registered.
  const stored = globalThis.caches;
  const names = await stored.keys();
  const own = names.filter((name) => name.startsWith(`qmgrscope ${registration.scope} `));
  await Promise.all(own.map((name) => stored.delete(name)));
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
    const script = await scriptHere(container);
    if (script === null) return;
    registration = await container.register(script);
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
