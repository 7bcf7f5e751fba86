import { join } from 'node:path';
import { sourcesOf } from '../../src/record/cli/records/files.ts';
import { startRecordServer } from '../../src/record/cli/opening/server.ts';
import { expect, idle, test } from './page.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the page opens the record that late --open serves, with its classes and zone', async ({ page }) => {
  const { address, close } = await startRecordServer(join(ROOT, 'dist'), {
    sources: sourcesOf([join(ROOT, 'tests/fixtures/records/verbose/w1b')]),
    classes: [{ name: 'resets', predicate: 'from=reset@*' }],
    options: { zone: 'Asia/Tokyo', year: null },
  });
  try {
    await page.goto(address);
    await idle(page);
    await expect(page.getByRole('main')).toContainText('newsletter@home.example');
    await expect(page.getByRole('main')).toContainText('resets');
    // 11:37:07 UTC, in the zone that the command was given.
    await expect(page.getByRole('main')).toContainText('20:37:07');
  } finally {
    close();
  }
});

test('the page says that the command of a served record has ended', async ({ page, errors }) => {
  await page.goto('/#postfix&tab=overview&served=abcdefghijklmnopqrstuvwx');
  await idle(page);
  await expect(page.getByText('Its command has ended. Run it again with --open.')).toBeVisible();
  // Chromium reports the missing file.
  expect(errors.splice(0)).toHaveLength(1);
});
