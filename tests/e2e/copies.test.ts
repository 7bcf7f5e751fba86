import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { serveDist, type Served } from '../../src/cli/serve-dist.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { expect, goOffline, idle, MORE_DETAIL, sentence, test } from './page.ts';

test.use(MORE_DETAIL);

const DIST = join(import.meta.dirname, '../../dist');

async function linkOf(script: object[], title: string): Promise<string> {
  const parsed = parseScenario({ version: 1, title, script });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors[0]));
  const cursor = { at: 0, step: 0, event: 0, decision: 0 };
  return encodeLink({ scenario: parsed.value, live: [], cursor, branch: 1 });
}

/** Makes a script so long that its link does not fit into an address. */
function longScript(): object[] {
  let state = 7;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % below;
  };
  return Array.from({ length: 2500 }, (_, i) => ({
    at: i * 20_000 + next(20_000),
    command: {
      kind: 'message.inject',
      to: [{ destination: `d${next(9999)}.example`, count: 1 + next(40) }],
    },
  }));
}

/** Waits until the service worker controls the page. It stores its copy only when the page is idle. */
async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 60_000,
  });
}

const cacheNames = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());

test.use({ serviceWorkers: 'allow', reuseContext: false });

test.describe('offline copies', () => {
  test('an update taken in one tab leaves the other and its unshared work alone', async ({
    page,
    context,
  }) => {
    test.setTimeout(240_000);
    const served = await serveDist(DIST);
    try {
      await page.goto(`${served.url}/?offline#scene=ten-two-two`);
      await idle(page);
      await controlled(page);
      const other = await workTab(context, served);
      const work = await jobs(other);
      expect(work).toHaveLength(1);
      served.edit((path, text) => {
        if (path === '/sw.js') return text.replace(/const VERSION = '\w+'/, "const VERSION = 'newer'");
        return path === '/index.html'
          ? text.replace('<html lang="en">', '<html lang="en" data-newer>')
          : text;
      });
      await page.reload();
      await idle(page);
      await page.getByRole('button', { name: 'Load it' }).click();
      await expect(page.locator('html[data-newer]')).toBeAttached();
      // The other tab keeps the old version and tells the reader about the new one.
      await expect(other.getByText('A newer qmgrscope is ready')).toBeVisible();
      await expect(other.locator('html[data-newer]')).toHaveCount(0);
      expect(await jobs(other)).toEqual(work);
      // The reader accepts the update, and the page offers to continue the work that was not shared.
      await other.getByRole('button', { name: 'Load it' }).click();
      await expect(other.locator('html[data-newer]')).toBeAttached();
      const offer = other.getByRole('status').filter({ hasText: 'Your unsaved work was kept' });
      await expect(offer.getByRole('button', { name: 'Continue with it' })).toBeVisible();
    } finally {
      await served.close();
    }
  });

  test('copies in two folders keep their own files', { tag: '@all' }, async ({ page }) => {
    test.setTimeout(240_000);
    const site = mkdtempSync(join(tmpdir(), 'site-'));
    for (const folder of ['a', 'b']) cpSync(DIST, join(site, folder), { recursive: true });
    const served = await serveDist(site);
    try {
      for (const folder of ['a', 'b']) {
        await page.goto(`${served.url}/${folder}/?offline#scene=ten-two-two`);
        await idle(page);
        await controlled(page);
      }
      const names = await cacheNames(page);
      expect(names).toHaveLength(2);
      expect(new Set(names.map((name) => /\/([ab])\//.exec(name)?.[1]))).toEqual(new Set(['a', 'b']));
      // Update the copy in /b/. The copy in /a/ must keep its files.
      served.edit((path, text) =>
        path === '/b/sw.js' ? text.replace(/const VERSION = '\w+'/, "const VERSION = 'newer'") : text,
      );
      await page.reload();
      await idle(page);
      await page.getByRole('button', { name: 'Load it' }).click();
      // Retried, because the page reloads meanwhile.
      await expect(async () => {
        const now = await cacheNames(page);
        expect(now).toHaveLength(2);
        expect(now).toContainEqual(expect.stringMatching(/\/b\/ newer$/));
        expect(now).toContainEqual(expect.stringMatching(/\/a\/ [0-9a-f]+$/));
      }).toPass({ timeout: 60_000 });
      await goOffline(page.context(), served);
      await page.goto('about:blank');
      await page.goto(`${served.url}/a/#scene=whole-picture`);
      await idle(page);
      expect(await sentence(page)).toContain('preempts');
    } finally {
      await served.close();
      rmSync(site, { recursive: true });
    }
  });

  test('detects a damaged cached file and fetches it again', { tag: '@all' }, async ({ page }) => {
    test.setTimeout(240_000);
    const served = await serveDist(DIST);
    try {
      await page.goto(`${served.url}/?offline#gallery`);
      await idle(page);
      await controlled(page);
      // Find a file that this visit has not requested, so that the service worker has not checked it yet.
      const name = await page.evaluate(async () => {
        const [cacheName] = await caches.keys();
        const cache = await caches.open(cacheName ?? '');
        const keys = await cache.keys();
        const found = keys.find(({ url }) => /assets\/ExactPage[\w-]*\.js$/.test(url));
        if (found === undefined) throw new Error('no such part');
        const whole = await (await cache.match(found))?.text();
        const text = `throw new Error('damaged');${whole ?? ''}`;
        await cache.put(found, new Response(text, { headers: { 'Content-Type': 'text/javascript' } }));
        return found.url;
      });
      await page.goto(`${served.url}/#exact`);
      await expect(page.locator('.exact-cell').first()).toBeVisible();
      const kept = await page.evaluate(async (url) => (await caches.match(url))?.text(), name);
      expect(kept).not.toContain('damaged');
    } finally {
      await served.close();
    }
  });
});

const jobs = (page: Page): Promise<(string | null)[]> =>
  page.getByRole('treeitem').evaluateAll((items) => items.map((item) => item.ariaLabel));

/** Opens a second tab with a run too large for an address, in which the reader has injected a message. */
async function workTab(context: BrowserContext, served: Served): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(`${served.url}/${await linkOf(longScript(), 'Long work')}`);
  await idle(tab);
  await tab.getByRole('button', { name: /^Send message/ }).click();
  await idle(tab);
  await tab.waitForFunction(() => (localStorage.getItem('qmgrscope.unshared') ?? '').includes('Long work'));
  return tab;
}
