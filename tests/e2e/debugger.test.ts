import { saved } from './exporting.ts';
import { accessibilityFindings, expect, idle, MORE_DETAIL, open, press, test } from './page.ts';

test.use(MORE_DETAIL);

declare global {
  interface Window {
    qmgrscopeFail?: (how: 'crash' | 'invariant' | 'hang') => Promise<void>;
  }
}

test('runs to a condition both ways, watches it, and keeps both in the link', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  await press(page, 'Home');
  await press(page, 'd');
  const expression = page.getByLabel('expression', { exact: true });
  await expression.fill('jobs >= 4');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await idle(page);
  await expect(page.locator('[data-search]')).toContainText('Stopped at');
  const there = await page.locator('.timeline_clock').innerText();
  await page.getByRole('button', { name: 'Break', exact: true }).click();
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.locator('[data-watch]')).toHaveCount(5);
  await expect(page.locator('.debugger_dbg-marks')).toContainText(/\d+ hits?/);
  await expression.fill('jobs >');
  await expect(page.getByText('needs a number, a name or (')).toBeVisible();
  await page.getByRole('heading', { name: 'Debugger' }).click();
  await press(page, 'b');
  await press(page, 'End');
  await page.locator('.debugger_dbg-marks').getByRole('button', { name: /s$/ }).last().click();
  await idle(page);
  await expect(page.locator('.timeline_clock')).toHaveText(there);
  await expect(page.getByRole('region', { name: 'Memory for going back' })).toContainText('keyframe');
  expect(await accessibilityFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.getByLabel('link', { exact: true });
  await expect(link).toHaveValue(/#s=/);
  const hash = (await link.inputValue()).replace(/^.*#/, '#');
  await page.goto('about:blank');
  await open(page, `/${hash}`.slice(1));
  await press(page, 'd');
  await expect(page.locator('.debugger_dbg-name')).toHaveText('jobs >= 4');
  await expect(page.locator('[data-watch]')).toHaveCount(5);
});

test('every visible row of the log is a sentence after Run, Back and Run', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  await press(page, 'Home');
  await press(page, 'd');
  await page.getByLabel('expression', { exact: true }).fill('jobs >= 4');
  const rows = page.locator('.debugger_dbg-rows .debugger_dbg-row');
  for (const name of ['Run', 'Back', 'Run']) {
    await page.getByRole('button', { name, exact: true }).click();
    await idle(page);
    await expect(rows.first()).toBeVisible();
    expect((await rows.allInnerTexts()).filter((text) => text.trim() === '…')).toEqual([]);
  }
});

test('copies the log rows that pass the filter as text', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await press(page, 'ArrowRight', 3);
  await press(page, 'd');
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^\d+ copied$/ })).toBeVisible();
});

test('a right click makes a mark a breakpoint, and playing stops there', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  await press(page, 'Home');
  await press(page, 'n', 2);
  await page.getByRole('treeitem').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Break on this' }).click();
  await expect(page.locator('.debugger_dbg-name')).toContainText('something happens to');
  await press(page, 'x');
  await expect(page.locator('[data-search]')).toContainText('Stopped at');
});

test('a killed worker restarts at the same instant with its live commands', async ({ page }) => {
  await page.goto('/?hooks#scene=ten-two-two');
  await idle(page);
  await press(page, 'n', 4);
  await page.getByRole('button', { name: /^Inject as/ }).click();
  await idle(page);
  const jobs = await page.getByRole('treeitem').count();
  const clock = await page.locator('.timeline_clock').innerText();
  await page.evaluate(() => window.qmgrscopeFail?.('crash'));
  await expect(page.getByRole('alert')).toContainText('crashed and was restarted here');
  await idle(page);
  await expect(page.locator('.timeline_clock')).toHaveText(clock);
  await expect(page.getByRole('treeitem')).toHaveCount(jobs);
});

test('a broken rule stops the run before the step, and the scenario can be saved', async ({ page }) => {
  await page.goto('/?hooks#scene=ten-two-two');
  await idle(page);
  await press(page, 'n');
  const clock = await page.locator('.timeline_clock').innerText();
  await page.evaluate(() => window.qmgrscopeFail?.('invariant'));
  await press(page, 'n');
  await expect(page.getByRole('alert')).toContainText('breaks a rule of the simulation');
  await expect(page.locator('.timeline_clock')).toHaveText(clock);
  const file = await saved(page, () =>
    page.getByRole('button', { name: 'Save the scenario as a file' }).click(),
  );
  expect(file.name).toMatch(/\.json$/);
  await press(page, ',');
  await idle(page);
});

test('the laboratory and threads offer their own events, not jobs or destinations', async ({ page }) => {
  await open(page, '#scene=one-over-the-limit');
  await press(page, 'd');
  const kinds = page.getByRole('group', { name: 'Kinds of events' });
  await expect(kinds).toContainText('wake-up 1');
  await expect(kinds).not.toContainText('preemption');
  const until = page.getByRole('region', { name: 'Run until' });
  await expect(until.getByRole('button', { name: 'destination', exact: true })).toHaveCount(0);
  await expect(page.getByLabel('expression', { exact: true })).toHaveAttribute(
    'placeholder',
    'overshoot > 0',
  );
  await expect(page.getByLabel('Add a breakpoint')).toContainText('more threads run than their group allows');
  await until.getByRole('button', { name: 'event', exact: true }).click();
  await expect(page.getByLabel('kind of event')).toHaveValue('thread.released');
  await expect(page.getByLabel('message number')).toHaveCount(0);
  // In another kind of run, the page must not keep the choice made for threads.
  await open(page, '#scene=wheel-lab');
  await expect(kinds).toContainText('cascade');
  await until.getByRole('button', { name: 'event', exact: true }).click();
  await expect(page.getByLabel('kind of event')).toHaveValue('timer.cascaded');
});
