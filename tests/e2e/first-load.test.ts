import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { teach } from '../../src/learn/words/en/teach.ts';
import { write } from '../../src/learn/words/en/write.ts';
import { expect, idle, test } from './page.ts';

test.use({ reuseContext: false });

const DIST = join(import.meta.dirname, '../../dist');

/** Returns the size of a built file in thousands of bytes, compressed as a host does. */
function packed(name: string): number {
  return gzipSync(readFileSync(join(DIST, name)), { level: 9 }).length / 1000;
}

test('what loads before the first picture stays small', () => {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\.\/((?:assets\/)?[\w.-]+\.js)"/g)].map(
    (match) => match[1] ?? '',
  );
  expect(scripts.length).toBeGreaterThan(3);
  const size = scripts.reduce((sum, name) => sum + packed(name), 0);
  expect(size, scripts.join(' ')).toBeLessThanOrEqual(129.6);
});

test('the worker starts without other kinds of run and without panel questions', () => {
  const names = readdirSync(join(DIST, 'assets')).filter((name) => name.startsWith('simulation.worker-'));
  expect(names).toHaveLength(1);
  const entry = `assets/${names[0] ?? ''}`;
  const source = readFileSync(join(DIST, entry), 'utf8');
  const imported = [...source.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(
    (match) => `assets/${match[1] ?? ''}`,
  );
  const size = [entry, ...imported].reduce((sum, name) => sum + packed(name), 0);
  expect(size, [entry, ...imported].join(' ')).toBeLessThanOrEqual(58.5);
});

test('only the pages of teachers and authors fetch the texts meant for them', async ({ page }) => {
  const names: string[] = [];
  page.on('response', (response) => {
    const name = /assets\/([\w.-]+\.js)$/.exec(response.url())?.[1];
    if (name !== undefined) names.push(name);
  });
  /** Returns which pages (`teach`, `write`) have their lead text in a file that the address loads. */
  const leadsAt = async (hash: string): Promise<string[]> => {
    names.length = 0;
    await page.goto('about:blank');
    await page.goto(`/${hash}`);
    await idle(page);
    const sources = names.map((name) => readFileSync(join(DIST, 'assets', name), 'utf8'));
    return Object.entries({ teach: teach.lead, write: write.lead }).flatMap(([of, lead]) =>
      sources.some((source) => source.includes(lead)) ? [of] : [],
    );
  };
  expect(await leadsAt('')).toEqual([]);
  expect(await leadsAt('#lesson=what-is-a-job')).toEqual([]);
  expect(await leadsAt('#teach')).toContain('teach');
  expect(await leadsAt('#write')).toContain('write');
});

test('the page uses small fonts, and a rare character fetches the whole ones', async ({ page }) => {
  const fonts: string[] = [];
  page.on('response', (response) => {
    const name = /assets\/([\w.-]+\.woff2)/.exec(response.url())?.[1];
    if (name !== undefined) fonts.push(name);
  });
  for (const hash of ['', '#glossary', '#scene=whole-picture']) {
    await page.goto(`/?again=${hash.length}${hash}`);
    await idle(page);
  }
  const small = new Set(fonts);
  const bytes = (names: Iterable<string>): number[] =>
    [...names].map((name) => readFileSync(join(DIST, 'assets', name)).length);
  expect(bytes(small)).toHaveLength(2);
  expect(Math.max(...bytes(small))).toBeLessThan(26_000);
  // Both font files have all weights between their ends, so a bolder word is wider.
  const widths = (word: string): Promise<number[]> =>
    page.evaluate((text) => {
      const line = document.createElement('canvas').getContext('2d')!;
      return [400, 550, 700].map((weight) => {
        line.font = `${weight} 40px Inter`;
        return line.measureText(text).width;
      });
    }, word);
  const [light = 0, middle = 0, bold = 0] = await widths('Recipient');
  expect(light).toBeLessThan(middle);
  expect(middle).toBeLessThan(bold);

  const whole = page.waitForResponse((response) => /inter-.*\.woff2/.test(response.url()));
  await page.evaluate(() => document.querySelector('main')!.append('Ångström'));
  expect((await (await whole).body()).length).toBeGreaterThan(40_000);
});
