import { expect, idle, MORE_DETAIL, MOVING, open, picture, press, sentence, test } from './page.ts';

test.use(MORE_DETAIL);

test('every step back shows what the way forward showed', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await press(page, 'Home');
  const pictures = [await picture(page)];
  for (let i = 0; i < 8; i++) {
    await press(page, 'e');
    pictures.push(await picture(page));
  }
  for (const expected of pictures.slice(0, -1).toReversed()) {
    await press(page, 'Shift+E');
    expect(await picture(page)).toEqual(expected);
  }
});

test('previous and next preemption lead to the sentence about it', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  await press(page, 'Shift+ArrowLeft');
  expect(await sentence(page)).toContain('8 preempts 4');
  await press(page, 'Shift+ArrowLeft');
  expect(await sentence(page)).toContain('7 preempts 4');
  await press(page, 'Shift+ArrowRight');
  expect(await sentence(page)).toContain('8 preempts 4');
});

test('a change in the past forks a branch and leaves the other unchanged', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await press(page, 'n', 14);
  await press(page, 'Home');
  await press(page, 'n', 3);
  await page.getByRole('button', { name: /^Inject as/ }).click();
  await press(page, 'n', 1);
  await expect(page.getByRole('treeitem', { name: /^job 4,/ })).toBeVisible();
});

test.describe('with motion', () => {
  // With reduced motion, the run would play from decision to decision.
  test.use(MOVING);

  test('mail injected every 2 s follows the playing speed, and ends on a step back', async ({ page }) => {
    await open(page, '#scene=fifo');
    await page.locator('.timeline_speed select').last().selectOption({ label: 'as fast as possible' });
    const again = page.getByRole('button', { name: 'every 2 s' });
    await again.click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    // The address names an instant long after the scene's end.
    await expect(page.locator('.timeline_clock')).toHaveText(/^\d+:\d\d:\d\d/);
    await expect(again).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Pause' }).click();
    await idle(page);
    await expect(again).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Back to the start' }).click();
    await idle(page);
    await expect(again).toHaveAttribute('aria-pressed', 'false');
  });
});

test('the chosen speed is fully visible, with little room to spare', async ({ page }) => {
  await open(page, '#scene=fifo');
  const speed = page.getByRole('combobox', { name: 'Speed' });
  // Some engines cannot size fields automatically, so the page chooses a width for each option.
  const roomLeft = (): Promise<number> =>
    speed.evaluate((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const line = document.createElement('canvas').getContext('2d')!;
      line.font = font;
      const words = (select as HTMLSelectElement).selectedOptions[0]?.text ?? '';
      const around = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      return select.clientWidth - around - line.measureText(words).width;
    });
  for (const choice of ['1 ms = 1 s', '0.002×', '1×', '1000×', 'as fast as possible']) {
    await speed.selectOption(choice);
    // A canvas does not use the page's setting for digits, so the width may differ by less than half a letter.
    await expect.poll(roomLeft, choice).toBeGreaterThan(-3);
    expect(await roomLeft(), choice).toBeLessThan(32);
  }
});
