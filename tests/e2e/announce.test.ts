import type { Locator, Page } from '@playwright/test';
import { expect, idle, moreAboutTurn, open, press, test } from './page.ts';

function news(page: Page): Locator {
  return page.getByRole('region', { name: 'What just happened' });
}

/** Goes to the event of the first announcement that matches `what`. */
async function goTo(page: Page, what: RegExp): Promise<void> {
  await moreAboutTurn(page);
  await page
    .getByRole('region', { name: /^What happened/ })
    .getByRole('button', { name: what })
    .click();
  await idle(page);
}

async function goThere(page: Page): Promise<void> {
  await news(page)
    .getByRole('button', { name: /^Go there/ })
    .click();
  await idle(page);
  // A keyboard user must be able to continue in the picture, not at the top of the page.
  await expect(page.locator('body')).not.toBeFocused();
}

test('announces a revived destination and a deferred message, each with a link', async ({ page }) => {
  await open(page, '#scene=dead-and-back');
  await press(page, 'End');
  await press(page, 'Escape');
  await goTo(page, /b\.example is alive again/);
  await expect(news(page)).toContainText('The next delivery will show whether its server answers.');
  await expect(page.getByRole('status').filter({ hasText: /^b\.example is alive again: / })).toHaveCount(1);
  await goThere(page);
  await expect(page.getByRole('combobox').filter({ hasText: 'b.example' }).first()).toBeVisible();
  await press(page, 'Escape');
  await goTo(page, /Message 1 is deferred/);
  await expect(news(page)).toContainText('74 recipients waiting, 46 delivered. Next attempt at 5:08.');
  await expect(page.locator('.announce-lead rect')).toBeVisible();
  await goThere(page);
  await expect(page.getByRole('heading', { name: 'Mail queues, transports and memory' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Message/ }).first()).toContainText('1');
});

test('announces mail kept out of a full active queue, and links to the mail queues', async ({ page }) => {
  await open(page, '#scene=active-full');
  await press(page, 'Escape');
  await goTo(page, /The active queue is full/);
  await expect(
    page.getByRole('alert').filter({ hasText: /^The active queue is full: It holds 20/ }),
  ).toHaveCount(1);
  await expect(page.locator('.announce-lead rect')).toBeVisible();
  await goThere(page);
  await expect(page.getByRole('heading', { name: 'Mail queues, transports and memory' })).toBeVisible();
});

test('draws a ring around what is visible, and around nothing under a bar', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, '#scene=active-full');
  await press(page, 'Escape');
  await goTo(page, /The active queue is full/);
  const under = await page.locator('.announce-lead rect').evaluateAll((rings) =>
    rings.map((ring) => {
      const { left, top, width, height } = ring.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.time-area') ?? null;
    }),
  );
  expect(under.filter((bar) => bar !== null)).toEqual([]);
});

test('marks the place with the sign of the headline and strikes through no words', async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, '#scene=dead-and-back');
    await press(page, 'End');
    await press(page, 'Escape');
    await goTo(page, /b\.example is dead/);
    const lead = page.locator('.announce-lead');
    await expect(lead.locator('text')).toHaveText('✕');
    await expect(lead.locator('path')).toHaveCount(0);
    const [ring, badge] = await Promise.all([
      lead.locator('rect').boundingBox(),
      lead.locator('circle').boundingBox(),
    ]);
    // The badge is outside the words of the row, at its left edge.
    expect((badge?.x ?? 0) + (badge?.width ?? 0)).toBeLessThan((ring?.x ?? 0) + 9);
    await page.goto('about:blank');
  }
});

test('announces a herd or purge without a link where its picture is already visible', async ({ page }) => {
  for (const [scene, words] of [
    ['aio-herd', /A herd of \d threads wakes for one item/],
    ['purge-storm', /Watch lists are purged \d+ times in a second/],
  ] as const) {
    await open(page, `#scene=${scene}`);
    await press(page, 'Home');
    for (let i = 0; i < 40 && (await news(page).count()) === 0; i++) await press(page, 'n');
    await expect(news(page), scene).toContainText(words);
    await expect(page.getByRole('status').filter({ hasText: words }), scene).toHaveCount(1);
    await expect(news(page).getByRole('button', { name: /^Go there/ }), scene).toHaveCount(0);
  }
});

test('a headline covers nothing in the laboratory and shifts nothing in a lesson', async ({ page }) => {
  const place = (selector: string): Promise<string> =>
    page.locator(selector).evaluate((element) => {
      const { top, height } = element.getBoundingClientRect();
      return `${top} ${height}`;
    });
  await open(page, '#scene=dead-and-back');
  await press(page, 'End');
  await press(page, 'Escape');
  await goTo(page, /b\.example is dead/);
  const [line, stage] = [await news(page).boundingBox(), await page.locator('.stage-panel').boundingBox()];
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual((stage?.y ?? 0) + 1);
  for (const [width, height] of [
    [1366, 768],
    [1024, 768],
    [412, 915],
  ] as const) {
    await page.setViewportSize({ width, height });
    // Each case needs a new page, because a headline that was closed stays closed.
    await page.goto('about:blank');
    await open(page, '#lesson=failure&stop=7');
    await expect(news(page)).toBeVisible();
    const picture = await place('.lesson-stage > :last-child');
    // The headline must be in the place reserved for it: above the picture and as wide as the picture.
    const stands = await page.locator('.lesson-stage').evaluate((stage) => {
      const headline = stage.querySelector('.announce')!.getBoundingClientRect();
      const shown = stage.lastElementChild!.getBoundingClientRect();
      return (
        headline.left >= shown.left && headline.bottom <= shown.top + 1 && headline.top > shown.top - 130
      );
    });
    expect(stands).toBe(true);
    await news(page).getByRole('button', { name: 'Close the headline' }).click();
    await expect(news(page)).toHaveCount(0);
    await idle(page);
    expect(await place('.lesson-stage > :last-child')).toBe(picture);
  }
});
