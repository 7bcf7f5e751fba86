import type { Page } from '@playwright/test';
import { ALL } from '../fixtures/all.ts';
import { expect, open, test } from './page.ts';

// A shared context would keep the default font size for other tests.
test.use({ reuseContext: false });
test.skip(
  ({ browserName }) => browserName !== 'chromium',
  'only Chromium has its default font set while it runs',
);

/** Returns controls that are cut off by the window, or by a box that does not scroll. */
function beyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut = (element: Element): boolean => {
      const box = element.getBoundingClientRect();
      let [scrollsX, scrollsY] = [false, false];
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.position === 'fixed') break;
        const edge =
          at === document.body ? new DOMRect(0, 0, innerWidth, innerHeight) : at.getBoundingClientRect();
        const outX = box.right > edge.right + 1 || box.left < edge.left - 1;
        const outY = box.bottom > edge.bottom + 1 || box.top < edge.top - 1;
        scrollsX ||= /auto|scroll/.test(style.overflowX);
        scrollsY ||= /auto|scroll/.test(style.overflowY);
        const clips = (overflow: string): boolean => /hidden|clip/.test(overflow) || at === document.body;
        if (outX && !scrollsX && clips(style.overflowX)) return true;
        if (outY && !scrollsY && clips(style.overflowY)) return true;
      }
      return false;
    };
    return [...document.querySelectorAll('button, a[href], input, select, textarea, summary')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 2 && height > 2 && element.closest('.sr-only, .skip') === null;
      })
      .filter(cut)
      .map(
        (element) => `${element.tagName} ${element.ariaLabel ?? element.textContent?.trim().slice(0, 40)}`,
      );
  });
}

const PAGES = [
  '#scene=ten-two-two',
  '#scene=groups',
  '#gallery',
  '#lessons',
  '#lesson=blockers',
  '#postfix',
  '#live',
  '#lab',
  '#policies',
  '#experiments',
  '#write',
  '#class',
  '#library',
];

for (const size of ALL ? [20, 24] : [24]) {
  test(`a default font of ${size} px leaves every control within reach`, async ({ page, context }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } });
    const found: Record<string, string[]> = {};
    for (const hash of PAGES) {
      await open(page, hash);
      found[hash] = await beyond(page);
    }
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${size}px`);
    expect(found).toEqual(Object.fromEntries(PAGES.map((hash) => [hash, []])));
  });
}
