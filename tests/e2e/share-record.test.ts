import { gunzipSync } from 'node:zlib';
import { openAfternoon } from './afternoon.ts';
import { saved } from './exporting.ts';
import { expect, idle, open, test } from './page.ts';

test('a shared record has a preview, a file, a key, and a cut that opens from a link', async ({ page }) => {
  await openAfternoon(page);
  await page.getByRole('button', { name: 'Add a class' }).click();
  const classes = page.getByRole('region', { name: 'Classes of mail' });
  await classes.getByLabel('Name').fill('few');
  await classes.getByLabel('Which mail').fill('recipients<3');
  await classes.getByRole('button', { name: 'Add class' }).click();
  await expect(classes).toContainText('few');
  await page.keyboard.press('Escape');
  await open(page, '#postfix&tab=files');
  const sharing = page.getByRole('region', { name: 'Share this record' });
  await sharing.getByRole('button', { name: 'Preview' }).click();
  const ready = sharing.getByRole('region', { name: 'Preview of the shared record' });
  await expect(ready).toContainText('168 messages');
  await expect(ready).toContainText('The class few is shared as recipients<3.');
  const lines = ready.getByRole('region', { name: 'Before and after' });
  // The preview shows lines as in the log, and then with replaced names.
  await expect(lines).toContainText(' vm postfix/master');
  await expect(lines).toContainText('host1 postfix/master');
  const file = await saved(page, () => ready.getByRole('button', { name: 'Save the file' }).click());
  const text = gunzipSync(file.bytes).toString();
  expect(text).toMatch(/^==> qmgrscope record 1 <==\n==> maillog <==\n2001-01-01T/);
  expect(text).not.toMatch(/lab\.test|grey1|127\.0\.0/);
  const key = await saved(page, () => ready.getByRole('button', { name: 'Save the key' }).click());
  expect(key.bytes.toString('utf8')).toMatch(/^host1\t/m);

  const report = await saved(page, () => ready.getByRole('button', { name: 'One-page report' }).click());
  const said = report.bytes.toString('utf8');
  expect(said).toContain('was dead 3 times');
  expect(said).not.toMatch(/flaky|127\.0\.2|064D1228458/);
  expect(said).toMatch(/\bd\d+\.example\b/);
  expect(said).toMatch(/\bd\d+\.example\b/);
  // The preview lists the names and times in the file. The key maps them to the real names and times.
  expect(said).toContain('2001-01-01');
  const names = new Set(
    key.bytes
      .toString('utf8')
      .split('\n')
      .map((line) => line.split('\t')[0]),
  );
  for (const [domain] of said.matchAll(/\bd\d+\.\w+\b/g)) expect(names).toContain(domain);

  // After a new choice or an invalid text, nothing can be shared without a new preview.
  await sharing.getByLabel('Only').fill('recipients>12');
  await expect(ready).toHaveCount(0);
  await expect(sharing.getByRole('status')).toContainText('Look at the preview again');
  await sharing.getByRole('button', { name: 'Preview' }).click();
  await expect(ready).toBeVisible();
  await sharing.getByLabel('Only').fill('');

  await sharing.getByLabel('From').fill('ten');
  await sharing.getByRole('button', { name: 'Preview' }).click();
  await expect(sharing.getByRole('alert')).toContainText('From: “ten” is not a time. Use 10:00');
  await expect(ready).toHaveCount(0);
  await sharing.getByLabel('From').fill('');
  await sharing.getByLabel('Only').fill('recipients>12');
  await sharing.getByRole('button', { name: 'Preview' }).click();
  await expect(ready.getByLabel('Link to the record')).toBeVisible();
  const messages = /\d+ messages?\b/.exec((await ready.textContent()) ?? '')?.[0] ?? 'none';
  const link = await ready.getByLabel('Link to the record').inputValue();
  expect(link.length).toBeLessThan(8100);

  // Another reader opens the file by choosing it, and then opens the link.
  await page.getByRole('button', { name: 'Remove all' }).click();
  await page.getByLabel('Logs and settings').setInputFiles({
    name: 'record.qmgr.gz',
    mimeType: 'application/gzip',
    buffer: file.bytes,
  });
  const recognized = page.getByRole('region', { name: 'Recognized' });
  await expect(recognized).toContainText('410 recipients sent, 161 deferred, 23 bounced');
  await expect(recognized).toContainText('0 not understood');
  await expect(page.getByText('Class of mail: few')).toBeVisible();
  await page.getByRole('link', { name: 'Findings' }).click();
  await page.getByRole('button', { name: 'Add a class' }).click();
  await expect(classes).toContainText('recipients<3');
  await page.goto('about:blank');
  await page.goto(link);
  await idle(page);
  await expect(page.getByRole('navigation', { name: 'Your Postfix' })).toBeVisible();
  await page.getByText('Where the time went').click();
  await expect(page.getByText('because only some of the mail was shared')).toBeVisible();
  await open(page, '#postfix&tab=files');
  await expect(recognized).toContainText(messages);
  await page.goto('about:blank');
  await page.goto(link.slice(0, -3));
  await idle(page);
  await expect(page.getByRole('alert')).toContainText('could not be opened');
});
