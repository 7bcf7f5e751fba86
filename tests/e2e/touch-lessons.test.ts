import { readdirSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { ALL, SOME_LESSONS } from '../fixtures/all.ts';
import { expect, idle, test } from './page.ts';

/**
 * Lessons on a tablet with one finger (every lesson with --all): taps, no hover, no keys. Each question gets wrong answers as
 * long as possible, so that both stages of an answer appear.
 */
test.use({
  viewport: { width: 1024, height: 768 },
  hasTouch: true,
});
test.skip(
  ({ browserName }) => browserName !== 'chromium',
  'only the driver of Chromium gives a page a finger',
);

const LESSONS = readdirSync('src/learn/lessons/files')
  .toSorted()
  .map((file) => file.replace(/^\d+-|\.lesson$/g, ''));

const FINGER = 40;

async function tap(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeInViewport();
  const box = await target.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(FINGER);
  await target.tap();
  await idle(page);
}

/** Chooses one answer after another until the solution is shown. Returns the number of wrong answers. */
async function answer(page: Page): Promise<number> {
  const all = page.locator('.lesson_answers .lesson_answer');
  const open = page.locator('.lesson_question:not([data-revealed])');
  let misses = 0;
  for (let i = 0; (await open.count()) > 0; i++) {
    await tap(page, all.nth(i));
    if ((await open.count()) === 0) break;
    misses += 1;
    await expect(page.locator('.lesson_answer-why')).toContainText(/^Not quite\. .+ Try again\.$/);
  }
  await expect(page.locator('.lesson_answer-why')).toContainText(/Right|Correct|The answer is [A-D]/);
  await expect(page.locator('.lesson_answer-why')).toBeInViewport();
  return misses;
}

for (const id of ALL ? LESSONS : SOME_LESSONS.slice(1, 3))
  test(`${id} can be finished with taps alone`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.goto('/#lessons');
    await idle(page);
    await page.locator(`a[href="#lesson=${id}"]`).first().tap();
    await idle(page);
    const stops = await page.locator('.lesson-steps ol button').count();
    const ways = page.locator('.lesson-ways');
    for (let stop = 1; stop <= stops; stop++) {
      await expect(page.locator('[data-where]')).toContainText(`step ${stop} of ${stops}`);
      await idle(page);
      const cards = await page.locator('.lesson_answers').count();
      const written = await page.locator('.lesson_answer-form').count();
      if (cards > 0) expect(await answer(page)).toBeLessThan(3);
      else if (written > 0) await tap(page, ways.getByRole('button', { name: 'Show me' }));
      if (stop < stops) await tap(page, ways.getByRole('button', { name: 'Next', exact: true }));
    }
    const end = page.getByRole('region', { name: 'End of the lesson' });
    await expect(end).toContainText('You can now');
    await expect(end).toContainText(/^.*\d of \d right on the first try, in /s);
    await expect(end).toBeInViewport();
  });

test('a run that is opened from a lesson leads back to its stop with one tap', async ({ page }) => {
  await page.goto('/#lesson=earning&stop=4');
  await idle(page);
  // The run plays in real time, and the test does not wait for its end.
  await page.getByRole('button', { name: 'Let it run' }).tap();
  await tap(page, page.getByRole('link', { name: 'Back to lesson 2, step 4' }));
  await expect(page).toHaveURL(/#lesson=earning&stop=4$/);
  await expect(page.getByRole('heading', { name: 'Half the price' })).toBeVisible();
  await page.goto('/#scene=fifo');
  await idle(page);
  await expect(page.getByText(/^Back to/)).toHaveCount(0);
});

test('a picture hides the answer to its question, and says when it is of another run', async ({ page }) => {
  await page.goto('/#lesson=earning&stop=3');
  await idle(page);
  await page.getByRole('button', { name: 'Show me' }).tap();
  await idle(page);
  await expect(page.locator('.stage-told')).toHaveText(/^2 moved in front of 1\. 1 paid \d+ coins?/);
  await page.getByRole('button', { name: 'Next', exact: true }).tap();
  await idle(page);
  // A text about the previous run would reveal the answer for this run, so it must be gone.
  await expect(page.locator('.stage-told')).toHaveCount(0);
  await expect(page.getByText('Another run: Half price')).toBeVisible();
  for (const [hash, figure] of [
    ['what-is-a-job&stop=3', '.stage_job-balance'],
    ['wheel&stop=3', '.wheel_hub-sleep'],
  ] as const) {
    await page.goto(`/#lesson=${hash}`);
    await idle(page);
    await expect(page.locator(figure).first()).toBeHidden();
    await page.getByRole('button', { name: 'Show me' }).tap();
    await idle(page);
    await expect(page.locator(figure).first()).toBeVisible();
  }
});

test('the longest lessons print on two sheets of paper, answers included', async ({ page }) => {
  for (const id of ALL ? ['failure', 'windows', 'what-is-a-job'] : ['failure']) {
    await page.goto(`/#print=${id}`);
    await expect(page.getByText('Ready to print on A4.')).toBeVisible({ timeout: 60_000 });
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page[^s]/g)?.length, id).toBeLessThanOrEqual(4);
  }
});
