import { readdirSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, idle, test } from './page.ts';
import { blemishes } from './looks.ts';

/*
 * Every page and every stop of every lesson, at sizes that people have. `FULL=1` looks at more sizes, at both themes, at
 * presentations and at answered questions.
 */
const FULL = process.env['FULL'] === '1';

interface Look {
  name: string;
  width: number;
  height: number;
  theme?: 'dark';
}

const SIZES: readonly Look[] = [
  { name: '1024×768', width: 1024, height: 768 },
  { name: '1366×768', width: 1366, height: 768 },
  { name: '1920×1080', width: 1920, height: 1080 },
  { name: 'phone', width: 412, height: 915 },
  ...(FULL
    ? ([
        { name: '1280×720', width: 1280, height: 720 },
        { name: '1440×900', width: 1440, height: 900 },
        { name: 'tablet', width: 820, height: 1180 },
        { name: '1440×900 dark', width: 1440, height: 900, theme: 'dark' },
      ] as const)
    : []),
];

// Where the engine's driver cannot ask a page for less motion, its browser starts with the wish; else marks are on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The smallest text on a screen, and on a projector, in pixels. */
const SMALLEST = 11;
const SMALLEST_PRESENTED = 12;

const LESSONS = readdirSync('src/lessons/files')
  .toSorted()
  .map((file) => file.replace(/^\d+-|\.lesson$/g, ''));

/** Pages and views of a run that are no stop of a lesson. */
const PAGES = [
  '#',
  '#scene=first-letter',
  '#scene=whole-picture',
  '#scene=dead-and-back',
  '#scene=timer-lab',
  '#scene=one-over-the-limit',
  '#gallery',
  '#tables',
  '#policies',
  '#experiments',
  '#lessons',
  '#teach',
  '#class',
  '#practice',
  '#library',
  '#exact',
  '#glossary',
  '#no-such-link',
] as const;

/** A page of the size, on which nothing was opened before. */
async function fresh(given: BrowserContext, look: Look): Promise<Page> {
  const browser = given.browser();
  if (browser === null) throw new Error('no browser of its own');
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.addInitScript({ content: `window.blemishes = ${String(blemishes)}` });
  return context.newPage();
}

/** In the page: when nothing is left to do and two frames have been painted, what is wrong with its picture. */
async function lookNow(smallest: number): Promise<string[]> {
  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  while (document.documentElement.dataset['idle'] !== 'true') await frame();
  return (window as unknown as { blemishes: typeof blemishes }).blemishes({ smallest });
}

/** What is wrong at this size. A page that is open already takes the size on, as a window does that is made smaller. */
async function look(page: Page, size: Look, what: string, smallest = SMALLEST): Promise<string[]> {
  const { width, height, theme = 'light' } = size;
  const now = page.viewportSize();
  if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height });
  if (FULL) await page.emulateMedia({ colorScheme: theme });
  await idle(page);
  return (await page.evaluate(lookNow, smallest)).map((text) => `${size.name} ${what}: ${text}`);
}

const DESKTOPS = SIZES.filter(({ width }) => width > 640);
const PHONES = SIZES.filter(({ width }) => width <= 640);
const FIRST = SIZES[0]!;
/** Where a class sits in front of it. */
const PROJECTORS = SIZES.filter(({ width }) => width >= 1280 && (FULL || width === 1920));

// What takes long at a stop is its run, so each is opened once and looked at in every size.
for (const id of LESSONS)
  test(`every stop of ${id} looks right at every size`, async ({ context }) => {
    test.setTimeout(600_000);
    const found: string[] = [];
    const page = await fresh(context, FIRST);
    await page.goto(`/#lesson=${id}&stop=1`);
    await idle(page);
    const dots = await page.getByRole('button', { name: /^Step \d+:/ }).count();
    expect(dots).toBeGreaterThan(2);
    const everywhere = async (sizes: readonly Look[], what: string, smallest?: number): Promise<void> => {
      for (const size of sizes) found.push(...(await look(page, size, `${id} ${what}`, smallest)));
    };
    for (let stop = 1; stop <= dots; stop++) {
      if (stop > 1) await page.evaluate((to) => (location.hash = to), `#lesson=${id}&stop=${stop}`);
      await everywhere(SIZES.toReversed(), `${stop}`);
      const shows = page.getByRole('button', { name: 'Show me' });
      if ((await shows.count()) === 0) continue;
      await shows.click();
      await everywhere(FULL ? SIZES : [FIRST], `${stop} answered`);
    }
    for (let stop = 1; stop <= dots; stop++) {
      await page.evaluate((to) => (location.hash = to), `#present=${id}&stop=${stop}`);
      await everywhere(PROJECTORS, `${stop} presented`, SMALLEST_PRESENTED);
    }
    await page.context().close();
    expect(found).toEqual([]);
  });

// A phone loads other parts than a desktop: each has its own page that nothing was opened on before.
for (const hash of PAGES)
  test(`${hash} looks right at every size, opened fresh`, async ({ context }) => {
    const found: string[] = [];
    for (const sizes of [DESKTOPS, PHONES]) {
      const page = await fresh(context, sizes[0] ?? FIRST);
      await page.goto(`/${hash}`);
      for (const size of sizes) found.push(...(await look(page, size, hash)));
      await page.context().close();
    }
    expect(found).toEqual([]);
  });

test('what the test of looks is for, it notices', async ({ page }) => {
  await page.goto('/#exact');
  await idle(page);
  await page.evaluate(() => {
    const planted = document.createElement('section');
    const add = (css: string, text: string, inside = planted): HTMLElement => {
      const element = document.createElement('p');
      element.style.cssText = css;
      element.textContent = text;
      inside.append(element);
      return element;
    };
    add(
      'position:fixed;left:9rem;top:20rem;width:4rem;overflow:hidden;white-space:nowrap',
      'planted and cut off at its end',
    );
    add('position:fixed;left:9rem;top:24rem', 'planted below');
    add('position:fixed;left:9.5rem;top:24rem', 'planted above');
    add('position:fixed;left:9rem;top:28rem;font-size:8px', 'planted small');
    add('position:fixed;left:calc(100vw - 2rem);top:30rem;white-space:nowrap', 'planted beyond the window');
    add(
      'width:3rem;white-space:nowrap',
      'planted outside',
      add('position:fixed;left:9rem;top:34rem;width:3rem;border:1px solid', ''),
    );
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.append(document.createElementNS('http://www.w3.org/2000/svg', 'circle'));
    svg.firstElementChild?.setAttribute('r', '20');
    planted.append(svg);
    document.querySelector('main')?.append(planted);
  });
  const found = (await page.evaluate(blemishes, { smallest: SMALLEST })).join('\n');
  for (const what of [
    'cut off: “planted and cut off',
    'on text: “planted below',
    '8.0 px: p “planted small”',
    'outside the window: “planted beyond',
    'outside: “planted outside',
    'without a style: circle',
  ])
    expect(found).toContain(what);
});
