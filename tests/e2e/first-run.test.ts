import { expect, idle, open, press, sentence, strip, test } from './page.ts';

test('the first run plays: a small letter visibly preempts, and it pauses at the end', async ({ page }) => {
  await page.goto('/#scene=first-letter');
  // Check every frame inside the page, because a check from the test would come too late: the run goes on.
  const shown = await page.waitForFunction(() => {
    const preempts = document.querySelector('.strip-panel')?.textContent?.includes('2 preempts 1');
    const turn = document.querySelector('.explain-area .side-note')?.textContent;
    return preempts === true ? { clock: document.querySelector('.timeline_clock')?.textContent, turn } : null;
  });
  const seen = await shown.jsonValue();
  expect(Number(seen?.clock?.replace(' s', ''))).toBeLessThan(4);
  expect(seen?.turn).toBe('Any key or click pauses.');
  await idle(page);
  expect((await strip(page)).replaceAll(' ', '')).toBe(`${'1'.repeat(8)}222${'1'.repeat(16)}`);
  await expect(page.getByRole('region', { name: 'Result of the run' })).toBeVisible();
});

test('any key pauses the first run', async ({ page }) => {
  await page.goto('/#scene=first-letter');
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await page.keyboard.press('q');
  await idle(page);
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
});

test.describe('without motion', () => {
  test('asks a newcomer who is next, shows the answer and a queue, and never asks again', async ({
    page,
  }) => {
    await open(page, '');
    await expect(page.getByRole('heading', { name: /^Why does a message to 6 people/ })).toBeVisible();
    const key = page.getByRole('list', { name: 'What the marks mean' });
    for (const mark of ['3/24', '0s', '+1', 'Turns', 'a1'])
      await expect(key.getByText(mark, { exact: true }).first(), mark).toBeVisible();
    await press(page, 'ArrowRight', 2);
    await expect(page.getByRole('heading', { name: 'Who gets the next agent?' })).toBeVisible();
    expect((await strip(page)).replaceAll(' ', '')).toBe('11111111');
    await press(page, 'b');
    await expect(page.getByText('Yes, the small message.')).toBeVisible();
    // The picture uses no words of the stage that have not been explained yet.
    await expect(page.locator('.first-picture')).not.toContainText('level');
    expect((await strip(page)).replaceAll(' ', '')).toBe('111111112');
    await press(page, 'ArrowRight');
    await expect(
      page
        .getByRole('paragraph')
        .filter({ hasText: 'The message gains 4.30 s, the newsletter loses 0.68 s.' }),
    ).toBeVisible();
    await press(page, 'ArrowRight');
    expect((await strip(page)).replaceAll(' ', '')).toBe('1111111122211');
    await page.getByRole('button', { name: /A message to 1 person/ }).click();
    await idle(page);
    await expect(page.locator('.strip-panel')).toContainText('3 preempts 1');
    // When the mail has arrived, the film stops with a sentence, and not on an empty stage.
    await expect(
      page.getByText(/^Message 3 got its first agent after [\d.]+ s, .+ The newsletter paid 1 coin\.$/),
    ).toBeVisible();
    await expect(page.getByText(/No mail/)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await idle(page);
    // The main screen opens at this instant, not at the start of the run.
    await expect(page.getByRole('slider', { name: /time/i })).toBeVisible();
    expect((await strip(page)).replaceAll(' ', '')).toContain('3');
    await page.goto('/#gallery');
    await open(page, '');
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
    expect((await strip(page)).replaceAll(' ', '')).toBe('1111111122211');
  });

  test('the first minute works by keyboard alone, and each step is announced', async ({ page }) => {
    const minute = page.locator('main');
    const heard = async (step: number, words: readonly string[]): Promise<void> => {
      await idle(page);
      // Retried, because on a busy machine loaded content is drawn a moment later.
      await expect(async () => {
        const tree = await minute.ariaSnapshot();
        for (const word of [`text: ${step} of 7`, ...words]) expect(tree, `step ${step}`).toContain(word);
      }).toPass({ timeout: 45_000 });
      // With the focus on the heading, a screen reader continues with the step.
      await expect(minute.getByRole('heading', { level: 1 })).toBeFocused();
    };
    const tabTo = async (name: RegExp): Promise<void> => {
      const control = page.getByRole('button', { name }).or(page.getByRole('link', { name }));
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press('Tab');
        if (await control.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`no way by Tab to ${name.source}`);
    };
    await open(page, '');
    await heard(1, [
      'Nothing is sent',
      'region "The picture"',
      'newsletter 1: 3 of 24 deliveries handed over, 3 with an agent, 1 coin left, it has the turn.',
      'button "Next"',
    ]);
    await press(page, 'ArrowRight');
    await heard(2, ['A coin is an', '8 of 24 deliveries handed over, 3 with an agent, 4 coins left']);
    await press(page, 'ArrowRight');
    await heard(3, [
      'Who gets the next agent? Answer with the two buttons below the picture',
      'message 2: 0 of 3 deliveries handed over',
      'button "Show me"',
    ]);
    await tabTo(/The newsletter/);
    await press(page, 'Enter');
    await heard(4, [
      'You went by arrival',
      'newsletter 1: 8 of 24 deliveries handed over, 2 with an agent, 3 coins spent on message 2, 1 coin left.',
    ]);
    await press(page, 'ArrowRight');
    await heard(5, ['row "2 message 7.69 s 3.39 s"', 'The message gains 4.30 s']);
    await press(page, 'ArrowRight');
    await heard(6, ['button "A A message to 1 person']);
    await tabTo(/A message to 10 people/);
    await press(page, 'Enter');
    await expect(minute.getByRole('status').filter({ hasText: 'The newsletter paid 5 coins.' })).toHaveCount(
      1,
    );
    await expect(page.getByRole('button', { name: /A message to 10 people/ })).toBeFocused();
    await press(page, 'c');
    await heard(7, ['list.example is dead', 'refused or deferred', 'link "Lesson 1"']);
    await press(page, 'Escape');
    await expect(page.locator('body')).not.toBeFocused();
  });

  test('ignores what slides under a still pointer when the answer disappears', async ({ page }) => {
    await open(page, '#first');
    await press(page, 'ArrowRight', 2);
    await page.getByRole('button', { name: /The newsletter/ }).click();
    await idle(page);
    const lit = page.locator('main [data-hit]');
    await expect(page.getByText(/You went by arrival/)).toBeVisible();
    await expect(lit).toHaveCount(0);
    await page.locator('.first-picture [role="treeitem"]').first().hover();
    await expect(lit).not.toHaveCount(0);
  });

  test('a screen reader hears each step’s text with its title, in order', async ({ page }) => {
    await open(page, '#first');
    await page.keyboard.press('ArrowRight');
    // The heading must be a new element: a screen reader does not read out a heading that already had the focus.
    const title = page.getByRole('heading', { name: 'Every two deliveries earn a coin' });
    await expect(title).toBeFocused();
    await expect(title).toHaveAccessibleDescription(
      /^Every two squares .+ A coin is an earned delivery slot.+\s8\sdeliveries ÷ 2 = 4\scoins\. .+ships with 5\.$/,
    );
    await page.keyboard.press('ArrowRight');
    const status = page.locator('.first-text [role="status"]');
    await expect(status).toHaveText(/Answer with the two buttons below the picture/);
  });

  test('a reload in the first minute returns to its step, and after it to the bench', async ({ page }) => {
    await open(page, '');
    await press(page, 'ArrowRight', 2);
    await press(page, 'a');
    await expect(page.getByRole('paragraph').filter({ hasText: 'You went by arrival' })).toBeVisible();
    await page.reload();
    await idle(page);
    await expect(
      page.getByRole('heading', { name: 'The small message goes first, and the newsletter pays' }),
    ).toBeFocused();
    await expect(page.getByRole('paragraph').filter({ hasText: 'You went by arrival' })).toBeVisible();
    expect((await strip(page)).replaceAll(' ', '')).toBe('111111112');
    await page.keyboard.press('Escape');
    await expect(page.locator('main.first')).toHaveCount(0);
    await idle(page);
    await page.reload();
    await idle(page);
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
    await expect(page.locator('main.first')).toHaveCount(0);
    // Opened by its address, the first minute begins at its first step.
    await open(page, '#first');
    await expect(page.getByText('1 of 7')).toBeVisible();
  });

  test('Enter continues from the focused title, and buttons name their keys', async ({ page }) => {
    await open(page, '');
    const on = page.getByRole('button', { name: 'Next' });
    await expect(on.locator('kbd')).toHaveText('→');
    for (const step of [2, 3, 4, 5, 6, 7]) {
      await press(page, 'Enter');
      await expect(page.getByText(`${step} of 7`)).toBeVisible();
    }
    await expect(page.getByRole('link', { name: 'Lesson 1' }).locator('kbd')).toHaveText('Enter');
    await press(page, 'Enter');
    await expect(page).toHaveURL(/#lesson=what-is-a-job/);
  });

  test('a death is announced with figures and a ring, and a click opens its picture', async ({ page }) => {
    await open(page, '#first');
    await page.getByRole('button', { name: 'Step 7: A server breaks' }).click();
    const news = page.getByRole('region', { name: 'What just happened' });
    await expect(news).toContainText('10 recipients refused, 18 postponed untried.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alert').filter({ hasText: 'list.example is dead' })).toHaveCount(1);
    await expect(page.locator('.announce-lead rect')).toBeVisible();
    await news.getByRole('button', { name: /^Go there/ }).click();
    await expect(page.getByRole('combobox').filter({ hasText: 'list.example' }).first()).toBeVisible();
    await page.keyboard.press('Home');
    await expect(news).toHaveCount(0);
  });

  test('the headline of a dead destination moves nothing and hides no row', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto('/#first');
    await page.getByRole('button', { name: 'Step 7: A server breaks' }).click();
    const news = page.getByRole('region', { name: 'What just happened' });
    await expect(news).toContainText('10 recipients refused, 18 postponed untried.');
    await idle(page);
    // The headline has its own place above the picture, and covers nothing, not even the top bar.
    const [bar, line] = [await page.locator('.first-words').boundingBox(), await news.boundingBox()];
    expect(line?.y).toBeGreaterThanOrEqual(bar?.y ?? Infinity);
    expect(line?.x).toBeGreaterThanOrEqual((bar?.x ?? 0) + (bar?.width ?? 0) - 1);
    const chart = page.locator('.first-chart svg').first();
    const under = await chart.boundingBox();
    const cut = await page
      .locator('.first-chart > section')
      .evaluate((section) =>
        [section, ...section.querySelectorAll('*')].some(
          (element) =>
            element instanceof HTMLElement &&
            getComputedStyle(element).overflowY !== 'visible' &&
            element.clientHeight > 0 &&
            element.scrollHeight > element.clientHeight + 1,
        ),
      );
    expect(cut, 'rows that are cut').toBe(false);
    await news.getByRole('button', { name: 'Close the headline' }).click();
    await expect(news).toHaveCount(0);
    await idle(page);
    expect(await chart.boundingBox()).toEqual(under);
  });

  test('jumping to the end of the first minute keeps one queue and repairs the server', async ({ page }) => {
    await open(page, '#first');
    await expect(
      page.getByRole('paragraph').filter({ hasText: 'Three agents, delivery processes of Postfix' }),
    ).toBeVisible();
    const to = async (step: RegExp): Promise<void> => {
      await page.getByRole('button', { name: step }).click();
      await idle(page);
    };
    // The text above the question must not reveal the answer.
    await to(/^Step 3/);
    await expect(page.getByText(/does a message to 6 people not wait/)).toHaveCount(0);
    await to(/^Step 6/);
    await press(page, 'a');
    await expect(page.getByText(/The newsletter paid 1 coin\.$/)).toBeVisible();
    await press(page, 'b');
    await expect(
      page.getByText(/^Message 3 got its first agent .+ The newsletter paid 5 coins\.$/),
    ).toBeVisible();
    const picture = page.locator('.first-picture');
    await expect(picture.getByRole('treeitem', { name: /^job 4/ })).toHaveCount(0);
    // Figures that have not been explained are not shown.
    await expect(picture.locator('.explain_saybar small')).toHaveCount(0);
    // The sentence must use the word of the legend: coin.
    await expect(picture.locator('.explain_saybar')).not.toContainText('delivery slot');
    await press(page, 'c');
    await to(/^Step 5/);
    await expect(
      page
        .getByRole('paragraph')
        .filter({ hasText: 'The message gains 4.30 s, the newsletter loses 0.68 s.' }),
    ).toBeVisible();
  });

  test('shows no unexplained score while a message waits for its coins', {
    tag: '@all',
  }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await open(page, '#first');
    await page.getByRole('button', { name: /^Step 6/ }).click();
    await idle(page);
    // Each sentence is visible only for a moment, so record its text, and whether a score was shown beside it.
    await page.evaluate(() => {
      const kept = document.documentElement.dataset;
      new MutationObserver(() => {
        const text = document.querySelector('.first-picture .explain_saybar')?.textContent ?? '';
        if (!(kept['said'] ?? '').endsWith(text)) kept['said'] += `${text}|`;
        for (const score of document.querySelectorAll('.first-picture .stage_job-score'))
          kept['scores'] = score.getClientRects().length > 0 ? 'shown' : (kept['scores'] ?? 'hidden');
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const root = page.locator('html');
    // Try twice, because the code of the sentence is loaded during the first try. Only the second try has the sentence
    // from its beginning.
    for (const key of ['a', 'b']) {
      await page.evaluate(() => {
        document.documentElement.dataset['said'] = '';
      });
      await page.keyboard.press(key);
      await expect(root).toHaveAttribute('data-said', /A message arrives/);
    }
    await expect(root).toHaveAttribute('data-said', /1 keeps its turn: 3 needs 5 coins, and 1 has \d/);
    // The end of the run must not have been shown in between.
    await expect(root).not.toHaveAttribute('data-said', /1 is done.*A message arrives/);
    await expect(root).toHaveAttribute('data-scores', 'hidden');
    await idle(page);
  });

  test('each step of the first minute shows one picture, immediately', async ({ page }) => {
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seenStrips: seen });
      new MutationObserver(() => {
        const text = document.querySelector('.first-picture .strip-panel > .sr-only')?.textContent ?? '';
        if (text !== '' && seen.at(-1) !== text) seen.push(text);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await open(page, '');
    await press(page, 'ArrowRight', 4);
    // The third picture has the same turns as the second, because only a message has arrived.
    const seen = await page.evaluate(() => (globalThis as unknown as { seenStrips: string[] }).seenStrips);
    expect(seen.map((text) => text.replaceAll(/\D/g, ''))).toEqual([
      '',
      '111',
      '11111111',
      '111111112',
      `${'1'.repeat(8)}222${'1'.repeat(16)}`,
    ]);
  });
});

test('the film of the first minute stops and asks before the letter goes first', async ({ page }) => {
  await page.addInitScript(() => {
    const look = (): void => {
      const button = document.querySelector('.first-picture .stage-empty button');
      if (button === null || getComputedStyle(button).visibility !== 'visible') return;
      document.documentElement.dataset['offeredToInject'] = '';
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  });
  await page.goto('/');
  // In the first picture mail is waiting, so the page must not say that there is nothing to schedule.
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

test('an injected message gets the next number, and the sentence reports its arrival', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await page.getByRole('button', { name: /^10 recipients/ }).click();
  const form = page.getByRole('dialog', { name: 'Recipients and destinations' });
  await form.getByRole('button', { name: '1', exact: true }).click();
  await form.getByRole('button', { name: /^Send message/ }).click();
  await idle(page);
  expect(await sentence(page)).toBe('4 arrives with 1 recipient.');
  await expect(page.getByRole('treeitem', { name: /^job 4,/ })).toBeVisible();
});

test('the strip matches the document exactly to the end of the run', async ({ page }) => {
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
