import type { Page } from '@playwright/test';
import { expect, idle, MORE_DETAIL, open, picture, press, test } from './page.ts';

test.use(MORE_DETAIL);

test('refuses bad counts at the field and changes nothing', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  const before = await picture(page);
  const count = page.locator('#inject-count');
  for (const text of ['', '0', '-1', '1.5', '1e3', '1000001', 'ten', '９', '<b>1</b>', '1'.repeat(400)]) {
    await count.fill(text);
    await page.getByRole('button', { name: /^Inject as/ }).click();
    await expect(count).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('#inject-count-error')).toContainText('a whole number from 1 to 1 000 000');
    expect(await picture(page)).toEqual(before);
  }
  await count.fill('3');
  await expect(count).toHaveAttribute('aria-invalid', 'false');
});

test('refuses a bad parameter at the field and changes nothing', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  const before = await picture(page);
  await page.getByRole('button', { name: /delivery_slot_discount 0/ }).click();
  const field = page.getByRole('textbox', { name: /delivery_slot_discount/ });
  await field.fill('101');
  await field.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'a whole number from 0 to 100' })).toBeVisible();
  expect(await picture(page)).toEqual(before);
  await field.fill('50');
  await field.press('Enter');
  await idle(page);
  await expect(page.getByRole('button', { name: /delivery_slot_discount 50/ })).toBeVisible();
});

test('refuses a wrong scenario file and names the field', async ({ page }) => {
  await open(page, '#gallery');
  const file = (text: string) => ({
    name: 'x.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  const input = page.locator('input[type=file]');
  await input.setInputFiles(file('{"version":1,"seed":-1}'));
  await expect(page.getByRole('alert')).toContainText('seed: -1 is not accepted');
  await input.setInputFiles(file('not json'));
  await expect(page.getByRole('alert')).toContainText('not JSON');
  const script = [
    { at: 0, command: { kind: 'message.inject', to: [{ destination: 'a.example', count: 4 }] } },
  ];
  await input.setInputFiles(file(JSON.stringify({ version: 1, title: 'From a file', script })));
  await idle(page);
  await expect(page).toHaveTitle(/From a file/);
});

/** Opens a run at its end. Returns its delivery lanes, and a point on them. */
async function lanesIn(page: Page) {
  await open(page, '#scene=ten-two-two');
  await press(page, 'End', 1);
  const lanes = page.locator('.strip_lanes-box').first();
  await lanes.scrollIntoViewIfNeeded();
  const box = await lanes.boundingBox();
  if (box === null) throw new Error('no lanes');
  return { lanes, box, x: box.x + box.width * 0.6, y: box.y + 20 };
}

test('the wheel zooms lanes around the pointer, a drag pans, a long press selects', async ({ page }) => {
  const { lanes, x, y } = await lanesIn(page);
  const ticks = () => lanes.locator('.strip_lanes-axis').innerText();
  const whole = await ticks();
  await page.mouse.move(x, y);
  await page.mouse.wheel(300, 0);
  await page.mouse.down();
  await page.mouse.move(x - 150, y, { steps: 4 });
  await page.mouse.up();
  expect(await ticks()).toBe(whole);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -480);
  await expect(lanes).toHaveAttribute('data-zoomed', 'true');
  const near = await ticks();
  expect(near).not.toBe(whole);
  await page.mouse.down();
  await page.mouse.move(x + 3, y);
  expect(await ticks()).toBe(near);
  await page.mouse.move(x - 150, y, { steps: 4 });
  await page.mouse.up();
  const later = await ticks();
  expect(later).not.toBe(near);
  await page.mouse.move(x + 100, y);
  expect(await ticks()).toBe(later);
  await page.mouse.wheel(-300, 0);
  await expect.poll(ticks).not.toBe(later);
  await page.getByRole('button', { name: 'Whole time' }).first().click();
  await expect.poll(ticks).toBe(whole);
});

test('a double click shows the whole time; two drags from one place do not', async ({ page }) => {
  const { lanes, box, x, y } = await lanesIn(page);
  const zoom = async (): Promise<void> => {
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -480);
    await expect(lanes).toHaveAttribute('data-zoomed', 'true');
  };
  await zoom();
  await lanes.dblclick({ position: { x: box.width * 0.8, y: 20 } });
  await expect(lanes).not.toHaveAttribute('data-zoomed', 'true');
  await zoom();
  for (const clickCount of [1, 2]) {
    await page.mouse.move(x, y);
    await page.mouse.down({ clickCount });
    await page.mouse.move(x - 60, y, { steps: 3 });
    await page.mouse.up({ clickCount });
  }
  await idle(page);
  await expect(lanes).toHaveAttribute('data-zoomed', 'true');
});

test('the wheel zooms the timeline around the pointer; sideways or with Shift it pans', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  const track = page.getByRole('slider', { name: 'Simulated time' });
  const ticks = async () => (await track.locator('.plot-label').allTextContents()).join(' ');
  const whole = await ticks();
  await track.hover();
  await page.mouse.wheel(0, -720);
  await expect.poll(ticks).not.toBe(whole);
  const near = await ticks();
  await page.mouse.wheel(600, 0);
  await expect.poll(ticks).not.toBe(near);
  await page.mouse.wheel(-600, 0);
  await expect.poll(ticks).toBe(near);
  await page.mouse.wheel(0, 720);
  await expect.poll(ticks).toBe(whole);
});
