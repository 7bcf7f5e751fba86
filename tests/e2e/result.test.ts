import { accessibilityFindings, expect, idle, open, press, test } from './page.ts';

test.describe('the end of a run', () => {
  test('the End key shows what became of each message', async ({ page }) => {
    await open(page, '#scene=first-letter');
    await press(page, 'End');
    const result = page.getByRole('region', { name: 'Result of the run' });
    await expect(result.getByRole('heading')).toHaveText('All 54 recipients have their mail');
    await expect(result).toContainText('1 preemption. Nothing deferred, nothing bounced.');
    // The message that gained most comes first. The second message paid for that gain.
    const rows = result.getByRole('list', { name: 'Messages' }).getByRole('button');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toHaveAccessibleName(
      /^message 2: 6 recipients, took .+ with preemption off, \d+ turns sooner/,
    );
    await expect(rows.last()).toHaveAccessibleName(/^message 1: .+ \d+ turns later/);
    expect(await accessibilityFindings(page)).toEqual([]);
    await expect(page.getByText('Nothing to schedule')).toHaveCount(0);
    // A step back leads to the stage.
    await press(page, 'Shift+E');
    await expect(result).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Jobs and preemption forest' })).toBeVisible();
  });

  test('its buttons compare, play again and send more mail', async ({ page }) => {
    await open(page, '#scene=first-letter');
    await press(page, 'End');
    const result = page.getByRole('region', { name: 'Result of the run' });
    await result.getByRole('button', { name: 'Send more mail' }).click();
    await expect(page.locator('#inject-count')).toBeFocused();
    await result.getByRole('button', { name: 'Compare with preemption off' }).click();
    await idle(page);
    await expect(page.getByRole('combobox', { name: 'Branch on side B' })).toContainText('preemption off');
    // Both stages show the instant at which the two begin to differ.
    await expect(page.getByRole('treeitem', { name: /^job 2, current/ })).toHaveCount(1);
    await press(page, 'Escape');
    await press(page, 'End');
    await result.getByRole('button', { name: 'Play again' }).click();
    await expect(result).toHaveCount(0);
    await page.getByRole('button', { name: 'Pause' }).click();
    await idle(page);
    await press(page, 'End');
    await expect(result).toBeVisible();
  });

  test('shows as many messages as fit, and the others on a click', async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await open(page, '#scene=whole-picture');
    await press(page, 'End');
    const result = page.getByRole('region', { name: 'Result of the run' });
    const rows = result.getByRole('list', { name: 'Messages' }).getByRole('button');
    const [last, next] = [rows.last(), result.getByRole('button', { name: 'Play again' })];
    const [row, button] = [await last.boundingBox(), await next.boundingBox()];
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThan(button?.y ?? 0);
    await expect(rows).not.toHaveCount(8);
    await result.getByRole('button', { name: /more message/ }).click();
    await expect(rows).toHaveCount(8);
  });

  test('without a preemption there is nothing to compare', async ({ page }) => {
    await open(page, '#scene=fifo');
    await press(page, 'End');
    const result = page.getByRole('region', { name: 'Result of the run' });
    await expect(result).toContainText('no preemption');
    await expect(result.getByRole('button', { name: 'Compare with preemption off' })).toHaveCount(0);
    await expect(result.locator('.btn.primary')).toHaveText('Send more mail');
  });
});
