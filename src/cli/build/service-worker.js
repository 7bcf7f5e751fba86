/*
 * Caches this version's files, so that the page opens offline after the first visit. The build fills in the two lines
 * below. A newer version is downloaded in the background and waits until the reader accepts it: a page never changes while
 * it is in use.
 */
const VERSION = '__VERSION__';
const FILES = ['__FILES__'];

/** Several copies of this program on one site share its caches, so names contain the folder. */
const PREFIX = `qmgrscope ${registration.scope} `;
const CACHE = PREFIX + VERSION;
/** Checksums of files with hashed names. A file that was damaged in the cache is downloaded again. */
const SUMS = { __SUMS__: '' };

addEventListener('install', (event) => {
  // Bypass the HTTP cache, in which files without hashed names may be outdated.
  const requests = FILES.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.map(async (name) => ((await isOld(name)) ? caches.delete(name) : false))),
      )
      .then(() => clients.claim()),
  );
});

/**
 * True for a cache of an earlier version in this folder. Old cache names lack the folder; such a cache is
 * recognized by the page that it contains.
 */
async function isOld(name) {
  if (name.startsWith(PREFIX)) return name !== CACHE;
  if (!/^qmgrscope-[0-9a-f]{12}$/.test(name)) return false;
  return (await (await caches.open(name)).match(registration.scope)) !== undefined;
}

addEventListener('message', (event) => {
  if (event.data === 'use-now') skipWaiting();
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  // The page itself reads the query (an embedded view).
  const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  if (kept === undefined) return fetch(request);
  if (await isWhole(request.url, kept)) return kept;
  // Offline, a damaged copy is better than nothing.
  const fresh = await fetch(request, { cache: 'reload' }).catch(() => null);
  if (fresh === null || !fresh.ok) return kept;
  await cache.put(request.url.replace(/[?#].*$/, ''), fresh.clone());
  return fresh;
}

/** Files verified during the lifetime of this worker. */
const whole = new Set();

async function isWhole(url, response) {
  const name = url.replace(/[?#].*$/, '').slice(registration.scope.length);
  const sum = SUMS[`./${name}`];
  if (sum === undefined || whole.has(name)) return true;
  const digest = await crypto.subtle
    .digest('SHA-256', await response.clone().arrayBuffer())
    .catch(() => null);
  if (digest === null) return false;
  const found = [...new Uint8Array(digest).slice(0, 8)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  if (found !== sum) return false;
  whole.add(name);
  return true;
}
