import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { journalExport } from '../fixtures/records/journal-export.ts';
import { openAfternoon } from './afternoon.ts';
import { drop } from './drop.ts';
import { expect, idle, open, test } from './page.ts';

const FOLDER = new URL('../fixtures/records/', import.meta.url).pathname;
const file = (path: string): Buffer => readFileSync(FOLDER + path);

const recognized = (page: Page) => page.getByRole('region', { name: 'Recognized' });

test('the files of a record say what it has and lacks', async ({ page }) => {
  await openAfternoon(page, 'files');
  await expect(recognized(page).getByText('168 messages')).toBeVisible();
  await idle(page);
  await expect(recognized(page)).toContainText('410 recipients sent, 161 deferred, 23 bounced');
  await expect(recognized(page)).toContainText('0 not understood');
  await expect(recognized(page)).toContainText('24 services');
  await expect(recognized(page)).toContainText('5 snapshots; last: 18 messages');
  const answers = page.getByRole('complementary', { name: 'What these files answer' });
  await expect(answers.getByText('needs a maillog with qmgr -v')).toBeVisible();
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(recognized(page)).toBeHidden();
});

test('rotated files dropped in any order form one log, and oddities are reported', async ({ page }) => {
  await open(page, '#postfix&tab=files');
  await drop(
    page,
    ['mail.log.gz', 'mail.log.2.gz', 'mail.log.1.gz'].map((name) => ({
      name,
      bytes: file(`odd/rotated/${name}`),
    })),
  );
  const found = recognized(page);
  await expect(found).toContainText('119 messages');
  await expect(found).toContainText('1\u202f588 recipients sent, 0 deferred, 0 bounced');
  await expect(found).toContainText('36 read before and not counted twice');
  await expect(found).toContainText('stamps go back by 39 s');
  await found.getByText('Lines that were not understood').click();
  await expect(found.getByRole('cell', { name: /^B7D4723A13F: to=<sub0089@big1\.example>/ })).toBeVisible();
});

test('reads a journal export, refuses other text and says what is accepted', async ({ page }) => {
  await open(page, '#postfix&tab=files');
  const json = gunzipSync(file('odd/styles/journalctl.json.gz')).toString();
  await drop(page, [{ name: 'postfix.journal-export', bytes: journalExport(json) }]);
  await expect(recognized(page)).toContainText('41 messages');
  await page.getByRole('button', { name: 'Paste text' }).click();
  await page
    .getByLabel(/Lines of a log/)
    .fill('Dear all,\nthe newsletter <img src=x onerror=alert(1)> is out.');
  await page.getByRole('button', { name: 'Read it' }).click();
  await idle(page);
  await expect(recognized(page)).toContainText(
    '0 of 2 lines look like Postfix. Found: "Dear all,". Accepted: a mail log',
  );
  await expect(recognized(page)).toContainText('41 messages');
});

test('asks for year and zone where stamps lack them', async ({ page }) => {
  await open(page, '#postfix&tab=files');
  const bytes = gunzipSync(file('odd/styles/docker-logs.log.gz'));
  await drop(page, [{ name: 'docker.log', bytes, modified: Date.UTC(2025, 10, 23) }]);
  const found = recognized(page);
  await expect(found).toContainText('by the date of the file: 2025');
  await found.getByLabel('Year').selectOption('2026');
  await idle(page);
  await expect(found).toContainText('22 Nov 2026');
  await found.getByLabel('Zone').selectOption('UTC');
  await idle(page);
  await expect(found).toContainText('11:33:39 to 11:33:59');
});

test('cancel stops reading immediately, keeps what was read and says how far it got', async ({ page }) => {
  await open(page, '#postfix&tab=files');
  const base64 = file('logs/f1-afternoon/maillog.gz').toString('base64');
  // Drop a file that repeats the afternoon. It is so large that the test can press Cancel before it is read.
  const transfer = await page.evaluateHandle(async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const text = await new Response(
      new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')),
    ).arrayBuffer();
    const data = new DataTransfer();
    data.items.add(
      new File(
        Array.from({ length: 1500 }, () => text),
        'mail.log',
      ),
    );
    return data;
  }, base64);
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  const found = recognized(page);
  // Wait until at least ten megabytes have been read.
  await expect(found.getByText(/\b\d{2,} MB of .*, [1-9][\d\u202f]+ lines/)).toBeVisible();
  await found.getByRole('button', { name: 'Cancel' }).click();
  await expect(found).toContainText(
    /Reading was cancelled after \d+ MB of \d+ MB\. The record ends at 21 Nov 2026 \d\d:\d\d:\d\d\./,
  );
  await expect(found).toContainText(/[1-9][\d\u202f]* messages/);
  await idle(page);
});

test('keeps a record only on request, reopens it without its files, and deletes it', async ({ page }) => {
  await openAfternoon(page, 'files');
  const kept = page.getByRole('region', { name: 'Kept on this machine' });
  await expect(kept).toBeHidden();
  await page.getByLabel('Keep this record, to open it again').fill('The Tuesday <b>');
  await page.getByRole('button', { name: 'Keep on this machine' }).click();
  await expect(kept).toContainText('The Tuesday <b>');
  await idle(page);

  await page.reload();
  await idle(page);
  await expect(recognized(page)).toBeHidden();
  await kept.getByRole('button', { name: 'Open The Tuesday <b>' }).click();
  await expect(recognized(page)).toContainText('410 recipients sent, 161 deferred, 23 bounced');
  await expect(recognized(page)).toContainText('24 services');
  await kept.getByRole('button', { name: 'Delete The Tuesday <b>' }).click();
  await expect(kept).toBeHidden();
  await idle(page);
});

test('with settings but no log, each view says what it needs and reports no fault', async ({ page }) => {
  await open(page, '#postfix');
  await drop(page, [
    { name: 'postconf.txt', bytes: Buffer.from('smtp_destination_concurrency_limit = 5\n') },
  ]);
  // Files that contain only settings open the tab Settings.
  await expect(page.getByRole('navigation', { name: 'Your Postfix' }).getByText('Settings')).toHaveAttribute(
    'aria-current',
    'page',
  );
  for (const tab of ['overview', 'message', 'replay', 'what-if']) {
    await open(page, `#postfix&tab=${tab}`);
    await expect(page.getByText(/^Give a maillog first/)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});
