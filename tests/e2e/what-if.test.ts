import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { drop } from './drop.ts';
import { expect, idle, open, test } from './page.ts';

const FOLDER = new URL('../fixtures/records/', import.meta.url).pathname;
const file = (path: string): Buffer => readFileSync(FOLDER + path);

const SETTINGS = ['postconf.txt', 'master.txt', 'transport.txt'].map((name) => ({
  name,
  bytes: file(`verbose/w1b/${name}`),
}));
const LOG = 'pairs/w1b-base/maillog.gz';

/** Opens a record: a newsletter with 1,500 recipients in one message, and password resets that wait behind it. */
async function given(page: Page, log: Buffer): Promise<void> {
  await open(page, '#postfix');
  await drop(page, [{ name: 'maillog.gz', bytes: log }, ...SETTINGS]);
  await page.getByRole('link', { name: 'What if' }).click();
  await page
    .getByLabel('Mail classes to report separately, one per line')
    .fill('resets=from=reset@*\nnewsletter=from=newsletter@*');
  await page.getByRole('button', { name: 'Ask again' }).click();
}

test('a picked suggestion gives intervals, lines to apply, and a run that opens', async ({ page }) => {
  test.slow();
  await given(page, file(LOG));
  const changes = page.getByRole('navigation', { name: 'Changes' });
  await changes.getByRole('button', { name: /delivery slot cost 2/ }).waitFor();
  await idle(page);
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer).toContainText('The model explains this log');
  await expect(answer.getByRole('region', { name: 'Calibration' })).toContainText('resets');
  await changes.getByRole('button', { name: /delivery slot cost 2/ }).click();
  // With that setting, a real Postfix measured 2.9 s instead of 47.6 s.
  await expect(answer).toContainText(
    /The slowest 10\s% wait over (2\.[5-9]|3\.[0-3])\ss in the queue manager for the first attempt, instead of 4[78]\ss\./,
  );
  const apply = page.getByRole('complementary', { name: 'To apply' });
  await expect(apply).toContainText("postconf -e 'smtp_delivery_slot_cost = 2'");
  await expect(apply).toContainText('postfix reload');
  await expect(apply).toContainText(/slowest 10 % of resets, over\s*[\d.]+ s to [\d.]+ s/);
  const table = page.getByRole('region', { name: 'Who wins, who loses' });
  await expect(table.locator('[aria-current=true]')).toContainText('▼');

  // Type another change. If it is impossible, the page says what is accepted.
  const other = page.getByLabel('Your own change, one setting per line');
  await other.fill('smtp_destination_recipient_limit = many');
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(answer.getByRole('alert')).toContainText('smtp_destination_recipient_limit');
  await other.fill('default_process_limit = 20');
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(changes.getByRole('button', { name: /default_process_limit = 20/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await idle(page);
  // In master.cf, smtp has its own limit of ten processes, so this setting has no effect.
  await expect(changes.getByRole('button', { name: /default_process_limit/ })).toContainText(
    'changes nothing here',
  );

  await changes.getByRole('button', { name: /delivery slot cost 2/ }).click();
  await apply.getByRole('button', { name: 'Open as a run' }).click();
  await idle(page);
  await expect(page).toHaveURL(/#s=/);
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Forward one turn' })).toBeEnabled();
  // The run opens where mail of the class begins to wait, and shows the changed setting beside the record's value.
  await expect(
    page.getByText(/the first message of resets that waited [\d.]+\ss for its first attempt in the log/),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Message 12/ })).toBeVisible();
  await expect(
    page.getByRole('button', { name: /smtp_delivery_slot_cost 2, in the record 5/ }),
  ).toBeVisible();
});

test('uses the mail classes that came with a shared record', async ({ page }) => {
  test.slow();
  // The recording of an incident is a shared record: its names are replaced, and its classes use the replaced names.
  await open(page, '#postfix&tab=incidents&id=newsletter');
  await expect(page.getByRole('article', { name: 'A newsletter before password resets' })).toBeVisible();
  await idle(page);
  await page.evaluate(() => (location.hash = '#postfix&tab=what-if'));
  await expect(page.getByLabel('Mail classes to report separately, one per line')).toHaveValue(
    'resets=from=u0002@*\nnewsletter=from=u0001@*',
  );
  await page
    .getByRole('navigation', { name: 'Changes' })
    .getByRole('button', { name: /delivery slot cost 2/ })
    .click();
  await idle(page);
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer.getByRole('region', { name: 'Calibration' })).toContainText(/resets.*newsletter/s);
  // The figures measured with a real Postfix also hold for the record with replaced names.
  await expect(answer).toContainText(
    /The slowest 10\s% wait over (2\.[5-9]|3\.[0-3])\ss in the queue manager for the first attempt, instead of 4[78]\ss\./,
  );
});

test('predicts from a log cut in half, and says what is missing', async ({ page }) => {
  test.slow();
  const lines = gunzipSync(file(LOG)).toString().split('\n');
  await given(page, gzipSync(lines.slice(0, lines.length >> 1).join('\n')));
  const answer = page.getByRole('region', { name: 'Answer' });
  await idle(page);
  await expect(answer).toContainText('the record ends while mail waits');
  await expect(page.getByLabel('Your own change, one setting per line')).toBeVisible();
});

