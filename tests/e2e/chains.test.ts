import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { expect, open, test } from './page.ts';

const DIST = join(import.meta.dirname, '../../dist');
const ASKS = /\bimport\(([`"'])(\.\/[\w.-]+\.js)\1\)/g;
const NEEDS = /(?:\bfrom|\bimport)\s*["'`](\.\/[\w.-]+\.js)["'`]/g;

/** Records the files that the page requests. Returns, for each file, the files that it imports statically. */
async function watch(context: BrowserContext): Promise<Map<string, string[]>> {
  const needs = new Map<string, string[]>();
  await context.route(/\/assets\/[\w.-]+\.js$/, async (route) => {
    // Retry, because the server may close an idle connection at the moment when it is used again.
    const response = await route.fetch({ maxRetries: 3 });
    const text = await response.text();
    const url = route.request().url();
    needs.set(
      url,
      [...text.matchAll(NEEDS)].map(([, name = '']) => new URL(name, url).href),
    );
    const noted = '((globalThis.asked ??= []).push([import.meta.url, "$2"]), import("$2"))';
    await route.fulfill({ response, body: text.replace(ASKS, noted) });
  });
  return needs;
}

/**
 * For each file, the length of the chain of requests that leads to it: 1 = the page itself names the file. A file and
 * its static imports are requested together, so they have the same length.
 */
function depths(
  needs: ReadonlyMap<string, readonly string[]>,
  asked: readonly (readonly [string, string])[],
  base: string,
): Map<string, number> {
  const found = new Map<string, number>();
  const put = (url: string, depth: number): void => {
    if (found.has(url)) return;
    found.set(url, depth);
    for (const other of needs.get(url) ?? []) put(other, depth);
  };
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  for (const [, name = ''] of html.matchAll(/(?:src|href)="\.\/(assets\/[\w.-]+\.js)"/g))
    put(new URL(name, base).href, 1);
  for (const [from, name] of asked) put(new URL(name, from).href, (found.get(from) ?? 0) + 1);
  return found;
}

/** Addresses that readers, newcomers, classes and teachers open first, and a lesson embedded in another page. */
const WAYS = [
  '',
  '#scene=whole-picture',
  '#scene=timer-lab',
  '#threads',
  '#replay=afternoon',
  '#postfix',
  '#gallery',
  '#tables',
  '#policies',
  '#experiments',
  '#lessons',
  '#lesson=blockers',
  '#practice',
  '#answer',
  '#class',
  '#teach',
  '#present=blockers',
  '#library',
  '#exact',
  '#glossary',
  '?embed=stage#scene=ten-two-two',
  '?embed=lesson#lesson=blockers',
];

test('no entry page reaches a file through a chain of two others', { tag: '@all' }, async ({
  page,
  context,
  browserName,
  baseURL,
}) => {
  test.skip(browserName !== 'chromium', 'the files are the same for all of them');
  const needs = await watch(context);
  const deep: string[] = [];
  for (const way of WAYS) {
    // One after another in one page; about:blank unloads the previous address.
    // oxlint-disable-next-line no-await-in-loop
    await page.goto('about:blank');
    // oxlint-disable-next-line no-await-in-loop
    await open(page, way);
    // oxlint-disable-next-line no-await-in-loop
    const asked = await page.evaluate(() => (globalThis as { asked?: [string, string][] }).asked ?? []);
    expect(asked.length, way).toBeGreaterThan(1);
    const found = depths(needs, asked, `${baseURL}/`);
    for (const [url, depth] of found) if (depth > 2) deep.push(`${way} ${depth} ${url}`);
  }
  expect(deep).toEqual([]);
});
