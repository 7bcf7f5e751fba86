import { expect, idle, open, picture, test } from './page.ts';

test('bad counts are refused at the field and change nothing', async ({ page }) => {
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

test('a bad parameter is refused at the field and changes nothing', async ({ page }) => {
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

test('a wrong scenario file is refused with the field that is wrong', async ({ page }) => {
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
