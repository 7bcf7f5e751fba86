import { expect, idle, open, press, sentence, test } from './page.ts';

test('everything in a first session works with the keyboard alone', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await press(page, 'Home');
  await press(page, 'Shift+ArrowRight');
  expect(await sentence(page)).toContain('2 preempts 1');

  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Space');
  await idle(page);
  // Home makes sure that jobs are listed, however far the run has played.
  await press(page, 'Home');
  await press(page, 'Shift+ArrowRight');

  await page.getByRole('treeitem').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(page.locator('[role=treeitem][aria-selected=true]')).toHaveCount(1);
  await page.keyboard.press('Escape');

  await page.locator('body').press('Shift+I');
  await expect(page.locator('#inject-count')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await idle(page);
  expect(await sentence(page)).toContain('arrives with 2 recipients');
});

test('the first Tab stop skips the frame, and focus is always visible', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /Skip to the stage/ })).toBeFocused();
  const seen = new Set<string>();
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const style = getComputedStyle(element);
      const ring = style.outlineStyle !== 'none' || style.boxShadow !== 'none';
      return {
        name: element.getAttribute('aria-label') ?? element.textContent ?? '',
        ring,
        box: element.getBoundingClientRect().width > 0,
      };
    });
    if (focus === null) break;
    expect(focus.ring || !focus.box, `no ring on ${focus.name}`).toBe(true);
    seen.add(focus.name);
  }
  for (const name of ['Play', 'Share'])
    expect(
      [...seen].some((s) => s.includes(name)),
      name,
    ).toBe(true);
});

test('the list of keys opens and closes with the keyboard', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('class mode shows only stage and sentence, and keys to compare and to leave', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await page.locator('body').press('f');
  await expect(page.locator('.world-area, .dock-area')).toHaveCount(2);
  await expect(page.locator('.world-area')).toBeHidden();
  await expect(page.locator('.dock-area')).toBeHidden();
  const pixels = await page
    .locator('.explain_say')
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(pixels).toBeGreaterThan(16);
  await page.locator('body').press('Escape');
  await expect(page.locator('.world-area')).toBeVisible();
  await page.locator('body').press('c');
  await expect(page.getByText('Compare two branches of a run side by side')).toBeVisible();
  await page.locator('body').press('Escape');
  await idle(page);
  await expect(page.getByRole('tree')).toBeVisible();
});
