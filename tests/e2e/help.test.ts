import { expect, idle, MORE_DETAIL, open, test } from './page.ts';

test.use(MORE_DETAIL);

test('the tour goes through the page by keyboard and can be left at any time', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Tour of the page' }).click();
  const tour = page.getByRole('dialog', { name: 'The jobs' });
  await expect(tour).toBeVisible();
  await expect(tour).toContainText('1 of 7');
  for (const title of ['Time', 'Why', 'Turns', 'Do something', 'Details', 'Next']) {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    const [ring, card] = [page.locator('.tour-ring'), page.locator('.tour-card')];
    await expect(ring).toBeVisible();
    await expect(card).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press('Enter');
  await expect(page.locator('.tour')).toHaveCount(0);
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Tour of the page' }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('.tour')).toHaveCount(0);
});

test('a term shows its definition in place and leads to the glossary', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  await page.getByRole('button', { name: 'window', exact: true }).focus();
  await page.keyboard.press('Enter');
  const note = page.getByRole('note').filter({ visible: true });
  await expect(note).toContainText(
    'How many deliveries to one destination may be in flight at the same time',
  );
  await expect(note.getByRole('link', { name: 'SCHEDULER_README, Concurrency scheduling' })).toBeVisible();
  await note.getByRole('link', { name: 'All terms' }).click();
  await expect(page.getByRole('heading', { name: 'Glossary', level: 1 }).last()).toBeVisible();
  await expect(page.locator('#term-window')).toBeFocused();
  await page.getByRole('searchbox', { name: 'Find a term' }).fill('purgatory');
  await expect(page.locator('.glossary dt').first()).toContainText('purgatory');
});

test('terms in the sentence show their definitions', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  await page.locator('.explain_say').getByText('coins', { exact: true }).click();
  await expect(page.getByRole('note').filter({ visible: true })).toContainText(
    'A job earns one for every k entries',
  );
});

test('the page of exactness counts by replay, and each difference opens its scene', async ({ page }) => {
  await open(page, '#exact');
  await idle(page);
  const outcome = await page.request.get('/evidence.json');
  const { ran, vectors } = (await outcome.json()) as { ran: boolean; vectors: { reason: string | null }[] };
  expect(ran).toBe(true);
  await expect(page.locator('.exact-cell')).toHaveCount(vectors.length);
  await expect(page.locator('.exact-cell[data-failed]')).toHaveCount(
    vectors.filter(({ reason }) => reason !== null).length,
  );
  const queue = page.getByRole('region', { name: 'Queue manager' });
  await expect(queue).toContainText('128 of 128');
  const links = page.getByRole('region', { name: /Where software and document differ/ }).getByRole('link');
  expect(await links.count()).toBeGreaterThanOrEqual(12);
  await links.first().click();
  await expect(page.getByRole('region', { name: 'Jobs and preemption forest' })).toBeVisible();
});
