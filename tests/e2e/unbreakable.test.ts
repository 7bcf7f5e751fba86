import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { serveDist, type Served } from '../../src/cli/serve-dist.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { expect, idle, open, sentence, test } from './page.ts';

declare global {
  interface Window {
    qmgrscopeFail?: (how: 'crash' | 'invariant' | 'hang') => Promise<void>;
  }
}

const DIST = join(import.meta.dirname, '../../dist');

async function linkOf(script: object[], title: string): Promise<string> {
  const parsed = parseScenario({ version: 1, title, script });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors[0]));
  const cursor = { at: 0, step: 0, event: 0, decision: 0 };
  return encodeLink({ scenario: parsed.value, live: [], cursor, branch: 1 });
}

/** A script whose link is longer than an address is let grow to. */
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

/** Nothing of the copy for offline work is fetched while the page is busy: only then it controls the page. */
async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 60_000,
  });
}

const cacheNames = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());

test.describe('a large run', () => {
  const large = Array.from({ length: 8 }, (_, i) => ({
    at: i,
    command: { kind: 'message.inject', to: [{ destination: 'x.example', count: 1_000_000 }] },
  }));

  test('says before it opens what it will need; Cancel leaves everything as it was', async ({ page }) => {
    const link = await linkOf(large, 'Eight million recipients');
    await open(page, '#scene=fifo');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, link);
    const sheet = page.getByRole('dialog', { name: 'A large run' });
    await expect(sheet).toContainText('Eight million recipients');
    await expect(sheet.getByRole('definition')).toHaveText([
      /^about 1 million$/,
      /^about 100 MB$/,
      /^about 20 s to its end$/,
    ]);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/#gallery$/);
    await idle(page);
    await page.goBack();
    await idle(page);
    await expect(page).toHaveURL(/#scene=fifo/);
  });

  test('opens when the reader says so', async ({ page }) => {
    await page.goto(`/${await linkOf(large, 'Eight million recipients')}`);
    await page.getByRole('button', { name: 'Open it' }).click();
    await idle(page);
    await expect(page).toHaveTitle(/Eight million recipients/);
    await page.keyboard.press('n');
    await idle(page);
    expect(await sentence(page)).not.toBe('');
  });
});

test('a simulation that does not answer is named after five seconds, and can be waited for', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto('/?hooks#scene=ten-two-two');
  await idle(page);
  await page.keyboard.press('n');
  await idle(page);
  await page.evaluate(() => void window.qmgrscopeFail?.('hang'));
  const bar = page.getByRole('alert').filter({ hasText: 'has not answered for 5 seconds' });
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Wait' }).click();
  await expect(bar).toBeHidden();
});

test('a simulation that hangs is started again from the last good state', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('/?hooks#scene=ten-two-two');
  await idle(page);
  await page.keyboard.press('n');
  await idle(page);
  const before = await sentence(page);
  await page.evaluate(() => void window.qmgrscopeFail?.('hang'));
  const bar = page.getByRole('alert').filter({ hasText: 'has not answered for 5 seconds' });
  await bar.getByRole('button', { name: 'Start it again here' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('alert').filter({ hasText: 'started again here' })).toBeVisible();
  expect(await sentence(page)).toBe(before);
  await page.keyboard.press('n');
  await expect.poll(() => sentence(page)).not.toBe(before);
});

test.describe('copies for offline work', () => {
  test.use({ serviceWorkers: 'allow' });

  test('an update taken in one tab leaves the other and its unshared work alone', async ({ page, context }) => {
    test.setTimeout(240_000);
    const served = await serveDist(DIST);
    try {
      await page.goto(`${served.url}/#scene=ten-two-two`);
      await idle(page);
      await controlled(page);
      const other = await workTab(context, served);
      served.edit((path, text) => {
        if (path === '/sw.js') return text.replace(/const VERSION = '\w+'/, "const VERSION = 'newer'");
        return path === '/index.html' ? text.replace('<html lang="en">', '<html lang="en" data-newer>') : text;
      });
      await page.reload();
      await idle(page);
      await page.getByRole('button', { name: 'Load it' }).click();
      await expect(page.locator('html[data-newer]')).toBeAttached();
      // The other tab still is what it was, and hears of it.
      await expect(other.getByText('A newer qmgrscope is ready')).toBeVisible();
      await expect(other.locator('html[data-newer]')).toHaveCount(0);
      await expect(other.getByRole('treeitem', { name: /^job 7777,/ })).toBeVisible();
      // Its own reader takes it: what was done there is offered again.
      await other.getByRole('button', { name: 'Load it' }).click();
      await expect(other.locator('html[data-newer]')).toBeAttached();
      const offer = other.getByRole('status').filter({ hasText: 'Work that was not shared is kept here' });
      await offer.getByRole('button', { name: 'Go on with it' }).click();
      await idle(other);
      await expect(other.getByRole('treeitem', { name: /^job 7777,/ })).toBeVisible();
    } finally {
      await served.close();
    }
  });

  test('copies in two folders keep their own files', async ({ page }) => {
    test.setTimeout(240_000);
    const site = mkdtempSync(join(tmpdir(), 'site-'));
    for (const folder of ['a', 'b']) cpSync(DIST, join(site, folder), { recursive: true });
    const served = await serveDist(site);
    try {
      for (const folder of ['a', 'b']) {
        await page.goto(`${served.url}/${folder}/#scene=ten-two-two`);
        await idle(page);
        await controlled(page);
      }
      const names = await cacheNames(page);
      expect(names).toHaveLength(2);
      expect(new Set(names.map((name) => /\/([ab])\//.exec(name)?.[1]))).toEqual(new Set(['a', 'b']));
      // The second one is updated: the first keeps its files.
      served.edit((path, text) =>
        path === '/b/sw.js' ? text.replace(/const VERSION = '\w+'/, "const VERSION = 'newer'") : text,
      );
      await page.reload();
      await idle(page);
      await page.getByRole('button', { name: 'Load it' }).click();
      await expect
        .poll(() => cacheNames(page))
        .toEqual(expect.arrayContaining([expect.stringMatching(/\/b\/ newer$/)]));
      await expect.poll(async () => (await cacheNames(page)).length).toBe(2);
      await page.context().setOffline(true);
      await page.goto('about:blank');
      await page.goto(`${served.url}/a/#scene=whole-picture`);
      await idle(page);
      expect(await sentence(page)).toContain('preempts');
    } finally {
      await served.close();
      rmSync(site, { recursive: true });
    }
  });

  test('a cached file that is damaged is noticed and fetched again', async ({ page }) => {
    test.setTimeout(240_000);
    const served = await serveDist(DIST);
    try {
      await page.goto(`${served.url}/#gallery`);
      await idle(page);
      await controlled(page);
      // A part that has not been asked for in this visit: the worker has not looked at it yet.
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

/** A second tab with a run that no address can hold, and a message of the reader's in it. */
async function workTab(context: BrowserContext, served: Served): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(`${served.url}/${await linkOf(longScript(), 'Long work')}`);
  await idle(tab);
  await tab.getByRole('button', { name: /^Inject as/ }).click();
  await idle(tab);
  await tab.waitForFunction(() => (localStorage.getItem('qmgrscope.unshared') ?? '').includes('Long work'));
  return tab;
}
