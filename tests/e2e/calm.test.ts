import type { Page } from '@playwright/test';
import { expect, idle, MORE_DETAIL, MOVING, open, test } from './page.ts';

test.use(MORE_DETAIL);

test.use(MOVING);

function beside(page: Page): Promise<string> {
  return page.evaluate(() =>
    ['.dock-area', '[data-area="explain"]', '[data-area="world"]']
      .map((part) => document.querySelector<HTMLElement>(part)?.innerText ?? `no ${part}`)
      .join('\n'),
  );
}

/**
 * Returns the freshly rendered texts beside the picture. A window as narrow as a phone removes these texts, and the
 * wide window then renders them again.
 */
async function besideAnew(page: Page): Promise<string> {
  await page.setViewportSize({ width: 412, height: 900 });
  await expect(page.locator('.dock-area')).toHaveCount(0);
  await idle(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await idle(page);
  return beside(page);
}

test('throttled panels show the final state once playing or dragging ends', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  await page.keyboard.press('Home');
  await idle(page);
  await page.locator('.timeline_speed select').last().selectOption({ label: '10×' });
  // Repeated mail keeps the run going; otherwise it would end before a slow browser has been checked three times.
  const again = page.getByRole('button', { name: 'every 2 s' });
  await again.click();
  await again.blur();
  const before: string[] = [await beside(page)];
  for (let round = 0; round < 3; round++) {
    await page.keyboard.press(' ');
    await expect(page.locator('.timeline_clock')).not.toHaveText(
      (await page.locator('.timeline_clock').innerText()) || '',
    );
    await page.keyboard.press(' ');
    await idle(page);
    const shown = await beside(page);
    expect(before).not.toContain(shown);
    before.push(shown);
    expect(await besideAnew(page)).toBe(shown);
  }
  const track = (await page.locator('.timeline_track').boundingBox())!;
  await page.mouse.move(track.x + track.width * 0.1, track.y + track.height / 2);
  await page.mouse.down();
  for (const part of [0.12, 0.2, 0.16]) await page.mouse.move(track.x + track.width * part, track.y + 20);
  await page.mouse.up();
  await idle(page);
  const dropped = await beside(page);
  expect(await besideAnew(page)).toBe(dropped);
});

test('leaving a lesson while its stop is prepared leaves no work running', async ({ page }) => {
  await page.addInitScript(() => {
    const leave = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== 'A third delivery slot') return;
      leave.disconnect();
      location.hash = '#lesson=cascade&stop=5';
    });
    leave.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/#lesson=what-is-a-job&stop=6');
  await expect(page.getByRole('heading', { name: 'Coming down' })).toBeVisible();
  await idle(page);
  await expect(page.getByRole('button', { name: 'Show me' })).toBeVisible();
  await expect(page).toHaveURL(/#lesson=cascade&stop=5$/);
});
