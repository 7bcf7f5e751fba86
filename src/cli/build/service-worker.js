/*
 * Keeps a copy of this version's files, so that the page opens without a network after the first visit. The build fills in
 * the two lines below. A newer version is fetched beside the old one and waits until the reader says so: a page never
 * changes under its reader's hands.
 */
const VERSION = '__VERSION__';
const FILES = ['__FILES__'];

const PREFIX = 'qmgrscope-';
const CACHE = PREFIX + VERSION;

addEventListener('install', (event) => {
  // Past the browser's own cache: names without a hash, such as the page's, may be old there.
  const requests = FILES.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(PREFIX) && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

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
  // What stands behind `?` (an embedded view) is read by the page itself.
  const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  return kept ?? fetch(request);
}
