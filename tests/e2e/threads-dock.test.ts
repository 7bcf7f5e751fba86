import type { Page } from '@playwright/test';
import { accessibilityFindings, expect, idle, MORE_DETAIL, open, picture, press, test } from './page.ts';

test.use(MORE_DETAIL);

/** Opens the scene `whole-picture` with agents as threads, after some decisions. */
async function started(page: Page, decisions: number): Promise<void> {
  await open(page, '#scene=whole-picture');
  await page.getByRole('button', { name: 'Run it with agents as threads' }).click();
  await idle(page);
  await press(page, 'ArrowRight', decisions);
}

test.describe('threads in the dock', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('show three limits, accept commands, name who holds an agent, and step back', async ({ page }) => {
    await started(page, 14);
    const panel = page.locator('#dock-threads');
    await expect(panel.getByRole('list', { name: 'Three limits' }).getByRole('listitem')).toHaveCount(3);
    await expect(panel.getByRole('img', { name: /^runnable threads over the last/ })).toBeVisible();

    await panel.locator('[data-agent-token]:enabled').first().click();
    const inspector = page.getByRole('region', { name: /^Agent \d/ });
    await expect(inspector.getByText('held by')).toBeVisible();

    const before = await picture(page);
    const value = page.getByRole('textbox', { name: /^Concurrency value/ });
    await value.fill('1');
    await value.press('Enter');
    await idle(page);
    await expect(panel.getByRole('heading', { name: /limit 1$/ })).toBeVisible();

    await value.fill('1048577');
    await value.press('Enter');
    await expect(
      page.getByRole('alert').filter({ hasText: 'a whole number from 0 to 1 048 576' }),
    ).toBeVisible();
    await value.press('Escape');

    await inspector.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(inspector.getByText('stopped until it receives SIGCONT')).toBeVisible();
    await inspector.getByRole('button', { name: 'Continue' }).click();
    await expect(inspector.getByText('stopped until it receives SIGCONT')).toBeHidden();
    await idle(page);

    await press(page, 'ArrowRight', 3);
    await press(page, 'ArrowLeft', 3);
    expect((await picture(page))['strip']).toEqual(before['strip']);
    expect(await accessibilityFindings(page, ['target-size'])).toEqual([]);
  });

  test('tell time as a story and to scale, at the same instant', async ({ page }) => {
    await started(page, 10);
    const clock = await page.locator('.timeline_clock').innerText();
    await page.getByRole('button', { name: 'Real', exact: true }).click();
    await idle(page);
    await expect(page.locator('.timeline_clock')).toHaveText(clock);
    await expect(page.getByText('Real durations')).toBeVisible();
  });
});

test.describe('threads on the phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('have their place among the servers, and nothing scrolls sideways', async ({ page }) => {
    await open(page, '#scene=whole-picture');
    await page.getByRole('tab', { name: 'Servers' }).click();
    await page.getByRole('button', { name: 'Run it with agents as threads' }).click();
    await idle(page);
    await press(page, 'ArrowRight', 12);
    await page.getByRole('tab', { name: 'Servers' }).click();
    await expect(page.getByRole('list', { name: 'Three limits' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await accessibilityFindings(page, ['target-size'])).toEqual([]);
  });
});
