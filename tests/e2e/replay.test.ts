import type { Page } from '@playwright/test';
import { saved } from './exporting.ts';
import { expect, idle, open, test } from './page.ts';

const record = (page: Page) => page.locator('.replay_record-panel');

/** Goes to the last turn in the list, in the middle of the record. */
async function toTurn(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Turns, predicted' }).getByRole('button').last().click();
  await idle(page);
}

/** Returns a row of the scorecard as text: its name, the number of compared items, and the number of equal items. */
async function score(page: Page, name: string): Promise<string> {
  return (await record(page).getByRole('row', { name }).innerText()).replaceAll(/\s+/g, ' ').trim();
}

test('the afternoon replays with the figures of the command line and no difference', async ({ page }) => {
  await open(page, '#replay=afternoon');
  await expect(record(page)).toContainText('594 of 594 attempts as recorded');
  await expect(page.getByRole('complementary', { name: 'Explain' })).toContainText('The run starts here.');
  // These are the figures of `npm run replay` for this folder (tests/unit/replay.test.ts checks those).
  expect(await score(page, 'deaths')).toBe('deaths of destinations 2 2');
  expect(await score(page, 'retries')).toBe('retries 63 63');
  expect(await score(page, 'recipients attempted')).toBe('recipients attempted 594 594');
  expect(await score(page, 'time in queue')).toBe('time in queue, b 594 594');
  await expect(record(page)).toContainText('No difference from the first line to the last.');
  await toTurn(page);
  await expect(record(page)).toContainText('No difference so far');
  // From a turn, an arrow key steps to the next turn.
  await page.keyboard.press('ArrowRight');
  await idle(page);
  const here = record(page).getByText(/^At this instant: /);
  const place = await here.innerText();
  await page.keyboard.press('ArrowRight');
  await idle(page);
  await page.keyboard.press('ArrowLeft');
  await idle(page);
  await expect(here).toHaveText(place);
});

test('a model leaves the record at an instant, takes changes and is compared', async ({ page }) => {
  await open(page, '#replay=afternoon');
  await toTurn(page);
  await record(page).getByRole('button', { name: 'Change something here' }).click();
  await expect(record(page)).toContainText('A model of the record');
  await idle(page);
  await expect(record(page)).toContainText('not compared with the log');
  const state = record(page)
    .getByLabel(/^Is .* up\?$/)
    .first();
  await state.selectOption('down');
  await idle(page);
  await expect(state).toHaveValue('down');
  await record(page).getByRole('button', { name: 'Back to the record' }).click();
  await idle(page);
  await expect(record(page)).toContainText('The record');
  await expect(record(page).getByText(/^At this instant: /)).toContainText('facts of the record');
});

test('a record is never put into a link, and a part of it is a file that opens again', async ({ page }) => {
  await open(page, '#replay=afternoon');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('heading', { name: 'No link to a record' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'link' })).toBeHidden();
  await page.keyboard.press('Escape');
  await toTurn(page);
  await record(page).getByRole('button', { name: 'End here' }).click();
  const part = await saved(page, () => record(page).getByRole('button', { name: 'Save this part' }).click());
  expect(part.name).toMatch(/\.json$/);
  const text = part.bytes.toString('utf8');
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'part.json', { type: 'application/json' }));
    return data;
  }, text);
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(record(page)).toContainText('replays a record from a file');
  // The log is not available, so the page makes the model from the file and says what is missing.
  await expect(record(page)).toContainText('Each delivery is assumed to have its own session');
  await idle(page);
  await record(page).getByRole('button', { name: 'Change something here' }).click();
  await expect(record(page)).toContainText('A model of the record');
  await expect(record(page)).toContainText('This branch has left the log.');
  await idle(page);
});
