import AxeBuilder from '@axe-core/playwright';
import { expect, open, test } from './page.ts';

const PAGES = [
  '#scene=whole-picture',
  '#scene=ten-two-two',
  '#gallery',
  '#tables',
  '#experiments',
  '#s=AAAA',
];
const LOOKS = [
  { name: 'light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
] as const;

for (const { name, ...look } of LOOKS) {
  test.describe(name, () => {
    test.use(look);
    for (const hash of PAGES) {
      test(`${hash} has no serious accessibility finding`, async ({ page }) => {
        if (hash.startsWith('#scene')) await open(page, hash);
        else {
          await page.goto(`/${hash}`);
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        }
        const { violations } = await new AxeBuilder({ page }).analyze();
        const serious = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
        expect(serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)).toEqual(
          [],
        );
      });
    }
  });
}

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('nothing scrolls sideways but the panels that are meant to', async ({ page }) => {
    for (const hash of PAGES) {
      await page.goto(`/${hash}`);
      await expect(page.getByRole('main')).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), hash).toBe(true);
    }
  });
});
