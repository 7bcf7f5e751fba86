import { accessibilityFindings, expect, idle, MORE_DETAIL, open, press, sentence, test } from './page.ts';

test.use(MORE_DETAIL);

test('the stage as a table shows the same jobs, by keyboard alone, without findings', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  const cards = await page.getByRole('treeitem').count();
  await press(page, 'Shift+T');
  const rows = page.locator('.stage-table tbody tr');
  await expect(rows).toHaveCount(cards);
  await page.getByRole('region', { name: 'Jobs as a table' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await idle(page);
  await expect(page.locator('.stage-table tr[data-selected]')).toHaveCount(1);
  expect(await accessibilityFindings(page, ['target-size', 'region', 'heading-order'])).toEqual([]);
  await press(page, 'Shift+T');
  await expect(page.getByRole('treeitem')).toHaveCount(cards);
});

test('the palette finds an action, a scene and a parameter', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  const find = async (text: string): Promise<void> => {
    // Wait for the palette to close, because until then it gets all keys. The chosen action runs before that.
    await expect(page.getByRole('combobox', { name: /Find/ })).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Find/ }).fill(text);
  };
  await find('time order');
  expect(await accessibilityFindings(page, ['target-size', 'region', 'heading-order'])).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Time order' })).toHaveAttribute('aria-pressed', 'true');
  await find('slot loan');
  await page.keyboard.press('Enter');
  await expect(page.locator('#param-delivery_slot_loan')).toBeFocused();
  await find('ten, two, two at');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/Ten, two, two at half price/);
});

test('the menu of a message asks why, and a double click runs to its next event', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  await page.getByRole('treeitem', { name: /^job 5/ }).click({ button: 'right' });
  await expect(page.getByRole('menu', { name: 'Message 5' })).toBeVisible();
  expect(await accessibilityFindings(page, ['target-size', 'region', 'heading-order'])).toEqual([]);
  await page.getByRole('menuitem', { name: 'Why is it not next?' }).click();
  await idle(page);
  await expect(page.locator('#why-not')).toBeFocused();
  const before = await page.locator('.timeline_clock').innerText();
  await page.getByRole('treeitem', { name: /^job 5/ }).dblclick();
  await idle(page);
  await expect(page.locator('.timeline_clock')).not.toHaveText(before);
});

test('a script can be edited and undone, is refused at its field, and runs', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: /Find/ }).fill('edit the script');
  await page.keyboard.press('Enter');
  const recipients = page.getByLabel('Line 1, recipients');
  const was = await recipients.inputValue();
  await recipients.fill('everybody');
  await page.getByRole('button', { name: 'Run this script' }).click();
  await expect(page.getByRole('alert')).toContainText('row 1, recipients: everybody is not accepted');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(recipients).toHaveValue(was);
  await recipients.fill('4 a.example, 2 relay:b.example');
  expect(await accessibilityFindings(page, ['target-size', 'region', 'heading-order'])).toEqual([]);
  await page.getByRole('button', { name: 'Run this script' }).click();
  await idle(page);
  await press(page, 'n', 4);
  await expect(page.getByRole('tab')).toHaveCount(2);
  await press(page, '\\');
  await expect(page.getByRole('region', { name: /^Transport/ })).toHaveCount(2);
  expect(await accessibilityFindings(page, ['target-size', 'region', 'heading-order'])).toEqual([]);
});

test('a dropped file that is no scenario says where it fails and what is accepted', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  const drop = (text: string) =>
    page.evaluate((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], 'scenario.json', { type: 'application/json' }));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    }, text);
  await drop('{"version":1,"title":7}');
  await expect(page.getByRole('alert')).toContainText('title: 7 is not accepted; it takes');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await drop('{"version":1,"title":"Dropped","script":[]}');
  await expect(page).toHaveTitle(/Dropped/);
});

test('steps to preemptions both ways and to marks by kind, and sizes panels by key', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await press(page, 'Home');
  await page.getByRole('button', { name: 'Forward to the next preemption' }).click();
  await idle(page);
  expect(await sentence(page)).toContain('2 preempts 1');
  await expect(page.locator('.timeline_mark[data-look="preemption"]')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'preemptions' }).click();
  await expect(page.locator('.timeline_mark[data-look="preemption"]')).toHaveCount(0);
  const width = async (): Promise<number> => (await page.locator('.explain-area').boundingBox())?.width ?? 0;
  const usual = await width();
  await page.getByRole('separator', { name: 'Size of Explain' }).focus();
  await page.keyboard.press('ArrowLeft');
  expect(await width()).toBeGreaterThan(usual);
  await page.reload();
  await idle(page);
  expect(await width()).toBeGreaterThan(usual);
});
