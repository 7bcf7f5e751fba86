import AxeBuilder from '@axe-core/playwright';
import { expect, open, test } from './page.ts';

const COMMON = ['#scene=whole-picture', '#gallery', '#policies', '#lesson=best-candidate&stop=4'];
/** Each page in at least one look; those that take long to come to rest in one only. */
const PAGES = {
  light: [...COMMON, '#tables', '#exact', '#glossary', '#teach', '?embed=stage#scene=ten-two-two', '#s=AAAA'],
  dark: [
    ...COMMON,
    '#experiments',
    '#lessons',
    '#teach',
    '#class',
    '#practice&topic=timers&level=2&seed=5',
    '#library',
  ],
  phone: [
    ...COMMON,
    '#experiments',
    '#exact',
    '#teach',
    '#class',
    '#present=best-candidate',
    '#notes=best-candidate',
  ],
} as const;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const LOOKS = [
  { name: 'light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
] as const;

for (const { name, ...look } of LOOKS) {
  test.describe(name, () => {
    test.use(look);
    for (const hash of PAGES[name])
      test(`${hash} has no accessibility finding`, async ({ page }) => {
        await open(page, hash);
        const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
        const found = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`);
        expect(found).toEqual([]);
      });
  });
}

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('nothing scrolls sideways but the panels that are meant to', async ({ page }) => {
    for (const hash of [...PAGES.phone, '#tables', '#glossary', '#lessons', '#library', '#s=AAAA']) {
      await page.goto('about:blank');
      await open(page, hash);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), hash).toBe(true);
    }
  });
});

test.describe('twice as large', () => {
  // 200 % of 1440 × 900: what a reader sees who enlarges the page.
  test.use({ viewport: { width: 720, height: 450 } });
  test('everything of the main page can still be reached', async ({ page }) => {
    await open(page, '#scene=whole-picture');
    for (const name of ['Play', 'Share']) {
      const button = page.getByRole('button', { name, exact: true });
      await button.scrollIntoViewIfNeeded();
      await expect(button).toBeInViewport({ ratio: 1 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

test.describe('forced colours', () => {
  test.use({ forcedColors: 'active' });
  test('the system’s colours are used, and the picture is still there', async ({ page }) => {
    await open(page, '#scene=whole-picture');
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    // An edge that only a background makes is gone there: chips and cards must have one of their own.
    const edged = await page
      .locator('.job.card')
      .first()
      .evaluate((card) => {
        const { borderTopStyle, borderTopWidth, outlineStyle, boxShadow } = getComputedStyle(card);
        return (
          (borderTopStyle !== 'none' && borderTopWidth !== '0px') ||
          outlineStyle !== 'none' ||
          boxShadow !== 'none'
        );
      });
    expect(edged).toBe(true);
  });
});
