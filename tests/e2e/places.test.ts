import type { Page } from '@playwright/test';
import { accessibilityFindings, expect, idle, open, test } from './page.ts';

/** A page of each kind: a run, a page of each place, a lesson, a laboratory. */
const PAGES = [
  '#scene=whole-picture',
  '#lessons',
  '#gallery',
  '#postfix',
  '#teach',
  '#lesson=wheel',
  '#policies',
];

const places = (page: Page) => page.locator('.places').getByRole('link');

async function boxes(page: Page): Promise<unknown> {
  return places(page).evaluateAll((links) =>
    links.map((link) => {
      const { x, y, width, height } = link.getBoundingClientRect();
      return [x, y, width, height];
    }),
  );
}

test('the four places stand at the same spot on every page', async ({ page }) => {
  const marked: string[] = [];
  let first: unknown;
  for (const hash of PAGES) {
    await open(page, hash);
    first ??= await boxes(page);
    expect(await boxes(page), hash).toEqual(first);
    marked.push(await page.locator('.places [aria-current]').innerText());
  }
  expect(marked).toEqual(['Explore', 'Learn', 'Explore', 'Your mail server', 'Teach', 'Learn', 'Explore']);
});

test('from any page, two clicks lead to what a newcomer looks for', async ({ page }) => {
  for (const hash of PAGES) {
    const go = async (place: string, link: string | RegExp): Promise<void> => {
      await open(page, hash);
      await places(page).filter({ hasText: place }).click();
      await idle(page);
      await page.locator('main').getByRole('link', { name: link }).first().click();
      await idle(page);
    };
    await go('Learn', /A wheel of buckets/);
    await expect(page).toHaveURL(/#lesson=/);
    await go('Explore', /Dead, and tried again/);
    await expect(page).toHaveURL(/#scene=dead-and-back/);
    await go('Teach', /^Ask the class/);
    await expect(page).toHaveURL(/#class/);
    await places(page).filter({ hasText: 'Your mail server' }).click();
    await idle(page);
    await expect(page.locator('main input[type=file]').first()).toBeAttached();
  }
});

test('the menu of the bar holds what is no place, by keys alone', async ({ page }) => {
  await open(page, '#lessons');
  await page.getByRole('button', { name: /^More/ }).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: /^More/ });
  await expect(menu.getByRole('button', { name: 'Dark colours' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await menu.getByLabel('Language').selectOption('de');
  await expect(places(page)).toHaveText([/Lernen/, /Erkunden/, /Mailserver/, /Unterrichten/]);
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('a link for students shows the lesson without tools and keeps so', async ({ page }) => {
  await open(page, '#lesson=best-candidate');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByLabel('Link for students').inputValue();
  expect(link).toMatch(/#lesson=best-candidate&student$/);
  await page.goto(link);
  await page.reload();
  await idle(page);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await idle(page);
  await expect(page).toHaveURL(/#lesson=best-candidate&student&stop=2$/);
  await expect(page.locator('.top, .time-area')).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main.getByRole('link')).toHaveCount(0);
  for (const name of ['Change it', 'Let it run', 'SCORM', 'Edit', 'Present'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show me' }).click();
  await idle(page);
  const answered = await main.innerText();
  await page.getByRole('button', { name: 'Replay' }).click();
  await idle(page);
  expect(await main.innerText()).toBe(answered);
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await expect(page).toHaveURL(/&student&stop=2$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 915 } });
  test('the places stand at the foot of the window', async ({ page }) => {
    for (const hash of ['#gallery', '#scene=whole-picture', '#teach']) {
      await open(page, hash);
      const foot = await page.getByRole('navigation', { name: 'Places' }).boundingBox();
      expect(foot).toMatchObject({ x: 0, width: 412 });
      expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBe(915);
      expect(await accessibilityFindings(page, ['target-size'])).toEqual([]);
    }
  });
});
