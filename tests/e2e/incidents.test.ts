import { ALL } from '../fixtures/all.ts';
import { openAfternoon } from './afternoon.ts';
import { expect, idle, open, test } from './page.ts';

test('an incident asks for its cause, then for a change, and says what Postfix did', async ({ page }) => {
  await open(page, '#gallery');
  await page.getByRole('link', { name: /^A newsletter before password resets/ }).click();
  const lesson = page.getByRole('article', { name: 'A newsletter before password resets' });
  // The record is on the same page, with a frame around the lane that the lesson is about.
  await expect(lesson.locator('[data-framed="true"]')).toHaveAccessibleName(/^smtp/);
  await lesson.getByRole('button', { name: 'Hint' }).click();
  await expect(lesson.getByText('The framed lane stays at its limit of 10')).toBeVisible();
  await lesson.getByRole('button', { name: 'Their own servers were slow' }).click();
  await expect(lesson.getByText('Connection and delivery took about a second')).toBeVisible();
  await expect(lesson.getByRole('heading', { name: 'Choose a change' })).toHaveCount(0);
  await lesson.getByRole('button', { name: /All ten processes/ }).click();
  await lesson.getByText('Why', { exact: true }).click();
  // The finding is computed from the recording that is open.
  await expect(
    lesson.getByText(/Finding in this record: All 10 agents \(delivery processes\) of smtp were busy/),
  ).toBeVisible();
  await expect(lesson.getByText('from 47.6 s to 2.9 s')).toHaveCount(0);
  await lesson.getByRole('button', { name: 'default_delivery_slot_cost = 2' }).click();
  await expect(lesson.getByText('from 47.6 s to 2.9 s')).toBeVisible();
  await lesson.getByRole('link', { name: 'Open the findings of this record' }).click();
  await idle(page);
  await expect(page.getByRole('group', { name: 'Classes of mail' })).toContainText('resets');
  await page.getByRole('link', { name: 'Incident' }).click();
  await expect(lesson.getByText('from 47.6 s to 2.9 s')).toBeVisible();
});

const RECORDINGS = ['relayhost', 'provider-down', 'greylisting', 'rate-delay', 'afternoon'];

for (const id of ALL ? RECORDINGS : RECORDINGS.slice(0, 2))
  test(`the recording of ${id} opens`, async ({ page }) => {
    await open(page, `#postfix&tab=incidents&id=${id}`);
    const lesson = page.getByRole('article');
    const question = lesson.getByRole('region', { name: 'Find the cause' });
    await expect(lesson.locator('[data-framed]').first()).toBeVisible();
    for (const answer of await question.locator('li button').all()) {
      // oxlint-disable-next-line no-await-in-loop
      if (await question.isVisible()) await answer.click();
    }
    await lesson.getByText('Why', { exact: true }).click();
    await expect(lesson.getByText(/Finding in this record: /)).toBeVisible();
    await expect(lesson.getByRole('region', { name: 'Choose a change' })).toBeVisible();
  });

test('recommends leaving an incident alone when no change is worthwhile', async ({ page }) => {
  await open(page, '#postfix&tab=incidents&id=greylisting');
  const lesson = page.getByRole('article', { name: 'Greylisting' });
  await lesson.getByRole('button', { name: 'minimal_backoff_time and queue_run_delay' }).click();
  await lesson.getByRole('button', { name: 'Change nothing' }).click();
  const rows = lesson.getByRole('region', { name: /^What the real Postfix did/ }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Change nothing' })).toContainText('The best choice.Lists:');
  await expect(rows.filter({ hasText: 'recipient_limit = 1' })).toContainText('Not worth it.Worse:');
});

test('a message links to the stage at the instant when it became active', async ({ page }) => {
  await openAfternoon(page, 'message&id=DDEA9228460');
  await page.getByRole('link', { name: 'Open it on the stage' }).click();
  await idle(page);
  await expect(page).toHaveURL(/#replay/);
  // The run begins at 01:46:42 of the record; the message became active at 01:48:08.9, which is 86.9 s later.
  await expect(page.getByText(/1:26|86\.9/).first()).toBeVisible();
});
