import type { Page } from '@playwright/test';
import { saved } from './exporting.ts';
import {
  accessibilityFindings,
  expect,
  idle,
  MORE_DETAIL,
  moreAboutTurn,
  open,
  press,
  test,
} from './page.ts';

test.use(MORE_DETAIL);

async function comparison(page: Page, choice: RegExp): Promise<void> {
  await page.getByRole('button', { name: choice }).first().click();
  await expect(page.locator('.compare-cause')).toContainText(/turns?/);
  await idle(page);
}

test('compares two futures: one click makes the branch, and the link restores it all', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  await page.keyboard.press('Shift+Digit5');
  await expect(page.locator('.compare-offer')).toContainText('Same mail, one thing different');
  await comparison(page, /Slot cost 2 and 5/);
  await expect(page.getByRole('heading', { name: /^Message \d is done .+ in B$/ })).toBeVisible();
  const cause = await page.locator('.compare-cause').innerText();
  expect(cause).toMatch(/^Same for 3\sturns\. Then at 3\.00\ss 4 preempts 1 in A: it needs 14\scoins/);
  const rows = page.getByRole('region', { name: 'When each message is done' });
  await expect(rows.getByRole('columnheader')).toHaveText([
    'message',
    'when its last recipient has it',
    'A took',
    'B took',
    'B − A',
  ]);
  await expect(rows.getByRole('button', { name: /^message \d+: A \d+\.\d s, B \d+\.\d s$/ })).toHaveCount(8);
  await expect(page.locator('.compare-side')).toHaveCount(2);
  await expect(page.locator('.compare-side').nth(0).getByRole('treeitem').first()).toBeVisible();
  await expect(page.locator('.compare-side').nth(1).getByRole('treeitem').first()).toBeVisible();
  await expect(page.locator('.compare_pair-line')).toBeVisible();
  expect(await accessibilityFindings(page, ['target-size'])).toEqual([]);

  // Both stages are at the same instant: at the first difference, 4 is the current job on one side only.
  await page.getByRole('button', { name: 'Go there' }).click();
  await idle(page);
  await expect(page.locator('.compare-side-head').nth(0)).toContainText(/list4/);
  await expect(page.locator('.compare-side-head').nth(1)).toContainText(/list1/);

  await page.getByRole('button', { name: 'All figures' }).click();
  const download = await saved(page, () => page.getByRole('button', { name: 'CSV' }).click());
  expect(download.name).toBe('qmgrscope-compare-messages.csv');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Share' }).click();
  const field = page.getByLabel('link', { exact: true });
  await expect(field).toHaveValue(/sel=compare:1:2/);
  const link = await field.inputValue();
  await page.goto('about:blank');
  await open(page, link.slice(link.indexOf('#')));
  await expect(page.locator('.compare-cause')).toContainText('Same for 3 turns');
  await expect(page.locator('.compare-side-head').nth(1)).toContainText(/list1/);
  // The page of a link opens with More detail off.
  await press(page, 'm');
  await expect(page.getByRole('list', { name: 'Other branches' })).toContainText('slot cost 5');
});

test('mail that one branch has alone stands apart and is compared with nothing', async ({ page }) => {
  await open(page, '#scene=first-letter');
  await page.keyboard.press('Home');
  await idle(page);
  await page.getByRole('button', { name: /^Inject as/ }).click();
  await idle(page);
  await page.keyboard.press('Shift+Digit5');
  await page.getByLabel('Branch on side A').selectOption({ label: 'main' });
  await page.getByLabel('Branch on side B').selectOption({ index: 1 });
  await idle(page);
  const rows = page.getByRole('region', { name: 'When each message is done' });
  await expect(rows.locator('[data-first-alone]')).toContainText(/10 recipients, only in [AB]/);
  await expect(rows.locator('[data-first-alone]')).toContainText('not sent');
  await expect(rows.locator('tbody tr')).toHaveCount(3);
});

test('a change in the past makes a branch that can be renamed, shown and deleted', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  await page.getByRole('button', { name: 'Back one decision' }).click();
  await idle(page);
  await page.getByRole('button', { name: /^Inject as/ }).click();
  await idle(page);
  await page.getByRole('button', { name: /2 branches/ }).click();
  await page.getByRole('button', { name: 'Rename inject 10' }).click();
  await page.getByLabel('Name of the branch').fill('one more mailing');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Rename one more mailing' })).toBeVisible();
  await page.keyboard.press('Escape');
  await idle(page);
  const rows = page.getByRole('list', { name: 'Other branches' });
  await rows.getByRole('button', { name: 'main', exact: true }).click();
  await idle(page);
  await expect(rows).toContainText('one more mailing');
  await rows.getByRole('button', { name: 'Delete one more mailing' }).click();
  await idle(page);
  await expect(rows).toHaveCount(0);
});

test('an experiment runs on workers, shows its plots, and a point opens as a run', async ({ page }) => {
  await open(page, '#experiments&scene=ten-two-two&x=delivery_slot_cost:0,2,5&n=2');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('6 of 6 runs')).toBeVisible();
  await expect(page.getByRole('group', { name: /^Wait, 2 to 9/ })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(4);
  expect(await accessibilityFindings(page, ['target-size'])).toEqual([]);
  await page.getByRole('button', { name: 'Open delivery_slot_cost 2 as a run' }).click();
  await expect(page).toHaveTitle(/delivery_slot_cost 2/);
});

test('a message shows what it waited for and what preemption cost it', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  await page.getByRole('treeitem', { name: /^job 2/ }).click();
  await idle(page);
  const part = page.locator('.waits');
  await expect(part).toContainText('What it waited for');
  await expect(part.locator('.side-note')).toContainText(
    /^Waited \d+\.\d\d\ss\. Largest causes: .+ \(\d+\s%\), .+ \(\d+\s%\)\.$/,
  );
  await moreAboutTurn(page);
  await page.getByText('Who paid for whom').click();
  await expect(page.locator('details', { hasText: 'Who paid for whom' }).last()).toContainText(
    'Jobs that had turns ahead of their place on the list:',
  );
  expect(await accessibilityFindings(page, ['target-size'])).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  test('compares runs with strips and a chart', async ({ page }) => {
    await open(page, '#scene=whole-picture');
    await page.getByRole('button', { name: 'This run' }).click();
    await page.getByRole('button', { name: 'Compare two branches' }).click();
    await comparison(page, /Slot cost 2 and 5/);
    await expect(page.getByRole('button', { name: /^message \d+: A / }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await accessibilityFindings(page, ['target-size'])).toEqual([]);
  });
});
