import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { journalExport } from '../fixtures/records/journal-export.ts';
import { expect, idle, open, test } from './page.ts';

const FOLDER = new URL('../fixtures/records/', import.meta.url).pathname;
const file = (path: string): Buffer => readFileSync(FOLDER + path);

/** Drops files on the page, as from a file manager. */
async function drop(
  page: Page,
  files: readonly { name: string; bytes: Buffer; modified?: number }[],
): Promise<void> {
  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer();
      for (const { name, base64, modified } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { lastModified: modified }));
      }
      return data;
    },
    files.map(({ name, bytes, modified = Date.UTC(2026, 10, 23) }) => ({
      name,
      base64: bytes.toString('base64'),
      modified,
    })),
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await idle(page);
}

const recognized = (page: Page) => page.getByRole('region', { name: 'Recognized' });

test('the example afternoon opens with one click, and says what is in it and what is missing', async ({
  page,
}) => {
  await open(page, '#postfix');
  await page.getByRole('button', { name: 'Try an example afternoon' }).click();
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

test('rotated files dropped in any order are one log: other programs, damage and a clock set back are said', async ({
  page,
}) => {
  await open(page, '#postfix');
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
  await expect(found).toContainText('36 read before: not counted twice');
  await expect(found).toContainText('stamps go back by 39 s');
  await found.getByText('Lines that were not understood').click();
  await expect(found.getByRole('cell', { name: /^B7D4723A13F: to=<sub0089@big1\.example>/ })).toBeVisible();
});

test('a journal export is read, a text that is no log is refused with what is accepted', async ({ page }) => {
  await open(page, '#postfix');
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
    '0 of 2 lines look like Postfix. Found: "Dear all,". Accepted: a maillog',
  );
  // What was there stays.
  await expect(recognized(page)).toContainText('41 messages');
});

test('year and zone are asked for where stamps do not say them', async ({ page }) => {
  await open(page, '#postfix');
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
