import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { openSheet, saved } from './exporting.ts';
import { expect, open, test } from './page.ts';

const APP = join(import.meta.dirname, '../../node_modules/speedscope/dist/release');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

// How another program reads a file does not depend on the browser that saved the file.
test.skip(({ browserName }) => browserName !== 'chromium', 'one engine is enough');

test('speedscope opens the trace of a run and shows each CPU', async ({ page }) => {
  await open(page, '#scene=one-over-the-limit');
  await openSheet(page);
  const { bytes } = await saved(page, () => page.getByRole('button', { name: /as \.trace\.json$/ }).click());
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const name = pathname === '/' ? '/index.html' : pathname;
    response.setHeader('Content-Type', TYPES[extname(name)] ?? 'application/octet-stream');
    response.end(name === '/run.trace.json' ? bytes : readFileSync(join(APP, name)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const viewer = await page.context().newPage();
  try {
    await viewer.goto(`${url}/#profileURL=${encodeURIComponent(`${url}/run.trace.json`)}`);
    await viewer.getByText(/CPU 1/).first().click();
    await expect(viewer.getByText(/CPU 2/).first()).toBeVisible();
  } finally {
    await viewer.close();
    server.close();
  }
});
