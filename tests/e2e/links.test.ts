import { ALL } from '../fixtures/all.ts';
import { expect, idle, open, picture, press, test } from './page.ts';
import { SHELVES } from '../../src/scenes/shelves.ts';
import { checksum, deflate, toBase64Url } from '../../src/scenario/bytes.ts';

async function forge(json: unknown): Promise<string> {
  const body = `s=${toBase64Url(await deflate(JSON.stringify(json)))}&e=1`;
  return `#${body}&c=${checksum(body)}`;
}

test('a shared link reopens elsewhere: same instant, same sentence, paused', async ({ page, browser }) => {
  await open(page, '#scene=whole-picture');
  await press(page, ',', 4);
  await page.getByRole('button', { name: 'Share' }).click();
  const field = page.getByRole('textbox', { name: 'link' });
  await expect(field).toHaveValue(/#s=[\w-]+&e=\d+&h=[0-9a-f]{6}&c=[0-9a-z]{7}$/);
  const link = (await field.inputValue()).replace(/^[^#]*/, '');
  await page.keyboard.press('Escape');
  const here = await picture(page);

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const other = await context.newPage();
  await open(other, link);
  expect(await picture(other)).toEqual(here);
  await expect(other.getByRole('button', { name: 'Play' })).toBeVisible();
  await context.close();
});

test('a link carries live commands', async ({ page, browser }) => {
  await open(page, '#scene=ten-two-two');
  await page.getByRole('button', { name: /^Send message/ }).click();
  await press(page, 'n', 5);
  await page.getByRole('button', { name: 'Share' }).click();
  const field = page.getByRole('textbox', { name: 'link' });
  await expect(field).toHaveValue(/#s=/);
  const link = (await field.inputValue()).replace(/^[^#]*/, '');
  await page.keyboard.press('Escape');
  const here = await picture(page);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const other = await context.newPage();
  await open(other, link);
  expect(await picture(other)).toEqual(here);
  await context.close();
});

const TITLES = {
  damaged: 'This link was damaged on its way',
  truncated: 'This link was cut off',
  foreign: 'This is not a link to a run',
  newer: 'This link is from a newer qmgrscope',
  invalid: 'This link contains a run that cannot be played',
};

test('a link that cannot be opened shows a readable page that leads to the gallery', async ({ page }) => {
  const good = await forge({ t: 'A quiet run', v: 1, n: 1 });
  const links = {
    damaged: good.replace('&e=1', '&e=2'),
    truncated: good.slice(0, -12),
    foreign: '#section-3',
    newer: await forge({ t: 'Tomorrow', v: 99, n: 99 }),
    invalid: await forge({ t: 'x', v: 1, n: 1, s: -1 }),
  };
  for (const [reason, link] of Object.entries(links)) {
    await page.goto('about:blank');
    await page.goto(`/${link}`);
    await expect(page.getByRole('heading', { name: TITLES[reason as keyof typeof TITLES] })).toBeVisible();
    await page.getByRole('link', { name: 'Open the gallery' }).click();
    await expect(page.getByRole('heading', { name: 'Start from something that happens' })).toBeVisible();
  }
});

test('the page of a damaged link shows no markup from the link', async ({ page }) => {
  const link = await forge({ t: '<img src=x onerror="document.title=1">', v: 1, n: 1, s: 'x' });
  await page.goto(`/${link}`);
  await expect(page.getByRole('heading', { name: TITLES.invalid })).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
});

test('scenes of every shelf of the gallery open', async ({ page }) => {
  await open(page, '#gallery');
  const cards = page.locator('.gallery_card-link[href^="#scene"], .gallery_card-link[href="#"]');
  await expect(cards).toHaveCount(SHELVES.reduce((sum, { items }) => sum + items.length, 0));
  const { title } = SHELVES[0]?.items[1] ?? { title: '' };
  await cards.filter({ has: page.getByText(title, { exact: true }) }).click();
  await idle(page);
  await expect(page).toHaveTitle(`${title} · qmgrscope`);
  for (const item of SHELVES.flatMap(({ items }) => (ALL ? items : items.slice(-1)))) {
    await page.evaluate((hash) => (location.hash = hash), `#scene=${item.id}`);
    await expect(page).toHaveTitle(`${item.title} · qmgrscope`);
    await idle(page);
    await expect(page.locator('#stage')).toBeVisible();
  }
});
