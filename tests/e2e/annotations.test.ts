import type { Page } from '@playwright/test';
import { lessonHash, packLesson } from '../../src/learn/lessons/lesson-link.ts';
import { expect, idle, open, test } from './page.ts';

const LESSON = `# Marked
id: marked
about: Marks on agents, queues, the gate and the window chart.

## Agents
scene: first-letter
at: 1.9 s
ring: agents 1 "with an agent"

Look.

## A destination
scene: ten-two-two
at: 3 s
show: destinations
ring: queue m1.example
arrow: window m1.example "its window"

Look.

## The chart
scene: dead-and-back
at: 7.5 s
show: destination b.example
ring: chart window "the window"
arrow: chart cohorts
label: report 1 "the first report"

Look.

## The gate
scene: one-over-the-limit
at: 1.2 ms
show: threads
ring: gate "asked at every fetch"

Look.
`;

/** Returns the number and the text of the drawn marks. Checks that each ring surrounds something in the picture. */
async function marksOf(page: Page): Promise<{ drawn: number; words: string }> {
  return page.locator('.lesson_annotations').evaluate((box) => ({
    drawn: box.querySelectorAll('svg > g').length,
    words: [...box.querySelectorAll('text:not(.lesson_annotation-number)')]
      .map(({ textContent }) => textContent)
      .join('; '),
  }));
}

test('annotations stay attached to agents, queues, windows and the gate', async ({ page }) => {
  const packed = await packLesson(LESSON);
  const at = (stop: number): string => lessonHash({ id: '', packed, stop });
  await open(page, at(1));
  await expect.poll(() => marksOf(page)).toEqual({ drawn: 1, words: 'with an agent' });
  // Poll, because the ring's target may still be moving.
  const around = async (): Promise<boolean> => {
    const ring = await page.locator('.lesson_annotations rect:not(.lesson_annotation-ground)').boundingBox();
    const busy = await page.locator('.lesson-stage .cell-busy').first().boundingBox();
    return ring!.x < busy!.x + 2 && ring!.y + ring!.height > busy!.y + busy!.height - 2;
  };
  await expect.poll(around).toBe(true);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await idle(page);
  await expect.poll(() => marksOf(page)).toEqual({ drawn: 2, words: 'its window' });
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await idle(page);
  await expect.poll(() => marksOf(page)).toEqual({ drawn: 3, words: 'the window; the first report' });
  const report = await page.locator('.lesson_annotation-ground').last().boundingBox();
  const chart = await page.locator('.destination_chart-drawing').boundingBox();
  expect(report!.x).toBeGreaterThanOrEqual(chart!.x);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await idle(page);
  await expect.poll(() => marksOf(page)).toEqual({ drawn: 1, words: 'asked at every fetch' });
  await page.goto(`/?embed=lesson${at(4)}`);
  await idle(page);
  await expect.poll(() => marksOf(page)).toEqual({ drawn: 1, words: 'asked at every fetch' });
});

test('annotations are printed, and appear one by one in class mode', async ({ page }) => {
  const packed = await packLesson(LESSON);
  await open(page, `#print&t=${packed}`);
  await expect(page.getByRole('status')).toContainText('Ready to print', { timeout: 60_000 });
  await expect(page.locator('.presenter_sheet-stop .lesson_annotations svg > g')).toHaveCount(7);
  await expect(page.locator('.presenter_sheet-stop').nth(2).locator('.lesson_annotations')).toContainText(
    'the first report',
  );
  await page.goto(`/${lessonHash({ id: '', packed, stop: 3 }, 'present')}`);
  // Wait until the presentation is visible, because only then keys have an effect. Waiting for `idle` is not enough,
  // because the print sheets are idle, too.
  await expect(page.locator('.presenter_sheet-stop')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'The chart', level: 1 })).toBeVisible();
  await idle(page);
  await expect(page.locator('.lesson_annotations svg > g')).toHaveCount(0);
  await page.keyboard.press('PageDown');
  await expect(page.locator('.lesson_annotations svg > g')).toHaveCount(1);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(page.locator('.lesson_annotations svg > g')).toHaveCount(3);
});

test('on a phone, an arrow’s words stay in their row of the job list, on no square', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 915 });
  const packed = await packLesson(`# Rows
id: rows
about: An arrow in a list.

## A row
scene: whole-picture
at: 4 s
arrow: job 3 "it was let in"

Look.

## A full row
scene: whole-picture
at: 4 s
arrow: entries 1 "its squares"

Look.
`);
  const covered = async (stop: number, words: string): Promise<{ rows: string[]; squares: number }> => {
    await open(page, lessonHash({ id: '', packed, stop }));
    await expect.poll(() => marksOf(page)).toEqual({ drawn: 1, words });
    return page.locator('.lesson_annotated').evaluate((picture) => {
      const ground = picture
        .querySelector('.lesson_annotations .lesson_annotation-ground')!
        .getBoundingClientRect();
      const over = (element: Element): boolean => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left < ground.right && right > ground.left && top < ground.bottom && bottom > ground.top;
      };
      const rows = [...picture.querySelectorAll('[role="treeitem"]')].filter(over);
      const squares = [...picture.querySelectorAll('[class^="cell-"], [class^="coin-"]')].filter(over);
      return { rows: rows.map(({ ariaLabel }) => ariaLabel?.slice(0, 5) ?? ''), squares: squares.length };
    });
  };
  expect(await covered(1, 'it was let in')).toEqual({ rows: ['job 3'], squares: 0 });
  // If a row has no room for the text of its mark, the text is below the list.
  expect(await covered(2, '← its squares')).toEqual({ rows: [], squares: 0 });
});
