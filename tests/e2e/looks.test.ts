import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ALL } from '../fixtures/all.ts';
import { blemishes } from './looks.ts';
import { accessibilityFindings, contrastFindings, expect, idle, MORE_DETAIL, test } from './page.ts';

/**
 * Every page and every stop of every lesson, on a desktop and on a phone: no text is cut off or covered, and axe finds no
 * fault. With --all also at more sizes, in both themes, and with every stop answered and presented.
 */
interface Size {
  name: string;
  width: number;
  height: number;
  theme?: 'dark';
}

const DESKTOP: Size = { name: '1366×768', width: 1366, height: 768 };
const PHONE: Size = { name: 'phone', width: 412, height: 915 };
/** Sizes to which the open page is resized. */
const MORE_SIZES: readonly Size[] = ALL
  ? [
      { name: '1024×768', width: 1024, height: 768 },
      { name: '1280×720', width: 1280, height: 720 },
      { name: '1440×900', width: 1440, height: 900 },
      { name: '1920×1080', width: 1920, height: 1080 },
      { name: 'tablet', width: 820, height: 1180 },
      { name: '1440×900 dark', width: 1440, height: 900, theme: 'dark' },
    ]
  : [];
const PROJECTOR: Size = { name: '1920×1080', width: 1920, height: 1080 };

/** Minimum size of text in pixels: on a screen, and on a projector. */
const SMALLEST = 11;
const SMALLEST_PRESENTED = 12;

const LESSONS = readdirSync('src/learn/lessons/files')
  .toSorted()
  .map((file) => file.replace(/^\d+-|\.lesson$/g, ''));

/** Pages, and views of a run, that do not belong to a lesson. */
const PAGES = [
  '#',
  '#scene=whole-picture',
  '#scene=dead-and-back',
  '#scene=rate-delay',
  '#scene=sponsors',
  '#scene=one-over-the-limit',
  '#scene=slow-greeting',
  '#scene=timer-lab',
  '#scene=wheel-lab',
  '#lab',
  '#threads',
  '?view=wheel#scene=whole-picture',
  '?embed=stage#scene=ten-two-two',
  '#gallery',
  // Only with --all, because this page computes for seconds, and tables.test.ts opens it, too.
  ...(ALL ? ['#tables'] : []),
  '#policies',
  '#experiments',
  '#lessons',
  '#lesson=best-candidate&student&stop=2',
  '#postfix&tab=incidents&id=newsletter',
  '#present=best-candidate',
  '#notes=best-candidate',
  '#teach',
  '#class',
  '#class=windows&stop=4',
  '#answer=windows&stop=4',
  '#practice',
  '#practice&topic=timers&level=2&seed=5',
  '#library',
  '#exact',
  '#glossary',
  '#kit',
  '#no-such-link',
  '#s=AAAA',
];

/** Runs whose whole cockpit is checked too. */
const DETAILED = [
  '#scene=whole-picture',
  '#scene=dead-and-back',
  '#scene=rate-delay',
  '#scene=one-over-the-limit',
];

const OWN_ON_PHONES: readonly string[] = ['#', '#scene=whole-picture', '#answer=windows&stop=4', '#lessons'];

/** Pages with rows or marks that are smaller than the minimum target size of axe. */
const CROWDED: readonly string[] = ['#scene=slow-greeting'];

test.beforeEach(async ({ page }) => {
  await page.addInitScript({ content: `window.blemishes = ${String(blemishes)}` });
});

/** Runs in the page. Waits until the page is idle and has painted two frames, and returns the faults of its picture. */
async function lookNow(smallest: number): Promise<string[]> {
  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  while (document.documentElement.dataset['idle'] !== 'true') await frame();
  return (window as unknown as { blemishes: typeof blemishes }).blemishes({ smallest });
}

async function take(page: Page, { width, height, theme }: Size): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme ?? 'light' });
}

async function look(page: Page, size: Size, what: string, smallest = SMALLEST): Promise<string[]> {
  await take(page, size);
  await idle(page);
  return (await page.evaluate(lookNow, smallest)).map((text) => `${size.name} ${what}: ${text}`);
}

// A stop is opened only once and then checked at every size, because opening takes long.
for (const id of LESSONS)
  test(`every stop of ${id} looks right`, async ({ page }) => {
    test.setTimeout(600_000);
    const found: string[] = [];
    await take(page, DESKTOP);
    await page.goto(`/#lesson=${id}&stop=1`);
    await idle(page);
    const stops = await page.getByRole('button', { name: /^Step \d+:/ }).count();
    expect(stops).toBeGreaterThan(2);
    for (let stop = 1; stop <= stops; stop++) {
      const what = `${id} ${stop}`;
      if (stop > 1) await page.evaluate((to) => (location.hash = to), `#lesson=${id}&stop=${stop}`);
      for (const size of [...MORE_SIZES, PHONE, DESKTOP]) found.push(...(await look(page, size, what)));
      if (ALL || stop === 2) found.push(...(await accessibilityFindings(page)));
      const show = page.getByRole('button', { name: 'Show me' });
      if (!(ALL || stop === 2) || (await show.count()) === 0) continue;
      await show.click();
      for (const size of ALL ? [DESKTOP, ...MORE_SIZES, PHONE] : [DESKTOP])
        found.push(...(await look(page, size, `${what} answered`)));
    }
    for (let stop = 1; ALL && stop <= stops; stop++) {
      await page.evaluate((to) => (location.hash = to), `#present=${id}&stop=${stop}`);
      found.push(...(await look(page, PROJECTOR, `${id} ${stop} presented`, SMALLEST_PRESENTED)));
    }
    expect(found).toEqual([]);
  });

function looksRight(address: string): void {
  test(`${address} looks right and is accessible`, async ({ page }) => {
    const found: string[] = [];
    await take(page, PHONE);
    await page.goto(`/${address}`);
    found.push(...(await look(page, PHONE, address)));
    if (ALL || OWN_ON_PHONES.includes(address)) found.push(...(await accessibilityFindings(page)));
    await take(page, DESKTOP);
    if (ALL) {
      // Open the page again, because a page that opens at a size may differ from a page that is resized to it.
      await page.goto('about:blank');
      await page.goto(`/${address}`);
    }
    for (const size of [DESKTOP, ...MORE_SIZES]) found.push(...(await look(page, size, address)));
    found.push(...(await accessibilityFindings(page, CROWDED.includes(address) ? ['target-size'] : [])));
    if (ALL) {
      await page.emulateMedia({ colorScheme: 'dark' });
      found.push(...(await contrastFindings(page)));
    }
    expect(found).toEqual([]);
  });
}

for (const address of PAGES) looksRight(address);

test.describe('with more detail', () => {
  test.use(MORE_DETAIL);
  for (const address of DETAILED) looksRight(address);
});

test('the looks test detects planted faults', async ({ page }) => {
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
