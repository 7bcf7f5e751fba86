import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepOffline } from '../../src/app/offline.ts';

const registered: string[] = [];
let unregistered = 0;
const deleted: string[] = [];
/** Address of the service worker that is already registered; null = none. */
let kept: string | null = null;

beforeEach(() => {
  registered.length = 0;
  unregistered = 0;
  deleted.length = 0;
  kept = null;
  vi.stubEnv('PROD', true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

function visit(address: string): Promise<void> {
  const { hostname, search, href, origin } = new URL(address);
  const page = { parent: {} };
  page.parent = page;
  vi.stubGlobal('window', page);
  vi.stubGlobal('origin', origin);
  vi.stubGlobal('location', { hostname, search, href });
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve(['another program', 'qmgrscope http://localhost:4173/ 0123456789ab']),
    delete: (name: string) => void deleted.push(name),
  });
  const registration = {
    get active() {
      return { scriptURL: kept };
    },
    scope: new URL('./', address).href,
    unregister: () => {
      unregistered += 1;
      return Promise.resolve(true);
    },
  };
  vi.stubGlobal('navigator', {
    serviceWorker: {
      controller: null,
      getRegistration: () => Promise.resolve(kept === null ? undefined : registration),
      register: (script: string) => void registered.push(script),
    },
  });
  return keepOffline();
}

it.each(['localhost:4173', 'qmgrscope.localhost', '127.0.0.1:4173', '127.1.2.3', '[::1]:4173'])(
  'keeps no copy of %s, where the next project uses the same port',
  async (host) => {
    await visit(`http://${host}/#gallery`);
    expect(registered).toEqual([]);
  },
);

it('keeps a copy of a loopback port when the address asks for it, and continues', async () => {
  await visit('http://localhost:4173/?offline#gallery');
  expect(registered).toEqual(['./sw.js?offline']);
  kept = 'http://localhost:4173/sw.js?offline';
  await visit('http://localhost:4173/#gallery');
  expect(registered).toEqual(['./sw.js?offline', './sw.js?offline']);
  expect(unregistered).toBe(0);
});

it('removes the copy of a loopback port that an earlier version kept unasked', async () => {
  kept = 'http://localhost:4173/sw.js';
  await visit('http://localhost:4173/');
  expect([registered, unregistered]).toEqual([[], 1]);
  expect(deleted).toEqual(['qmgrscope http://localhost:4173/ 0123456789ab']);
  // The service worker of a copy in another folder must stay registered.
  kept = 'http://localhost:4173/other/sw.js';
  await visit('http://localhost:4173/');
  expect(unregistered).toBe(1);
});

it.each(['https://qmgrscope.example/', 'https://localhost.example/', 'https://127.0.0.1.example/'])(
  'keeps a copy of %s unasked',
  async (address) => {
    await visit(address);
    expect(registered).toEqual(['./sw.js']);
  },
);
