import { expect, idle, MOVING, open, press, test } from './page.ts';

test.describe('a preemption', () => {
  test.use(MOVING);

  test('stops the clock of a playing run until it was shown', async ({ page }) => {
    await open(page, '#scene=first-letter&e=80');
    const clock = page.getByText(/^\d+\.\d\d s$/).last();
    await page.keyboard.press('Space');
    await expect(page.getByText('1 pays 3 coins, 2 goes first')).toBeVisible();
    await expect(clock).toHaveText('1.95 s');
    await expect(page.getByText('1 pays 3 coins, 2 goes first')).toHaveCount(0);
    await expect(clock).not.toHaveText('1.95 s');
    await press(page, 'Space');
  });

  test('jumps to its end when the reader goes on, and runs backwards', async ({ page }) => {
    await open(page, '#scene=first-letter&e=80');
    await press(page, 'n');
    await expect(page.locator('.stage_film-label')).toHaveCount(0);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('n');
    await expect(page.locator('.stage_film-marks')).toBeVisible();
    await press(page, 'n');
    await expect(page.locator('.stage_film-marks')).toHaveCount(0);
    await idle(page);
    await expect(page.getByRole('treeitem', { name: /^job 2, current/ })).toBeVisible();
  });
});
