/** The chart toolkit on its page (`#kit`): zoom, crosshair, and the example panel that uses both toolkits. */
import type { Locator, Page } from '@playwright/test';
import { expect, idle, open, press, test } from './page.ts';

const labels = (chart: Locator): Promise<string[]> => chart.locator('text.plot-label').allTextContents();

const chartOf = (page: Page): Locator => page.getByRole('group', { name: 'Messages by the minute, light' });
const readerOf = (page: Page): Locator => page.getByRole('slider', { name: 'Messages at a minute, light' });

test('keys and buttons zoom and move the window of a chart', async ({ page }) => {
  await open(page, '#kit');
  const chart = chartOf(page);
  const whole = await labels(chart);
  const buttons = page.getByRole('group', { name: 'Time shown, light' });
  await buttons.getByRole('button', { name: 'Closer' }).click();
  const closer = await labels(chart);
  expect(closer).not.toEqual(whole);
  await press(page, 'Home');
  const start = await labels(chart);
  expect(start).toContain('0 s');
  await press(page, 'ArrowRight');
  expect(await labels(chart)).not.toEqual(start);
  await press(page, 'End');
  expect(await labels(chart)).toContain('60:00');
  await press(page, '-');
  expect(await labels(chart)).toEqual(whole);
  await press(page, '+', 8);
  const closest = await labels(chart);
  await press(page, '+');
  expect(await labels(chart)).toEqual(closest);
  await buttons.getByRole('button', { name: 'All' }).click();
  expect(await labels(chart)).toEqual(whole);
});

test('the wheel zooms about the pointer, and a drag moves what is zoomed', async ({ page }) => {
  await open(page, '#kit');
  const chart = chartOf(page);
  const whole = await labels(chart);
  const reader = readerOf(page);
  await reader.scrollIntoViewIfNeeded();
  const box = (await reader.boundingBox())!;
  const [x, y] = [box.x + box.width * 0.26, box.y + box.height / 2];
  await page.mouse.move(x, y);
  const before = await reader.getAttribute('aria-valuetext');
  const scrolled = await page.evaluate(() => document.querySelector('main')!.scrollTop + scrollY);
  await page.mouse.wheel(0, -480);
  await expect.poll(() => labels(chart)).not.toEqual(whole);
  expect(await page.evaluate(() => document.querySelector('main')!.scrollTop + scrollY)).toBe(scrolled);
  await page.mouse.move(x + 1, y);
  await idle(page);
  // Zooming must keep the minute under the pointer where it is.
  expect(await reader.getAttribute('aria-valuetext')).toBe(before);
  const zoomed = await labels(chart);
  await page.mouse.down();
  await page.mouse.move(x + 120, y, { steps: 4 });
  await page.mouse.up();
  await idle(page);
  expect(await labels(chart)).not.toEqual(zoomed);
  // Click twice before the double click, because a double click right after a drag is ignored (app/drags.ts). The
  // double click is an event, because Firefox's driver has none.
  await page.mouse.click(x, y);
  await page.mouse.click(x, y);
  await reader.evaluate((plot) => plot.dispatchEvent(new MouseEvent('dblclick', { bubbles: true })));
  await idle(page);
  expect(await labels(chart)).toEqual(whole);
});

test('arrow keys read a chart, and move its window where that ends', async ({ page }) => {
  await open(page, '#kit');
  const reader = readerOf(page);
  await reader.focus();
  await press(page, 'ArrowRight');
  await expect(reader).toHaveAttribute('aria-valuetext', 'minute 0, 20 messages');
  await press(page, 'End');
  await expect(reader).toHaveAttribute('aria-valuetext', /^minute 59, /);
  await press(page, 'Escape');
  await expect(reader).toHaveAttribute('aria-valuetext', 'nothing');
  await press(page, '+', 2);
  await press(page, 'End');
  await expect(reader).toHaveAttribute('aria-valuetext', /^minute 37, /);
  await press(page, 'ArrowRight', 2);
  await expect(reader).toHaveAttribute('aria-valuetext', /^minute 38, /);
});

test.describe('with fingers', () => {
  test.use({ hasTouch: true });

  test('a tap reads a chart, and a pinch zooms the chart but not the page', async ({ page, browserName }) => {
    test.skip(browserName !== 'chromium', 'fingers are moved with the protocol of Chromium');
    await open(page, '#kit');
    const chart = chartOf(page);
    const reader = readerOf(page);
    await reader.scrollIntoViewIfNeeded();
    const box = (await reader.boundingBox())!;
    const [x, y] = [box.x + box.width / 2 + 1, box.y + box.height / 2];
    await page.touchscreen.tap(x, y);
    await expect(reader).toHaveAttribute('aria-valuetext', /^minute 30, /);
    const whole = await labels(chart);
    const session = await page.context().newCDPSession(page);
    const fingers = async (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number): Promise<void> => {
      const places = apart === undefined ? [] : [x - apart, x + apart];
      const touchPoints = places.map((place, id) => ({ x: place, y, id }));
      await session.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await fingers('touchStart', 50);
    for (let apart = 60; apart <= 150; apart += 10) await fingers('touchMove', apart);
    await fingers('touchEnd');
    await idle(page);
    expect(await labels(chart)).not.toEqual(whole);
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    await expect(reader).toHaveAttribute('aria-valuetext', /^minute \d+, /);
  });
});

test('the box of a crosshair stays inside its chart', async ({ page }) => {
  await open(page, '#kit');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await idle(page);
    const chart = page.getByRole('group', { name: 'Messages, read at minute 57, light' });
    const frame = (await chart.boundingBox())!;
    const box = (await chart.locator('.plot-reading').boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(frame.x);
    expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width);
    expect(box.width).toBeGreaterThan(60);
  }
});

test('in the example panel the chart and the table follow the fields', async ({ page }) => {
  await open(page, '#kit');
  const panel = page.getByRole('region', { name: 'Retries, light' });
  const figures = panel.getByRole('table').locator('tbody tr');
  const line = panel.locator('path.plot-line');
  await expect(figures).toHaveText(['155', '21015', '32035', '44075']);
  const doubling = await line.getAttribute('d');
  await panel.getByRole('combobox', { name: 'Delay' }).selectOption({ label: 'grows by the first' });
  await expect(figures.last()).toHaveText('42050');
  expect(await line.getAttribute('d')).not.toBe(doubling);
  await panel.getByRole('textbox', { name: 'Retries' }).fill('6');
  await expect(figures).toHaveCount(6);
  await panel.getByRole('slider').focus();
  await press(page, 'End');
  await expect(panel.getByRole('slider')).toHaveAttribute('aria-valuetext', 'retry 6, after 30 s');
  await expect(panel.locator('tr[data-selected]')).toHaveText('630105');
  await panel.getByRole('textbox', { name: 'Retries' }).fill('many');
  await expect(panel).toContainText('a whole number from 0 to 12');
  await expect(panel).toContainText('No retry. Ask for one or more.');
  await expect(panel.getByRole('slider')).toHaveCount(0);
});
