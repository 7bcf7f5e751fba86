import type { Page } from '@playwright/test';
import { expect, idle, open, press, sentence, test } from './page.ts';

const gate = (page: Page) => page.getByRole('region', { name: 'Gate' });
const rows = (page: Page) => page.locator('.threads_ledger-row');

test('the story of TA and TB steps by cause both ways and by clicks on the ledger', async ({ page }) => {
  await open(page, '#threads');
  expect(await sentence(page)).toBe(
    'e2 is pending and no thread is woken: 3 threads are runnable and CV is 2.',
  );
  await expect(gate(page)).toContainText('3 ≤ 2');
  await expect(gate(page)).toContainText('closed, over by 1');
  // Events after the cursor are known, and shown pale.
  await expect(rows(page)).toHaveCount(7);
  await expect(page.locator('.threads_ledger-row[data-future]')).toHaveCount(3);
  await press(page, 'ArrowLeft');
  expect(await sentence(page)).toContain('TB ended its wait in connect');
  await expect(page.locator('[data-edge="back"]')).toContainText('+1 at 3.0 ms');
  await press(page, 'ArrowRight', 2);
  await expect(gate(page)).toContainText('2 ≤ 2');
  expect(await sentence(page)).toContain('TA comes to fetch: 3 ≤ 2 fails');
  await rows(page).filter({ hasText: 'TB went to wait in connect' }).click();
  await idle(page);
  await expect(page.locator('.timeline_clock')).toHaveText('2.000 ms');
  await expect(page.getByRole('region', { name: 'Counted: CPUs and run queue' })).toContainText('runnable 2');
});

test('raising CV in the past makes a branch in which no thread exceeds the limit', async ({ page }) => {
  await open(page, '#threads');
  await page.locator('.threads_ledger-row').first().click();
  await idle(page);
  const cv = page.getByRole('slider', { name: 'Concurrency value' });
  await cv.fill('3');
  await cv.blur();
  await idle(page);
  await expect(page.getByRole('region', { name: /^Concurrency value/ })).toContainText('3 of 3');
  await expect(
    page.locator('.threads_rule-pill[data-acted]').filter({ hasText: 'W2' }).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: '2 branches, limit G is shown' }).click();
  await page
    .getByRole('dialog', { name: 'Branches' })
    .getByRole('button', { name: /^main / })
    .click();
  await idle(page);
  await expect(page.getByRole('region', { name: /^Concurrency value/ })).toContainText('of 2');
});

test('a thread can be chosen in the flow, and its commands work', async ({ page }) => {
  await open(page, '#threads');
  await page.getByRole('region', { name: 'Blocked in handler' }).getByRole('button', { name: 'TF' }).click();
  await expect(page.getByRole('button', { name: 'End its wait' })).toBeVisible();
  await page.getByRole('button', { name: 'End its wait' }).click();
  await idle(page);
  await expect(gate(page)).toContainText('4 ≤ 2');
  await page.keyboard.press('Shift+T');
  await idle(page);
  await expect(page.getByRole('table', { name: /Threads of G/ }).getByRole('row')).toHaveCount(7);
});

test('the axis spans from the whole run to microseconds and back', async ({ page }) => {
  await open(page, '#threads');
  const words = page.getByTestId('threads-zoom');
  await expect(words).toHaveText('7.28 ms of 7.28 ms');
  const plot = page.getByTestId('threads-plot');
  for (let i = 0; i < 8; i++) {
    await plot.hover();
    await page.mouse.wheel(0, -240);
  }
  await idle(page);
  await expect(words).toHaveText(/µs of 7.28 ms/);
  const ticks = () =>
    page.getByRole('region', { name: 'Runnable threads and what each thread did' }).innerText();
  const near = await ticks();
  const box = await plot.boundingBox();
  if (box === null) throw new Error('no plot');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.down();
  await page.mouse.move(x + 3, y);
  await page.mouse.move(x - 120, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(ticks).not.toBe(near);
  await plot.dblclick();
  await idle(page);
  await expect(words).toHaveText('7.28 ms of 7.28 ms');
});

test('draws a thousand threads as areas, and stepping stays possible', async ({ page }) => {
  await open(page, '#scene=a-thousand-threads');
  await expect(page.locator('[data-band]')).toHaveCount(5);
  await expect(page.locator('.threads_gauge').nth(1)).toContainText('of 1 000');
  const before = await page.locator('.timeline_clock').innerText();
  await press(page, 'ArrowRight', 2);
  await expect(page.locator('.timeline_clock')).not.toHaveText(before);
});

test('agents of a run of mail are threads in the same picture', async ({ page }) => {
  await open(page, '#scene=slow-greeting');
  await expect(page.getByRole('region', { name: /^Process limit/ })).toContainText('8 of 8');
  await expect(page.getByRole('region', { name: 'Blocked in handler' })).toContainText('greeting');
  await expect(gate(page)).toContainText('0 ≤ 2');
  await page.keyboard.press('Escape');
  await idle(page);
  await expect(page.locator('.stage-panel')).toBeVisible();
  await page.keyboard.press('Shift+Digit3');
  await idle(page);
  await expect(gate(page)).toBeVisible();
});
