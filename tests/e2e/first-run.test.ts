import { expect, idle, open, press, sentence, strip, test } from './page.ts';

test('the first run plays by itself: a small letter visibly preempts, and it pauses when all is done', async ({
  page,
}) => {
  await page.goto('/#scene=first-letter');
  // Looked at in every frame: by the time that a test asks, the run has played on.
  const shown = await page.waitForFunction(() => {
    const preempts = document.querySelector('.strip-panel')?.textContent?.includes('2 preempts 1');
    const turn = document.querySelector('.turn')?.textContent;
    return preempts === true ? { clock: document.querySelector('.clock')?.textContent, turn } : null;
  });
  const seen = await shown.jsonValue();
  expect(Number(seen?.clock?.replace(/^0:/, ''))).toBeLessThan(4);
  expect(seen?.turn).toBe('Any key or click pauses.');
  await idle(page);
  expect((await strip(page)).replaceAll(' ', '')).toBe(`${'1'.repeat(8)}222${'1'.repeat(16)}`);
  await expect(page.getByRole('button', { name: 'Inject 1 recipient' })).toBeVisible();
});

test('any key pauses the first run', async ({ page }) => {
  await page.goto('/#scene=first-letter');
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await page.keyboard.press('q');
  await idle(page);
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
});

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test('a newcomer is asked who is next, sees the answer, meets a queue, and is never asked again', async ({
    page,
  }) => {
    await open(page, '');
    await expect(page.getByRole('heading', { name: /^Why does a message to 6 people/ })).toBeVisible();
    const key = page.getByRole('list', { name: 'What the marks say' });
    for (const mark of ['3/24', '0s', '+1', 'Turns', 'a1'])
      await expect(key.getByText(mark, { exact: true }).first(), mark).toBeVisible();
    await press(page, 'ArrowRight', 2);
    await expect(page.getByRole('heading', { name: 'Who gets the next agent?' })).toBeVisible();
    expect((await strip(page)).replaceAll(' ', '')).toBe('11111111');
    await press(page, 'b');
    await expect(page.getByText('Yes, the small message.')).toBeVisible();
    expect((await strip(page)).replaceAll(' ', '')).toBe('111111112');
    await press(page, 'ArrowRight');
    await expect(page.getByText('The message gains 4.30 s, the newsletter loses 0.68 s.')).toBeVisible();
    await press(page, 'ArrowRight');
    expect((await strip(page)).replaceAll(' ', '')).toBe('1111111122211');
    await page.getByRole('button', { name: /A message to 1 person/ }).click();
    await idle(page);
    await expect(page.locator('.strip-panel')).toContainText('3 preempts 1');
    // It stops where the mail has arrived, with a sentence, and not on an empty stage.
    await expect(
      page.getByText(/^Message 3 had its first agent after [\d.]+ s, .+ The newsletter paid 1 coin\.$/),
    ).toBeVisible();
    await expect(page.getByText('Nothing to schedule.')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await idle(page);
    // The bench, at this very instant and not at its start.
    await expect(page.getByRole('slider', { name: /time/i })).toBeVisible();
    expect((await strip(page)).replaceAll(' ', '')).toContain('3');
    await page.goto('/#gallery');
    await open(page, '');
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
    expect((await strip(page)).replaceAll(' ', '')).toBe('1111111122211');
  });

  test('a death is announced with its figures, ringed where it shows, and a press opens the picture of it', async ({
    page,
  }) => {
    await open(page, '#first');
    await page.getByRole('button', { name: 'Step 7: A server breaks' }).click();
    const news = page.getByRole('region', { name: 'What just happened' });
    await expect(news).toContainText('10 recipients were refused, 18 more are put off by retry.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alert').filter({ hasText: 'list.example is dead' })).toHaveCount(1);
    await expect(page.locator('.announce-lead rect')).toBeVisible();
    await news.getByRole('button', { name: /^Go there/ }).click();
    await expect(page.getByRole('combobox').filter({ hasText: 'list.example' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Back to the start' }).click();
    await expect(news).toHaveCount(0);
  });
});

test('the film of the first minute stops by itself before the letter goes first, and asks', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const look = (): void => {
      const button = document.querySelector('.first-picture .stage-empty button');
      if (button === null || getComputedStyle(button).visibility !== 'visible') return;
      document.documentElement.dataset['offeredToInject'] = '';
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  });
  await page.goto('/');
  // The first picture is of mail on its way: nothing says that there is nothing to schedule.
  await expect(page.locator('.first-picture [role=treeitem]')).toHaveCount(1);
  await expect(page.locator('html')).not.toHaveAttribute('data-offered-to-inject');
  await page.getByRole('button', { name: 'Step 3: Who is next?' }).click();
  await expect(page.getByRole('heading', { name: 'Who gets the next agent?' })).toBeVisible();
  await idle(page);
  expect((await strip(page)).replaceAll(' ', '')).toBe('11111111');
  await page.keyboard.press('Escape');
  await idle(page);
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('an injected message gets the next number, and the sentence says that it arrived', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await page
    .getByRole('radio', { name: '1', exact: true })
    .or(page.getByRole('button', { name: '1', exact: true }))
    .first()
    .click();
  await page.getByRole('button', { name: /^Inject as/ }).click();
  await idle(page);
  expect(await sentence(page)).toBe('4 arrives with 1 recipient.');
  await expect(page.getByRole('treeitem', { name: /^job 4,/ })).toBeVisible();
});

test('the strip of the document is exact, to the end of the run', async ({ page }) => {
  for (const [scene, slots] of [
    ['ten-two-two', '11112211113311'],
    ['ten-two-two-half-price', '11221111331111'],
    ['four-then-ones', '11211345'],
  ] as const) {
    await open(page, `#scene=${scene}`);
    await press(page, 'n', slots.length);
    expect((await strip(page)).replaceAll(' ', ''), scene).toBe(slots);
  }
});
