import { encodeLink } from '../../src/scenario/link.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { expect, idle, open, sentence, test } from './page.ts';

declare global {
  interface Window {
    qmgrscopeFail?: (how: 'crash' | 'invariant' | 'hang') => Promise<void>;
  }
}

async function linkOf(script: object[], title: string): Promise<string> {
  const parsed = parseScenario({ version: 1, title, script });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors[0]));
  const cursor = { at: 0, step: 0, event: 0, decision: 0 };
  return encodeLink({ scenario: parsed.value, live: [], cursor, branch: 1 });
}

test.describe('a large run', () => {
  const large = Array.from({ length: 8 }, (_, i) => ({
    at: i,
    command: { kind: 'message.inject', to: [{ destination: 'x.example', count: 1_000_000 }] },
  }));

  test('says before it opens what it will need; Cancel leaves everything as it was', async ({ page }) => {
    const link = await linkOf(large, 'Eight million recipients');
    await open(page, '#scene=fifo');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, link);
    const sheet = page.getByRole('dialog', { name: 'A large run' });
    await expect(sheet).toContainText('Eight million recipients');
    await expect(sheet.getByRole('definition')).toHaveText([
      /^about 1 million$/,
      /^about 100 MB$/,
      /^about 20 s to its end$/,
    ]);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/#gallery$/);
    await idle(page);
    await page.goBack();
    await idle(page);
    await expect(page).toHaveURL(/#scene=fifo/);
  });

  test('opens when the reader says so', async ({ page }) => {
    await page.goto(`/${await linkOf(large, 'Eight million recipients')}`);
    await page.getByRole('button', { name: 'Open it' }).click();
    await idle(page);
    await expect(page).toHaveTitle(/Eight million recipients/);
    await page.keyboard.press('n');
    await idle(page);
    expect(await sentence(page)).not.toBe('');
  });
});

test('a simulation that does not answer is named after five seconds, and can be waited for', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto('/?hooks#scene=ten-two-two');
  await idle(page);
  await page.keyboard.press('n');
  await idle(page);
  await page.evaluate(() => void window.qmgrscopeFail?.('hang'));
  const bar = page.getByRole('alert').filter({ hasText: 'has not answered for 5 seconds' });
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Wait' }).click();
  await expect(bar).toBeHidden();
});

test('a simulation that hangs is started again from the last good state', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('/?hooks#scene=ten-two-two');
  await idle(page);
  await page.keyboard.press('n');
  await idle(page);
  const before = await sentence(page);
  await page.evaluate(() => void window.qmgrscopeFail?.('hang'));
  const bar = page.getByRole('alert').filter({ hasText: 'has not answered for 5 seconds' });
  await bar.getByRole('button', { name: 'Start it again here' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('alert').filter({ hasText: 'started again here' })).toBeVisible();
  expect(await sentence(page)).toBe(before);
  await page.keyboard.press('n');
  await expect.poll(() => sentence(page)).not.toBe(before);
});
