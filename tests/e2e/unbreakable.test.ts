import type { Page } from '@playwright/test';
import { encodeLink } from '../../src/scenario/link.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { expect, idle, MORE_DETAIL, MOVING, open, picture, sentence, test } from './page.ts';

test.use(MORE_DETAIL);

test.use({ reuseContext: false, ...MOVING });

declare global {
  interface Window {
    qmgrscopeFail?: (how: 'crash' | 'invariant' | 'hang') => Promise<void>;
  }
}

async function linkOf(script: object[], title: string, event = 0): Promise<string> {
  const parsed = parseScenario({ version: 1, title, script });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors[0]));
  const cursor = { at: 0, step: 0, event, decision: 0 };
  return encodeLink({ scenario: parsed.value, live: [], cursor, branch: 1 });
}

const large = Array.from({ length: 8 }, (_, i) => ({
  at: i,
  command: { kind: 'message.inject', to: [{ destination: 'x.example', count: 1_000_000 }] },
}));

test.describe('a large run', () => {
  test('says before it opens what it needs, and Cancel changes nothing', async ({ page }) => {
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

  test('opens when the reader confirms', async ({ page }) => {
    await page.goto(`/${await linkOf(large, 'Eight million recipients')}`);
    await page.getByRole('button', { name: 'Open it' }).click();
    await idle(page);
    await expect(page).toHaveTitle(/Eight million recipients/);
    await page.keyboard.press('n');
    await idle(page);
    expect(await sentence(page)).not.toBe('');
  });
});

test.describe('a run whose link names a place far into it', () => {
  const opening = (page: Page) => page.getByRole('status').filter({ hasText: 'Opening the run' });
  /** Number of an event that no machine reaches within ten seconds, the time limit for opening a run. */
  const FAR = 40_000_000;

  async function begin(page: Page): Promise<void> {
    const link = await linkOf(large, 'Eight million recipients', FAR);
    await open(page, '#scene=fifo');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, link);
    await page.getByRole('button', { name: 'Open it' }).click();
    await expect(opening(page)).toBeVisible();
  }

  test('can be cancelled while it opens: what exists by then is shown and continues', async ({ page }) => {
    await begin(page);
    await opening(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(opening(page)).toBeHidden();
    await idle(page);
    await expect(page).toHaveTitle(/Eight million recipients/);
    await expect(page.getByText('was reached in 10 seconds')).toHaveCount(0);
    const before = await page.locator('.clock-words').innerText();
    await page.keyboard.press('n');
    await idle(page);
    expect(await page.locator('.clock-words').innerText()).not.toBe(before);
  });

  test('can be left while it opens: the other scene appears immediately', async ({ page }) => {
    await begin(page);
    await page.evaluate(() => {
      location.hash = '#scene=ten-two-two';
    });
    await expect(page).toHaveTitle(/Ten, two, two/);
    await expect(opening(page)).toBeHidden();
    await idle(page);
    expect(await sentence(page)).toContain('preempts');
    await expect(page.getByText('was reached in 10 seconds')).toHaveCount(0);
  });
});

test('live commands survive a reload, and a tab that crashes while it plays', async ({
  page,
  context,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only Chromium has a tab crash when told');
  await open(page, '#scene=ten-two-two');
  await page.getByRole('button', { name: /^Inject as/ }).click();
  await idle(page);
  await expect(page).toHaveURL(/#s=/);
  const { jobs } = await picture(page);
  const count = await page.getByRole('treeitem').count();
  await page.reload();
  await idle(page);
  expect((await picture(page)).jobs).toEqual(jobs);
  await page.locator('.timeline_speed select').last().selectOption({ index: 0 });
  await page.keyboard.press('Space');
  const before = page.url();
  await page.getByRole('button', { name: /^Inject as/ }).click();
  await expect(page).not.toHaveURL(before);
  const url = page.url();
  const devtools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  const again = await context.newPage();
  await again.goto(url);
  await idle(again);
  await expect(again.getByRole('treeitem')).toHaveCount(count + 1);
});

test('reports an unresponsive simulation after five seconds and lets the reader wait', async ({ page }) => {
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

test('restarts a hung simulation from its last good state', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('/?hooks#scene=ten-two-two');
  await idle(page);
  await page.keyboard.press('n');
  await idle(page);
  const before = await sentence(page);
  await page.evaluate(() => void window.qmgrscopeFail?.('hang'));
  const bar = page.getByRole('alert').filter({ hasText: 'has not answered for 5 seconds' });
  await bar.getByRole('button', { name: 'Restart it here' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('alert').filter({ hasText: 'restarted here' })).toBeVisible();
  expect(await sentence(page)).toBe(before);
  await page.keyboard.press('n');
  await expect.poll(() => sentence(page)).not.toBe(before);
});
