import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serveFolder } from '../../src/cli/serve.mjs';
import { expect, idle, MORE_DETAIL, picture, test } from './page.ts';

test.use(MORE_DETAIL);

/** A host name that the browser does not take for a loopback address, although its traffic stays on this machine. */
const HOST = 'plain.example';

test.skip(
  ({ browserName }) => browserName !== 'chromium',
  'only Chromium takes names of hosts as an argument',
);
test.use({
  launchOptions: async ({ launchOptions }, give) =>
    give({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
    }),
});

let url = '';
const server = serveFolder(join(import.meta.dirname, '../../dist'));
test.beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://${HOST}:${(server.address() as AddressInfo).port}/`;
});
test.afterAll(() => void server.close());

test.beforeEach(async ({ page }) => {
  await page.goto(`${url}#gallery`);
  expect(
    await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'clipboard' in navigator]),
  ).toEqual([false, false, false]);
});

test('plain http: the address follows the run, and a reload keeps injected mail', async ({ page }) => {
  await page.goto(`${url}#scene=ten-two-two`);
  await idle(page);
  await page.getByRole('button', { name: /^Inject as/ }).click();
  await expect(page).toHaveURL(/#s=/);
  const before = await picture(page);
  await page.reload();
  expect((await picture(page))['jobs']).toEqual(before['jobs']);
});

test('plain http: runs and records are kept', async ({ page }) => {
  await page.goto(`${url}#scene=ten-two-two`);
  await idle(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Keep on this machine' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Kept.' })).toBeVisible();
  await page.goto(`${url}#library`);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveCount(1);
  await page.goto(`${url}#postfix`);
  await page.getByRole('button', { name: /^Try an example/ }).click();
  await idle(page);
  await page.goto(`${url}#postfix&tab=files`);
  await page.getByRole('button', { name: 'Keep on this machine' }).click();
  await expect(page.getByText(/^Kept as “/)).toBeVisible();
});

test('plain http: text that cannot be copied can be selected', async ({ page }) => {
  const byHand = page.getByRole('status').filter({ hasText: 'Select the lines and press Ctrl C' });
  await page.goto(`${url}#postfix`);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(byHand).toBeVisible();
  await page.goto(`${url}#live`);
  await expect(page.getByText('This page came by plain http')).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(byHand).toBeVisible();
  await page.goto(`${url}#scene=ten-two-two`);
  await idle(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Press Ctrl C' })).toBeVisible();
});