test('picture and sentence agree: retries count in the time until delivery', {
  tag: '@all',
}, async ({ page }) => {
  test.slow();
  await open(page, '#postfix');
  const main = 'queue_run_delay = 10s\nminimal_backoff_time = 20s\nmaximal_backoff_time = 80s\n';
  await drop(page, [
    { name: 'maillog.gz', bytes: file('pairs/w3-base/maillog.gz') },
    { name: 'main.cf', bytes: Buffer.from(main) },
  ]);
  await page.getByRole('link', { name: 'What if' }).click();
  // The study begins automatically. When it is cancelled, it stays cancelled until the reader asks again, even if the reader
  // leaves the tab.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Findings' }).click();
  await page.getByRole('link', { name: 'What if' }).click();
  await idle(page);
  await expect(page.getByRole('progressbar')).toBeHidden();
  await page.getByRole('button', { name: 'Ask again' }).click();
  const changes = page.getByRole('navigation', { name: 'Changes' });
  await changes.getByRole('button', { name: /First retry after 10s/ }).click();
  await idle(page);
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer).toContainText(/take over [\d.]+\ss today, and/);
  const drawn = answer.getByRole('group', { name: 'Delay shown' });
  await expect(drawn.getByRole('button', { name: 'Until delivery' })).toHaveAttribute('aria-pressed', 'true');
  const invoices = answer.getByRole('img', { name: /^invoice@home\.example: median/ });
  await expect(invoices).toHaveAccessibleName(
    /slowest 10 % over [34]\d s today; with the change .* slowest 10 % over [12]\d s/,
  );
  await expect(answer.getByRole('img', { name: /^invoice@home\.example: 90th percentile/ })).toBeVisible();
  await drawn.getByRole('button', { name: 'Wait for the first attempt' }).click();
  await expect(invoices).toHaveAccessibleName(/90 % under 0\.01 s today/);

  // For a class without mail, the page must not report that its mail waits for nothing.
  await page.getByLabel('Mail classes to report separately, one per line').fill('resets=from=reset@*');
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(answer.getByRole('alert')).toContainText('No mail of the record is in the class resets');
  await expect(answer.getByRole('alert')).toContainText('invoice@home.example');
});

test('refuses settings of another time, with what contradicts them', async ({ page }) => {
  test.slow();
  await open(page, '#postfix');
  await drop(page, [
    { name: 'maillog.gz', bytes: file('pairs/w3-base/maillog.gz') },
    { name: 'main.cf', bytes: Buffer.from('minimal_backoff_time = 300s\n') },
  ]);
  await page.getByRole('link', { name: 'What if' }).click();
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer).toContainText('No prediction for this log, for the reason above.');
  await expect(answer).toContainText(
    /retried after 2\d s in the record, but the settings allow it after 300 s/,
  );
});

async function inSight(page: Page): Promise<void> {
  const box = await page.locator('.whatif-sentence').boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(box?.y ?? -1).toBeGreaterThanOrEqual(48);
  expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
}

test('on a phone, tapped and typed changes answer in view, and findings lead to them', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 412, height: 915 });
  await open(page, '#postfix');
  await drop(page, [{ name: 'maillog.gz', bytes: file(LOG) }, ...SETTINGS]);
  const tabs = page.getByRole('navigation', { name: 'Your Postfix' });
  await tabs.getByRole('link', { name: 'Findings' }).click();
  await idle(page);
  await page.getByRole('link', { name: 'What would have helped?' }).first().press('Enter');
  await idle(page);
  // The focused link is gone with its page, so the tab gets the focus.
  await expect(tabs.getByRole('link', { name: 'What if' })).toBeFocused();

  const changes = page.getByRole('navigation', { name: 'Changes' });
  await changes.getByRole('button', { name: /delivery slot cost 2/ }).click();
  await inSight(page);
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('smtp: delivery slot cost 2');
  await page.getByRole('button', { name: 'To apply' }).click();
  await expect(page.getByRole('heading', { name: 'To apply' })).toBeFocused();
  await page.getByRole('button', { name: 'Other changes' }).click();
  await expect(changes.getByRole('button', { name: /delivery slot cost 2/ })).toBeFocused();

  const other = page.getByLabel('Your own change, one setting per line');
  await other.pressSequentially('maxproc smtp = 15');
  await page.getByRole('button', { name: 'Try it' }).press('Enter');
  await idle(page);
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('maxproc smtp = 15');
  await expect(page.locator('.whatif-sentence')).toBeFocused();
  await inSight(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(412);
});

test('a change without effect takes one line, and the last mail of a class a column', {
  tag: '@all',
}, async ({ page }) => {
  test.slow();
  await given(page, file(LOG));
  await idle(page);
  const changes = page.getByRole('navigation', { name: 'Changes' });
  await expect(changes.getByRole('button', { name: /At most 40 deliveries/ })).toBeHidden();
  await changes.getByText(/^\d+ changes have no effect here$/).click();
  await changes.getByRole('button', { name: /At most 40 deliveries/ }).click();
  const table = page.getByRole('region', { name: 'Who wins, who loses' });
  await expect(table.getByRole('columnheader', { name: 'maximum' })).toHaveCount(2);
  const row = table.getByRole('row', { name: /^20 processes for smtp/ });
  // The last newsletter takes 117 s today, and 66 s with twice as many processes, as the card of the change says.
  await expect(row).toContainText(/6[56] s ▼/);
});
