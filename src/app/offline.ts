type Listener = () => void;

/** A newer version waiting to be activated; `taken` = another tab has switched while this one still runs the old version. */
let waiting: ServiceWorker | 'taken' | null = null;
/** True once the reader of this tab has accepted the newer version. */
let taken = false;
const listeners = new Set<Listener>();

function announce(worker: typeof waiting): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

const SCRIPT = './sw.js';
/** Address of the service worker's script. The query marks an offline copy that the reader requested. */
const ASKED = `${SCRIPT}?offline`;
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * The service worker to register; null = none. On loopback, a port serves one project today and another tomorrow, and a
 * cached copy would replace both. So on loopback the reader must request the copy with `?offline` in the address.
 */
async function scriptHere(container: ServiceWorkerContainer): Promise<string | null> {
  if (!LOOPBACK.test(location.hostname)) return SCRIPT;
  if (new URLSearchParams(location.search).has('offline')) return ASKED;
  const kept = await container.getRegistration('./');
  const address = (script: string): string => new URL(script, location.href).href;
  if (kept?.active?.scriptURL === address(ASKED)) return ASKED;
  // Earlier versions of the page stored a copy without being asked, so delete that copy.
  if (kept?.active?.scriptURL === address(SCRIPT) && kept.scope === address('./')) await forget(kept);
  return null;
}

async function forget(registration: ServiceWorkerRegistration): Promise<void> {
  await registration.unregister();
  // `caches` exists wherever service workers do.
  const stored = globalThis.caches;
  const names = await stored.keys();
  const own = names.filter((name) => name.startsWith(`qmgrscope ${registration.scope} `));
  await Promise.all(own.map((name) => stored.delete(name)));
}

/** Stores a built page for offline use. A page in development is not stored, because it changes constantly. */
export async function keepOffline(): Promise<void> {
  // A frame with an opaque origin has no storage, and any other frame belongs to the page around it.
  if (
    !import.meta.env.PROD ||
    globalThis.origin === 'null' ||
    window.parent !== window ||
    !('serviceWorker' in navigator)
  )
    return;
  // oxlint-disable-next-line no-restricted-properties -- looked for above
  const container = navigator.serviceWorker;
  // On the first visit no service worker controls the page, so the page is the newest version.
  const hadWorker = container.controller !== null;
  let registration: ServiceWorkerRegistration | undefined;
  try {
    const script = await scriptHere(container);
    if (script === null) return;
    registration = await container.register(script);
  } catch {
    // Service workers are not available in private windows and over plain http.
    return;
  }
  // A browser that blocks service workers returns nothing.
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
    // Another tab has updated; this one continues until its own reader agrees.
    if (taken) location.reload();
    else announce('taken');
  });
}

/** True if a newer version has been downloaded and waits. */
export function updateWaits(): boolean {
  return waiting !== null;
}

/** Calls `listener` when the result of `updateWaits` changes. Returns the unsubscribe function. */
export function onUpdate(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Activates the newer version; the page reloads. */
export function takeUpdate(): void {
  taken = true;
  if (waiting === 'taken') location.reload();
  else waiting?.postMessage('use-now');
}

/** Postpones the newer version to the next visit. */
export function dismissUpdate(): void {
  announce(null);
}
