import { ALL } from '../fixtures/all.ts';
import { openAfternoon } from './afternoon.ts';
import { expect, idle, open, test } from './page.ts';

test('a gallery incident gives its cause, a change to choose and what Postfix did', async ({ page }) => {
  await open(page, '#gallery');
  await page.getByRole('link', { name: /^A newsletter before password resets/ }).click();
  const lesson = page.getByRole('article', { name: 'A newsletter before password resets' });
  await lesson.getByRole('button', { name: 'Their own servers were slow' }).click();
  await expect(lesson.getByRole('status').first()).toContainText('No. The verdict shows');
  await expect(lesson.getByRole('heading', { name: 'Choose the change' })).toBeHidden();
  await lesson.getByRole('button', { name: /^All ten processes/ }).click();
  // The finding is computed from the recording that is open.
  await expect(
    lesson.getByText(/Finding in this record: All 10 agents \(delivery processes\) of smtp were busy/),
  ).toBeVisible();
  await lesson.getByRole('button', { name: 'default_delivery_slot_cost = 2' }).click();
  await expect(lesson.getByText('from 47.6 s to 2.9 s')).toBeVisible();
  // The finding must stay when the reader chooses another answer to see its comment.
  await lesson.getByRole('button', { name: 'Their own servers were slow' }).click();
  await expect(lesson.getByText('from 47.6 s to 2.9 s')).toBeVisible();
  await lesson.getByRole('link', { name: 'Open the findings' }).click();
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
    for (const button of await lesson.getByRole('group').getByRole('button').all()) {
      // oxlint-disable-next-line no-await-in-loop
      await button.click();
      // oxlint-disable-next-line no-await-in-loop
      if (await lesson.getByText('Yes.').isVisible()) break;
    }
    await expect(lesson.getByText(/Finding in this record: /)).toBeVisible();
    await expect(lesson.getByRole('group', { name: 'Changes' })).toBeVisible();
  });

test('recommends leaving an incident alone when no change is worthwhile', async ({ page }) => {
  await open(page, '#postfix&tab=incidents&id=greylisting');
  const lesson = page.getByRole('article', { name: 'Greylisting' });
  await lesson.getByRole('button', { name: 'minimal_backoff_time and queue_run_delay' }).click();
  await lesson.getByRole('button', { name: 'Change nothing' }).click();
  await lesson.getByRole('button', { name: 'smtp_destination_recipient_limit = 1' }).click();
  const did = lesson.getByRole('definition');
  await expect(did.first()).toContainText('The best choice. Lists:');
  await expect(did.nth(1)).toContainText('Not worth it. Worse:');
});

test('a message links to the stage at the instant when it became active', async ({ page }) => {
  await openAfternoon(page, 'message&id=DDEA9228460');
  await page.getByRole('link', { name: 'Open it on the stage' }).click();
  await idle(page);
  await expect(page).toHaveURL(/#replay/);
  // The run begins at 01:46:42 of the record; the message became active at 01:48:08.9, which is 86.9 s later.
  await expect(page.getByText(/1:26|86\.9/).first()).toBeVisible();
});
