import { expect, idle, open, test } from './page.ts';

test('simulates the result tables in workers, and each run is one click away', async ({ page }) => {
  await open(page, '#tables');
  await expect(page.getByText('60 of 60 runs done').first()).toBeVisible();
  const row = page.getByRole('row', { name: /shipped 1\/N/ });
  await expect(row).toContainText('16.50');
  await expect(row.getByRole('img')).toHaveAccessibleName(/window between 5 and 6/);
  await row.getByRole('link', { name: /seed 2/ }).click();
  await idle(page);
  await expect(page).toHaveTitle(/Active limiter: feedback 1\/N, shipped rule/);
  let started = 0;
  page.on('worker', () => {
    started += 1;
  });
  await page.goBack();
  await expect(page.getByText('60 of 60 runs done').first()).toBeVisible();
  await idle(page);
  // The figures are stored, so no run is repeated.
  expect(started).toBe(0);
});

// In runs without --all, policies.test.ts covers the cancelling of a sweep.
test('runs can be cancelled and resumed', { tag: '@all' }, async ({ page }) => {
  await page.goto('/#tables');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const rest = page.getByRole('button', { name: 'Run the rest' });
  await expect(rest).toBeVisible();
  await rest.click();
  await idle(page);
  await expect(page.getByText('60 of 60 runs done').first()).toBeVisible();
  await expect(rest).toBeHidden();
});
