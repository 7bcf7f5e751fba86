import type { Page } from '@playwright/test';
import { saved } from './exporting.ts';
import { expect, idle, open, press, test } from './page.ts';

/** Returns the state of the laboratory with one wheel as text. Equal states give equal texts. */
async function wheelText(page: Page): Promise<string> {
  await idle(page);
  return page.locator('.wheel-facts').innerText();
}

async function link(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click();
  const field = page.getByRole('textbox', { name: 'link' });
  await expect(field).toHaveValue(/#s=/);
  const hash = (await field.inputValue()).replace(/^[^#]*/, '');
  await page.keyboard.press('Escape');
  return hash;
}

test('a link opens the wheel of the run; a bucket shows its list, a timer its way', async ({ page }) => {
  await page.goto('/?view=wheel#scene=whole-picture');
  await idle(page);
  await expect(page.getByRole('heading', { level: 1, name: /^Timing wheel/ })).toBeVisible();
  await expect(page.getByText('nothing ticks in between', { exact: false }).first()).toBeVisible();
  // In the corner, a figure and its unit must be on one line.
  const due = page.locator('[data-due]');
  expect(await due.evaluate((span) => span.getClientRects().length)).toBe(1);
  const queue = page.getByRole('list', { name: 'Armed buckets, soonest first' });
  await queue.getByRole('button').last().click();
  const list = page.getByRole('region', { name: /^Level 3, bucket 1/ });
  await list.locator('.wheel_list-node').first().click();
  await expect(page.getByText(/^asked for at/)).toBeVisible();
  const where = page.getByRole('slider', { name: 'Where is it at' });
  await where.fill('200');
  await expect(page.getByText(/: gone, it runs at/)).toBeVisible();
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('region', { name: 'The wheel as a table' })).toContainText('L3·1');
  await page.keyboard.press('Escape');
  await expect(page.locator('.stage-panel')).toBeVisible();
});

test('handles a wheel manually: insert, cancel, an empty wake-up, a lag, and back', async ({ page }) => {
  await open(page, '#scene=wheel-cancel');
  await expect(page.getByText('unlinked immediately', { exact: false })).toBeVisible();
  await press(page, 'ArrowRight');
  await expect(page.getByText(/came due empty: a wake-up for nothing/)).toBeVisible();
  const before = await wheelText(page);
  await page.getByRole('textbox', { name: 'delay' }).fill('250');
  await page.getByRole('button', { name: 'Add 1 timer' }).click();
  await idle(page);
  await expect(
    page.getByText(/timer 4: due in 250\sms, beyond level 1 \(20\sms\), so level 2, bucket 12/),
  ).toBeVisible();
  await expect(page.getByText('⌊257 ÷ 20⌋ mod 20 = 12')).toBeVisible();
  await page.getByRole('textbox', { name: 'delay' }).fill('soon');
  await page.getByRole('button', { name: 'Add 1 timer' }).click();
  await expect(page.getByText('needs a whole number')).toBeVisible();
  await page.getByRole('button', { name: 'stays away' }).click();
  await page.getByRole('button', { name: '1 h', exact: true }).click();
  await idle(page);
  await expect(page.locator('.lab-asked .explain_say')).toHaveText(
    '3600 s pass and the clock is not polled: the wheel stays where it was.',
  );
  await page
    .getByRole('group', { name: 'Step by' })
    .getByRole('button', { name: 'step', exact: true })
    .click();
  await press(page, 'ArrowLeft', 2);
  expect(await wheelText(page)).toBe(before);
});

test('a coarse tick fires early, and other dimensions run the same events again', async ({ page }) => {
  await open(page, '#scene=wheel-early');
  await press(page, 'ArrowRight');
  await page.getByRole('button', { name: 'timer 1', exact: true }).click();
  await expect(page.getByText('5 ms early', { exact: false }).first()).toBeVisible();
  await page.getByRole('group', { name: 'Tick of the wheel' }).getByRole('button', { name: '1 ms' }).click();
  await idle(page);
  await expect(page.getByRole('table').first()).toContainText('1 ms');
});

test('three designs: counters have sentences, a purge steps both ways, a link works', async ({ page }) => {
  await open(page, '#lab');
  await expect(page.locator('.explain_say')).toHaveText(
    /^Same 10.256 requests: the old design made 10.277 heap operations/,
  );
  await page.getByRole('button', { name: /^Completed, still held, Today/ }).click();
  await expect(page.locator('.explain_say')).toHaveText(/^Completed requests still in memory:/);
  const clock = page.locator('.timeline_clock');
  const at = await clock.innerText();
  await press(page, 'ArrowRight');
  await expect(clock).not.toHaveText(at);
  await press(page, 'ArrowLeft');
  await page.getByRole('button', { name: 'Add 100 requests' }).click();
  await idle(page);
  const designs = await page.locator('.lab_designs').innerText();
  const hash = await link(page);
  await page.goto('about:blank');
  await open(page, hash);
  await expect(page.locator('.lab_designs')).toHaveText(designs, { useInnerText: true });
});

test('a purge storm is named where it begins, and another threshold ends it', async ({ page }) => {
  await open(page, '#scene=purge-storm');
  await expect(page.getByText(/^Purge storm: .* requests are pending/)).toBeVisible();
  await expect(page.getByText('purge storm', { exact: true })).toBeVisible();
  const interval = page.getByRole('textbox', { name: 'purge_interval' });
  await interval.fill('100000');
  await interval.press('Enter');
  await idle(page);
  await expect(page.getByText('purge storm', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Purge scans, Old: 0/ })).toBeVisible();
});

test('measures the cost of a timer here, with progress, cancel, figures and a file', async ({ page }) => {
  await open(page, '#scene=left-on-other-key');
  const cost = page.getByRole('region', { name: /^Cost of one timer/ });
  await cost.getByRole('button', { name: 'Measure now' }).click();
  await expect(cost.getByRole('progressbar')).toBeVisible();
  await expect(cost.getByRole('img')).toBeVisible();
  await cost.getByRole('button', { name: 'Cancel', exact: true }).click();
  await idle(page);
  await cost.getByRole('button', { name: 'add', exact: true }).click();
  await cost.getByText('As a table', { exact: false }).click();
  // `.first()`, because the row "100 000" also begins with 100 and may have been measured before the click on Cancel.
  await expect(cost.getByRole('row', { name: /^wheel, 100 / }).first()).toContainText('ns');
  const download = await saved(page, () => cost.getByRole('button', { name: 'Save CSV' }).click());
  expect(download.name).toBe('qmgrscope-timer-cost.csv');
});
