import { leak, type Leaving } from '../fuzz/names.ts';
import { nastyRecord } from '../fuzz/nasty-names.ts';
import { createDraw } from '../../src/learn/questions/draw.ts';
import { splitBundle } from '../../src/scenario/record/bundle.ts';
import { saved } from './exporting.ts';
import { expect, idle, open, test } from './page.ts';

test('tables, report and picture of a record have no name of it until it is asked for', async ({ page }) => {
  const parts = splitBundle(nastyRecord(createDraw(7), 30).text) ?? [];
  await open(page, '#postfix');
  await page
    .getByLabel('Logs and settings')
    .setInputFiles(
      parts
        .filter(({ name }) => name !== 'classes.jsonl')
        .map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    );
  await expect(page.getByRole('region', { name: 'Recognized' })).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  const away = page.getByRole('region', { name: 'Take away' });
  await expect(away.getByRole('button', { name: 'Report of one page' })).toBeEnabled();
  await idle(page);
  const take = async (button: string): Promise<Leaving> => {
    const file = await saved(page, () => away.getByRole('button', { name: button, exact: true }).click());
    // An embedded font may contain any letters.
    return [
      button,
      file.bytes.toString(button === 'PNG' ? 'latin1' : 'utf8').replaceAll(/base64,[\w+/=]+/g, ''),
    ];
  };
  const all = async (): Promise<Leaving[]> => {
    const texts: Leaving[] = [];
    // oxlint-disable-next-line no-await-in-loop
    for (const button of ['Messages, CSV', 'JSON Lines', 'Report of one page', 'Picture, SVG'])
      texts.push(await take(button));
    return texts;
  };
  const hidden = await all();
  expect(leak(hidden)).toBeNull();
  // The hidden versions hold as much as the others: messages, findings, lanes.
  const [table = '', , report = '', picture = ''] = hidden.map(([, text]) => text);
  expect(table.split('\n').length).toBeGreaterThan(10);
  expect(report).toContain('2026-11-21');
  expect(report).toMatch(/\bd\d+\.example|relay\d+|service\d+/);
  expect(picture).toMatch(/\bd\d+\.example/);
  // The PNG has no text chunk.
  const [, png] = await take('PNG');
  expect(png).not.toMatch(/tEXt|iTXt|zTXt|eXIf/);
  await expect(page.locator('.postfix-unseen')).toHaveCount(0);

  await away.getByRole('checkbox').check();
  for (const text of await all()) expect(leak([text]), text[0]).not.toBeNull();
});
