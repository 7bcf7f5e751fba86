import type { Page } from '@playwright/test';
import { ALL } from '../fixtures/all.ts';
import { openAfternoon } from './afternoon.ts';
import { accessibilityFindings, expect, idle, open, test } from './page.ts';

const LOOKS = [
  ...(ALL
    ? ([
        { name: 'light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
        { name: 'dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
      ] as const)
    : []),
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
] as const;

async function goTo(page: Page, tab: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Your Postfix' })
    .getByRole('link', { name: tab })
    .press('Enter');
  await idle(page);
}

for (const { name, ...look } of LOOKS)
  test.describe(name, () => {
    test.use(look);
    test(`no view of a record has an accessibility finding: ${name}`, async ({ page }) => {
      await openAfternoon(page, 'files');
      expect(await accessibilityFindings(page), 'files').toEqual([]);
      await goTo(page, 'Findings');
      await page.getByRole('button', { name: /flaky\.example was down/ }).press('Enter');
      await idle(page);
      expect(await accessibilityFindings(page), 'findings, one open').toEqual([]);
      await page.getByRole('button', { name: 'Add a class' }).press('Enter');
      await page.getByRole('textbox', { name: 'Name' }).fill('slow');
      await page.getByRole('textbox', { name: 'Which mail' }).fill('to=*@slow.example');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: /^slow \d+/ })).toBeVisible();
      expect(await accessibilityFindings(page), 'a class').toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^grey\.example: .* attempts/ }).press('Enter');
      await expect(page.getByRole('region', { name: 'Deliveries per minute' })).toBeVisible();
      await idle(page);
      expect(await accessibilityFindings(page), 'a lane').toEqual([]);
      await page.getByRole('combobox', { name: 'Search messages' }).fill('grey.example');
      await page.getByRole('region', { name: 'Search' }).getByRole('link').nth(1).press('Enter');
      await idle(page);
      await expect(
        page.getByRole('dialog', { name: 'Life of a message' }).getByRole('heading').first(),
      ).toBeVisible();
      expect(await accessibilityFindings(page, ['skip-link']), 'search, and one message').toEqual([]);
      await page.keyboard.press('Escape');
      await goTo(page, 'Queue');
      await expect(page.getByRole('row').nth(3)).toBeVisible();
      // axe mistakes tabs that are outside a phone's window for skip links, because their addresses begin with #, too.
      expect(await accessibilityFindings(page, ['skip-link']), 'queue').toEqual([]);
    });
  });

test.describe('enlarged to 200 %', () => {
  // A window of 1440 × 900 at 200 % zoom.
  test.use({ viewport: { width: 720, height: 450 } });
  test('every control of the main page stays reachable', async ({ page }) => {
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
  test('uses the system’s colours and keeps the picture visible', async ({ page }) => {
    await open(page, '#scene=whole-picture');
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    // Forced colours remove backgrounds, so chips and cards need a visible border.
    const edged = await page
      .locator('.stage_job[data-form="card"]')
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
