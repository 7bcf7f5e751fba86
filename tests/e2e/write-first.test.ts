import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packLesson } from '../../src/learn/lessons/lesson-link.ts';
import { expect, idle, open, test } from './page.ts';

test('explains to a first author a wrong instant, message or click', async ({ page }) => {
  // The stage is empty, so the page links to the gallery, where the author chooses a run.
  await open(page, '#write');
  await page.getByRole('link', { name: 'Choose a run' }).click();
  await idle(page);
  await page.getByText('Ten, two, two', { exact: true }).first().click();
  await idle(page);
  await page.goBack();
  await page.goBack();
  await idle(page);
  await expect(page.getByText('The first stop is the present instant of “Ten, two, two”.')).toBeVisible();
  await page.getByRole('button', { name: 'Begin with the example' }).click();
  await idle(page);

  const title = page.locator('.write-pane').getByLabel('Title');
  await title.press('Control+a');
  await title.pressSequentially('The newsletter has agents for itself');
  expect(await title.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);

  const instant = page.getByRole('toolbar', { name: 'Instant' });
  await expect(instant).toContainText('1.09 s');
  await expect(instant).toContainText('the last event up to 1.2 s');
  await page.getByRole('button', { name: /^Stop 2/ }).click();
  await idle(page);
  await expect(instant).toContainText('where its question is asked, after 1.9 s');

  await page.getByRole('button', { name: 'Write its text' }).click();
  await page.keyboard.type('Mail [2] has come, [7] has not.');
  await idle(page);
  await expect(page.getByText('At this instant the run has no message 7 yet.')).toBeVisible();

  const draw = page.getByRole('group', { name: 'Draw' });
  await draw.getByRole('button', { name: 'Ring' }).click();
  const picture = await page.locator('.write-picture').boundingBox();
  if (picture === null) throw new Error('no picture');
  await page.mouse.click(picture.x + 8, picture.y + picture.height - 8);
  await expect(page.getByText('Nothing there can be marked.')).toBeVisible();
  // A layer of the editor lies over the picture, so the click goes to a place and not to an element.
  const card = await page.locator('.write-picture [data-key^="job:"]').nth(1).boundingBox();
  if (card === null) throw new Error('no card');
  await page.mouse.click(card.x + 20, card.y + 24);
  await expect(page.getByRole('textbox', { name: 'Text of the lesson' })).toHaveValue(/\nring: job 2\n/);

  // A question that the author wrote opens for editing in its place.
  await page.getByRole('button', { name: /^Stop 3/ }).click();
  await idle(page);
  await page.getByRole('button', { name: 'Edit…' }).click();
  await expect(page.getByRole('textbox', { name: 'Right answer', exact: true })).toHaveValue('[1]');
});

test('a lesson in a link becomes a draft only when it is edited', async ({ page }) => {
  const packed = await packLesson(
    '# From a link\nid: from-a-link\nabout: How it comes.\n\n## One\nscene: fifo\nat: start\n\nText.\n',
  );
  await open(page, `#write&t=${packed}`);
  const text = page.getByRole('textbox', { name: 'Text of the lesson' });
  await expect(text).toHaveValue(/^# From a link/);
  const drafts = (): Promise<number> =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.draft.')).length);
  expect(await drafts()).toBe(0);
  await text.press('Control+End');
  await text.pressSequentially('More.');
  await expect(page).toHaveURL(/#write=[0-9a-f]{12}$/);
  expect(await drafts()).toBe(1);
  await page.reload();
  await expect(text).toHaveValue(/More\.$/);
});

for (const [length, why] of [
  [285, 'has 195\u2009001 lines'],
  [2914, 'has 100\u2009000 characters in line 90'],
] as const) {
  test(`refuses a link of ${length} characters to a lesson that is too large`, async ({ page }) => {
    const hash = readFileSync(
      join(import.meta.dirname, `../fixtures/hostile/write-link-${length}.txt`),
      'utf8',
    );
    await open(page, hash.trim());
    await expect(page.getByText(why)).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('.draft.');
  });
}
