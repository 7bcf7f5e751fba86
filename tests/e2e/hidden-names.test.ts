import type { Page } from '@playwright/test';
import { leak, type Leaving } from '../fuzz/names.ts';
import { nastyRecord } from '../fuzz/nasty-names.ts';
import { createDraw } from '../../src/learn/questions/draw.ts';
import { splitBundle } from '../../src/scenario/record/bundle.ts';
import { saved } from './exporting.ts';
import { expect, idle, open, test } from './page.ts';

async function give(page: Page): Promise<void> {
  const parts = splitBundle(nastyRecord(createDraw(7), 30).text) ?? [];
  await open(page, '#postfix');
  await page
    .getByLabel('Logs and settings')
    .setInputFiles(
      parts
        .filter(({ name }) => name !== 'classes.jsonl')
        .map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    );
  await expect(
    page.getByRole('region', { name: 'Findings' }).getByRole('heading', { level: 1 }),
  ).toBeVisible();
  await idle(page);
}

test('tables, report and picture of a record hide names unless they are requested', async ({ page }) => {
  await give(page);
  await page.getByText('Compare a part with the rest, and save').click();
  const away = page.getByRole('region', { name: 'Export' });
  await expect(away.getByRole('button', { name: 'One-page report' })).toBeEnabled();
  await idle(page);
  const take = async (button: string): Promise<Leaving> => {
    const file = await saved(page, () => away.getByRole('button', { name: button, exact: true }).click());
    // Leave out embedded fonts, whose encoded bytes may contain any letters.
    return [
      button,
      file.bytes.toString(button === 'PNG' ? 'latin1' : 'utf8').replaceAll(/base64,[\w+/=]+/g, ''),
    ];
  };
  const all = async (): Promise<Leaving[]> => {
    const texts: Leaving[] = [];
    // oxlint-disable-next-line no-await-in-loop
    for (const button of ['Messages, CSV', 'JSON Lines', 'One-page report', 'Picture, SVG'])
      texts.push(await take(button));
    return texts;
  };
  const hidden = await all();
  expect(leak(hidden)).toBeNull();
  // With hidden names, outputs must still have all content: messages, findings, lanes.
  const [table = '', , report = '', picture = ''] = hidden.map(([, text]) => text);
  expect(table.split('\n').length).toBeGreaterThan(10);
  expect(report).toContain('2026-11-21');
  expect(report).toMatch(/\bd\d+\.example|relay\d+|service\d+/);
  expect(picture).toMatch(/\bd\d+\.example/);
  // The PNG must have no text chunk, which could contain names.
  const [, png] = await take('PNG');
  expect(png).not.toMatch(/tEXt|iTXt|zTXt|eXIf/);
  await expect(page.locator('.record-kit_unseen')).toHaveCount(0);

  await away.getByRole('checkbox').check();
  for (const text of await all()) expect(leak([text]), text[0]).not.toBeNull();
});

/** Opens the first message of the record, and the buttons that save its picture. */
async function openFirstMessage(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Search messages' }).fill('size>0');
  await page.getByRole('region', { name: 'Search' }).getByRole('link').first().click();
  await page.getByText('Save the picture').click();
}

test('pictures of a message and of the queue hide names unless they are requested', async ({ page }) => {
  await give(page);
  for (const tab of ['Message', 'Queue']) {
    // oxlint-disable no-await-in-loop -- one tab after the other
    if (tab === 'Queue') await page.getByRole('link', { name: tab, exact: true }).click();
    else await openFirstMessage(page);
    const button = page.getByRole('button', { name: 'Picture, SVG' });
    await expect(button).toBeVisible();
    await idle(page);
    const take = async (): Promise<string> => {
      const { bytes } = await saved(page, () => button.click());
      return bytes.toString('utf8').replaceAll(/base64,[\w+/=]+/g, '');
    };
    const hidden = await take();
    expect(leak([[tab, hidden]])).toBeNull();
    expect(hidden).toContain(tab === 'Message' ? '.example' : 'again');
    await expect(page.locator('.record-kit_unseen')).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'With real names.' }).check();
    const real = await take();
    expect(leak([[tab, real]])).not.toBeNull();
    // With and without names, the picture has the same number of marks and bars.
    for (const part of [/<circle/g, /<rect/g])
      expect(hidden.match(part)?.length, `${tab} ${part}`).toBe(real.match(part)?.length);
    // oxlint-enable no-await-in-loop
  }
});
