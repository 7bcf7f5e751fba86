/*
 * Keeps a copy of this version's files, so that the page opens without a network after the first visit. The build fills in
 * the two lines below. A newer version is fetched beside the old one and waits until the reader says so: a page never
 * changes under its reader's hands.
 */
const VERSION = '__VERSION__';
const FILES = ['__FILES__'];

/** Copies of this program in several folders of one site share its caches: each touches those of its own folder only. */
const PREFIX = `qmgrscope ${registration.scope} `;
const CACHE = PREFIX + VERSION;
/** The check sum of each file that is named after what it holds: one that was damaged where it is kept is fetched again. */
const SUMS = { __SUMS__: '' };

addEventListener('install', (event) => {
  // Past the browser's own cache: names without a hash, such as the page's, may be old there.
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

/** A cache of an earlier version in this folder. Those made before names had a folder tell by the page that they hold. */
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
  // What stands behind `?` (an embedded view) is read by the page itself.
  const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  if (kept === undefined) return fetch(request);
  if (await isWhole(request.url, kept)) return kept;
  // Without a network, what is there is better than nothing.
  const fresh = await fetch(request, { cache: 'reload' }).catch(() => null);
  if (fresh === null || !fresh.ok) return kept;
  await cache.put(request.url.replace(/[?#].*$/, ''), fresh.clone());
  return fresh;
}

/** Files that were found whole are not looked at again while this worker lives. */
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
