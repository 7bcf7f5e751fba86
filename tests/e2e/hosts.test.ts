import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProgram, startNginx } from '../fixtures/nginx.ts';
import { expect, idle, test } from './page.ts';

const DIST = join(import.meta.dirname, '../../dist');
const POLICY = /default-src 'none';.*frame-ancestors 'self'/;

async function listen(answer: RequestListener): Promise<{ url: string; close(): void }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Serves a page of another site that contains this frame. */
const pageAround = (frame: string): ReturnType<typeof listen> =>
  listen((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><html lang="en"><title>host</title><link rel="icon" href="data:,">${frame}`);
  });

/** Serves the built page without any header except the content type. */
const plainHost = (): ReturnType<typeof listen> =>
  listen((request, response) => {
    const path = new URL(request.url ?? '', 'http://host').pathname;
    const file = readFileSync(join(DIST, path === '/' ? 'index.html' : path));
    const type = { js: 'text/javascript', css: 'text/css', html: 'text/html' }[path.split('.').at(-1) ?? ''];
    response.setHeader('Content-Type', path === '/' ? 'text/html' : (type ?? 'application/octet-stream'));
    response.end(file);
  });

test.describe('nginx with the example configuration', { tag: '@all' }, () => {
  test.skip(findProgram('nginx') === '', 'nginx is not installed');
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  test.beforeAll(async () => {
    nginx = await startNginx(DIST);
  });
  test.afterAll(() => nginx?.stop());

  test('serves the page from a folder with compression, types and headers', async ({ page, request }) => {
    const scripts: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.url());
    });
    await page.goto(`${nginx.url}#scene=ten-two-two`);
    await idle(page);
    await expect(page.locator('.explain_say')).toContainText('2 preempts 1');
    expect(scripts.length).toBeGreaterThan(3);
    const head = async (path: string): Promise<Record<string, string>> => {
      const response = await request.get(new URL(path, nginx.url).href, {
        headers: { 'Accept-Encoding': 'gzip' },
      });
      expect(response.status(), path).toBe(200);
      return response.headers();
    };
    for (const url of scripts) expect(await head(url), url).toMatchObject({ 'content-encoding': 'gzip' });
    const asset = await head(scripts.find((url) => url.includes('/assets/')) ?? '');
    expect(asset['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['.', 'sw.js', 'manifest.webmanifest', 'evidence.json', 'icon.svg']) {
      const headers = await head(path);
      expect(headers['cache-control'], path).toBe('no-cache');
      expect(headers['content-encoding'], path).toBe('gzip');
      expect(headers['content-security-policy'], path).toMatch(POLICY);
      expect(headers['permissions-policy'], path).toContain('camera=(self)');
      expect(headers['x-content-type-options'], path).toBe('nosniff');
    }
    // Other sites may frame only the embedded view.
    expect((await head('?embed=stage'))['content-security-policy']).toMatch(/frame-ancestors \*$/);
    expect((await head('manifest.webmanifest'))['content-type']).toBe('application/manifest+json');
  });

  test('a view in a frame without an origin runs, and in WebKit says why it cannot', async ({
    page,
    browserName,
    errors,
  }) => {
    const address = `${nginx.url}?embed=stage#scene=ten-two-two`;
    const around = await pageAround(
      `<iframe sandbox="allow-scripts" width="900" height="500" src="${address}">`,
    );
    try {
      await page.goto(around.url);
      const frame = page.frameLocator('iframe');
      if (browserName === 'webkit') {
        await expect(frame.getByRole('alert')).toContainText('Add allow-same-origin');
        errors.length = 0;
        return;
      }
      await expect(frame.getByText('2 preempts 1').first()).toBeVisible();
      await expect(frame.locator('html[data-idle="true"]')).toBeAttached();
    } finally {
      around.close();
    }
  });

  test('the whole page runs in a frame of the same site, with its experiments', async ({
    page,
    browserName,
  }) => {
    test.skip(browserName === 'webkit', 'it loads nothing in such a frame, and says so: see above');
    await page.goto(`${nginx.url}lessons.html`);
    await page.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      Object.assign(frame, { width: '1200', height: '800', src: address });
      document.body.replaceChildren(frame);
    }, `${nginx.url}#experiments`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: /^Run/ }).click();
    await expect(frame.locator('html[data-idle="true"]')).toBeAttached();
  });
});

test.describe('where it cannot run', () => {
  // The browser logs each file that it refuses to load. That is expected.
  test('a frame without an origin says what to do when its host shares no files', async ({
    page,
    errors,
  }) => {
    const host = await plainHost();
    const around = await pageAround(
      `<iframe sandbox="allow-scripts" width="900" height="500" src="${host.url}?embed=stage">`,
    );
    try {
      await page.goto(around.url);
      await expect(page.frameLocator('iframe').getByRole('alert')).toContainText('Add allow-same-origin');
    } finally {
      around.close();
      host.close();
    }
    errors.length = 0;
  });

  test.describe('from a file', () => {
    test.use({ strictFiles: true });
    test('a page opened as a file says what to do', async ({ page, errors }) => {
      await page.goto(pathToFileURL(join(DIST, 'index.html')).href);
      await expect(page.getByRole('alert')).toContainText('python3 -m http.server');
      errors.length = 0;
    });
  });

  test('reports a copy that lacks its program', async ({ page, errors, baseURL }) => {
    await page.route(/assets\/.*\.js/, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${baseURL}/`);
    await expect(page.getByRole('alert')).toContainText('Reload the page');
    errors.length = 0;
  });
});
