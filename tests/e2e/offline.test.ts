import { join } from 'node:path';
import { serveDist, type Served } from '../../src/cli/serve-dist.ts';
import { expect, goOffline, idle, press, sentence, test } from './page.ts';

test.use({ serviceWorkers: 'allow', reuseContext: false });

const DIST = join(import.meta.dirname, '../../dist');
let served: Served;
test.beforeAll(async () => {
  served = await serveDist(DIST);
});
test.afterAll(() => served.close());

test('everything works without a network after the first visit', async ({
  page,
  context,
  browserName,
  errors,
}) => {
  // A separate server, because this test shuts it down and other tests need the shared one.
  const once = await serveDist(DIST);
  await page.goto(`${once.url}/?offline#scene=ten-two-two`);
  await idle(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 30_000,
  });
  await goOffline(context, once);
  await page.goto('about:blank');
  await page.goto(`${once.url}/#scene=whole-picture`);
  await idle(page);
  expect(await sentence(page)).toContain('preempts');
  await press(page, 'n');
  // Open parts that were never loaded with a network: debugger, export, a page, an embedded view.
  await press(page, 'd');
  await expect(page.getByRole('main')).toBeVisible();
  await page.goto('about:blank');
  await page.goto(`${once.url}/#exact`);
  await expect(page.locator('.exact-cell').first()).toBeVisible();
  await page.goto('about:blank');
  await page.goto(`${once.url}/?embed=stage#scene=ten-two-two`);
  await idle(page);
  await expect(page.getByRole('button', { name: 'Open in full' })).toBeVisible();
  // The example in README.md embeds a view of this copy.
  await page.goto(`${once.url}/examples/embed.html`);
  await expect(page.frameLocator('iframe').getByText('2 preempts 1').first()).toBeVisible();
  // These workers start only now, without a network.
  await page.goto(`${once.url}/#experiments`);
  await idle(page);
  await page.getByRole('button', { name: /^Run/ }).click();
  await idle(page);
  await expect(page.locator('.experiments svg').first()).toBeVisible();
  // WebKit may request a worker's file from the network and report the failure. The page then starts that worker again.
  if (browserName === 'webkit') {
    const other = errors.filter(
      (text) => !/Connection refused$|^Importing a module script failed/.test(text),
    );
    errors.splice(0, errors.length, ...other);
  }
});

// In runs without --all, copies.test.ts covers the update.
test('a newer version announces itself and waits for the reader', { tag: '@all' }, async ({ page }) => {
  await page.goto(`${served.url}/?offline#scene=ten-two-two`);
  await idle(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 30_000,
  });
  // Deploy another version whose page differs.
  served.edit((path, text) => {
    if (path === '/sw.js') return text.replace(/const VERSION = '\w+'/, "const VERSION = 'newer'");
    return path === '/index.html' ? text.replace('<html lang="en">', '<html lang="en" data-newer>') : text;
  });
  await page.reload();
  await idle(page);
  // Nothing changes while the reader works: the page still has the old version.
  await expect(page.locator('html[data-newer]')).toHaveCount(0);
  const bar = page.getByRole('status').filter({ hasText: 'A newer qmgrscope is ready' });
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Load it' }).click();
  await expect(page.locator('html[data-newer]')).toBeAttached();
  served.edit((_path, text) => text);
});

test('lists the parts of the copy with their licences', async ({ page, request }) => {
  await page.goto(`${served.url}/#exact`);
  const list = page.getByRole('region', { name: 'What is in this copy' });
  for (const words of [
    /^react 19\S+ MIT$/,
    /^comlink \S+ Apache-2\.0$/,
    /^@fontsource-variable\/inter \S+ OFL-1\.1$/,
  ])
    await expect(list.getByRole('listitem').filter({ hasText: words })).toHaveCount(1);
  const texts = await (await request.get(`${served.url}/licences.txt`)).text();
  for (const words of [
    'Permission is hereby granted, free of charge',
    'SIL OPEN FONT LICENSE',
    'Apache License',
  ])
    expect(texts).toContain(words);
});

test('the page can be installed', async ({ page }) => {
  await page.goto(`${served.url}/#gallery`);
  const manifest = (await (await page.request.get(`${served.url}/manifest.webmanifest`)).json()) as {
    icons: { src: string; sizes: string }[];
    screenshots: { src: string; sizes: string; form_factor: string }[];
    start_url: string;
    display: string;
  };
  expect(manifest.display).toBe('standalone');
  for (const size of ['192x192', '512x512'])
    expect(manifest.icons.some((icon) => icon.sizes === size)).toBe(true);
  for (const { src } of manifest.icons)
    expect((await page.request.get(`${served.url}/${src}`)).ok(), src).toBe(true);
  await expect(page.locator('link[rel="manifest"]')).toHaveCount(1);
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  expect((await page.request.get(new URL(touch ?? '', served.url).href)).ok()).toBe(true);
  expect(manifest.screenshots.map((one) => one.form_factor).toSorted()).toEqual(['narrow', 'wide']);
  for (const { src, sizes } of manifest.screenshots) {
    const png = await (await page.request.get(`${served.url}/${src}`)).body();
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
  }
});
