import type { Page } from '@playwright/test';
import { accessibilityFindings, expect, idle, moreAboutTurn, open, press, sentence, test } from './page.ts';

/** Goes to a turn of the scene, counted from its start. */
async function turn(page: Page, number: number): Promise<void> {
  await press(page, 'Home');
  for (let i = 0; i < number; i++) await press(page, 'ArrowRight');
  await idle(page);
}

const box = (page: Page) => page.getByRole('table', { name: 'Before and after this turn' });

test('shows a preemption before and after it, in numbers of one instant', async ({ page }) => {
  await open(page, '#scene=first-letter');
  await turn(page, 9);
  expect(await sentence(page)).toBe('Agent 2 is free. 2 preempts 1: it needs 3 coins, and 1 has 4.');
  const explain = page.getByRole('complementary', { name: 'Explain' });
  await expect(explain.getByRole('heading', { name: /^Turn 9/ })).toContainText('1.95');
  await expect(box(page).getByRole('row')).toHaveText([
    /before\s*after/,
    /1\s*has\s*4\s*1/,
    /2\s*needs\s*3\s*paid by\s*1/,
    /list\s*12\s*21/,
  ]);
  await expect(box(page).locator('[data-kind="paid"]')).toHaveCount(3);
  await expect(explain).toContainText(/4 ≥ 3\s*so\s*2\s*goes first\s*8 ÷ 2 = 4/);
  await expect(explain.getByRole('region', { name: 'Candidates' }).getByRole('row')).toHaveCount(2);
  // The card on the stage shows the coins that the box gives for the state after the turn.
  await expect(page.getByRole('treeitem', { name: /^job 1/ })).toContainText('+1');
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('marks the coin that a turn earned, and says when no job was examined', async ({ page }) => {
  await open(page, '#scene=first-letter');
  await turn(page, 8);
  await expect(box(page).locator('[data-kind="earned"]')).toHaveCount(1);
  await expect(box(page).getByRole('img', { name: '4 coins, one just earned' })).toBeVisible();
  const explain = page.getByRole('complementary', { name: 'Explain' });
  await expect(explain).toContainText('No job was examined in this turn');
  await expect(explain.getByRole('region', { name: 'Candidates' })).toContainText(
    'remembered that no job fits',
  );
});

test('the box stays in its place from turn to turn, and the fold at the bottom', async ({ page }) => {
  await open(page, '#scene=first-letter');
  const places = new Set<string>();
  for (const number of [5, 8, 9, 12]) {
    await turn(page, number);
    const top = await box(page).boundingBox();
    const fold = await page.getByText('More about this turn').boundingBox();
    places.add(`${Math.round(top?.y ?? 0)} ${Math.round(top?.height ?? 0)} ${Math.round(fold?.y ?? 0)}`);
  }
  expect([...places]).toHaveLength(1);
});

test('the fold has the other questions, the rule, timers, words and who paid', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  await expect(page.locator('#why-not')).toHaveCount(0);
  await moreAboutTurn(page);
  await expect(page.locator('#why-not')).toBeVisible();
  for (const part of ['The rule, line by line', 'Who paid for whom', 'Words used here'])
    await expect(page.getByText(part).first()).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  // The key W asks why a job was not chosen. This opens the folded part of the explanation.
  await page.getByText('More about this turn').click();
  await press(page, 'w');
  await expect(page.locator('#why-not')).toBeFocused();
});

for (const [width, height] of [
  [1280, 720],
  [1024, 768],
  [412, 915],
] as const)
  test(`nothing of the box is cut off at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, '#scene=first-letter');
    await turn(page, 9);
    await expect(box(page).locator('[data-kind="free"]').first()).toBeVisible();
    const cut = await box(page)
      .locator('th, td')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length);
    expect(cut).toBe(0);
    await expect(box(page).getByRole('row', { name: /^list/ })).toHaveCount(width < 641 ? 0 : 1);
  });
