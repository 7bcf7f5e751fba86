import { accessibilityFindings, expect, idle, open, press, test } from './page.ts';

test('steps through the rule line by line, to the next decision and back', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  const before = await page.locator('.timeline_clock').innerText();
  await press(page, 'Shift+P');
  const rule = page.getByRole('region', { name: 'The rule, line by line' });
  const now = rule.locator('[aria-current="step"]');
  await expect(now).toContainText('the first job from there with room');
  const lineBack = rule.getByRole('button', { name: 'Line ↑' });
  const lineOn = rule.getByRole('button', { name: 'Line ↓' });
  await lineBack.click();
  await expect(now).toContainText('4 − 4 × 2 = −4');
  await lineBack.click();
  await expect(now).toContainText('2 ≥ 0');
  await expect(now).toContainText('And otherwise? With fewer delivery slots');
  await expect(rule.getByRole('listitem').last()).toHaveAttribute('data-state', 'ahead');
  expect(await accessibilityFindings(page)).toEqual([]);

  // After the last line, the picture goes on, and the next decision begins at its first line.
  await lineOn.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(now).toContainText('the first job from there');
  await page.keyboard.press('ArrowDown');
  await idle(page);
  await expect(now).toContainText('C = the current job');
  await expect(page.locator('.timeline_clock')).not.toHaveText(before);
  await page.keyboard.press('ArrowUp');
  await idle(page);
  await expect(now).toContainText('the first job from there');
  await expect(page.locator('.timeline_clock')).toHaveText(before);

  await rule.getByRole('button', { name: 'Wheel', exact: true }).click();
  await expect(now).toContainText('opens at');
  await rule.getByRole('button', { name: 'Back to the figures' }).click();
  await expect(page.getByRole('region', { name: 'Candidates' })).toBeVisible();
});
