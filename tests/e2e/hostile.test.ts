import { deflateRawSync } from 'node:zlib';
import { checksum, toBase64Url } from '../../src/scenario/bytes.ts';
import { saved } from './exporting.ts';
import { expect, idle, test } from './page.ts';

function link(json: string): string {
  const body = `s=${toBase64Url(deflateRawSync(json))}&e=1`;
  return `#${body}&c=${checksum(body)}`;
}

function lesson(file: string): string {
  const packed = toBase64Url(deflateRawSync(file));
  return `#lesson&t=${packed}&c=${checksum(packed)}`;
}

const empties = `[${'[],'.repeat(1_400_000)}[]]`;

test('refuses by name links and files made to stop the page, and carries on', async ({ page }) => {
  await page.goto(`./${link(`{"t":"Too many","v":1,"n":2,"c":${empties}}`)}`);
  await expect(page.getByRole('main').getByRole('heading')).toHaveText('This link is too large');
  await expect(page.getByText('holds more than a million values')).toBeVisible();
  await expect(page.getByText('Too many', { exact: true })).toBeVisible();
  await idle(page);

  // Use several lines, because a line of a lesson has at most 20,000 characters.
  const deep = `${'['.repeat(90_000)}${']'.repeat(90_000)}`.replaceAll(/.{10000}/g, '$&\n');
  const file = `# Deep\nid: deep\nabout: Deep.\n\n\`\`\` scene a\n${deep}\n\`\`\`\n\n## One\nat: start\n\nText.\n`;
  await page.goto(`./${lesson(file)}`);
  await expect(page.getByText('it takes JSON with lists at most 64 deep')).toBeVisible();

  await page.goto('./#gallery');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'bomb.json',
      mimeType: 'application/json',
      buffer: Buffer.from(`{"version":1,"script":${empties.slice(0, 2_000_000)}`),
    });
  await expect(page.getByRole('alert')).toHaveText('This file holds more than a million values.');
});

test('a damaged row of the library spares other runs, and can be saved and deleted', async ({ page }) => {
  await page.goto('./#library');
  await expect(page.getByText('No runs yet.')).toBeVisible();
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('qmgrscope', 1);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('no database'));
    });
    const table = database.transaction('runs', 'readwrite').objectStore('runs');
    table.put({ id: 'a', name: 'Whole', hash: '#s=AAAA', tiles: [1, 2], kept: 0 });
    table.put({ id: 'b', name: 7, hash: null, tiles: { length: 3 }, kept: 'x' });
    table.put({ id: 3 });
    // Wait for the transaction, because a reload could abort it before its rows are written.
    await new Promise((resolve, reject) => {
      table.transaction.oncomplete = resolve;
      table.transaction.onabort = reject;
    });
    database.close();
  });
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Whole');
  const damaged = page.getByRole('region', { name: 'Damaged rows' });
  await expect(damaged.getByRole('listitem')).toHaveCount(2);
  await expect(damaged).toContainText('Its field name is 7; it must be plain text of 1 to 120 characters.');
  const file = await saved(page, () =>
    damaged.getByRole('button', { name: 'Save as a file' }).last().click(),
  );
  expect(file.name).toBe('qmgrscope-damaged-run.json');
  await damaged.getByRole('button', { name: 'Delete' }).first().click();
  await expect(damaged.getByRole('listitem')).toHaveCount(1);
  await damaged.getByRole('button', { name: 'Delete' }).first().click();
  await expect(damaged).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Whole');
});
