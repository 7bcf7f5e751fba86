import type { Page } from '@playwright/test';
import { expect, idle, MORE_DETAIL, open, picture, sentence, test } from './page.ts';
import { ALL } from '../fixtures/all.ts';

test.use(MORE_DETAIL);

/** Makes all requests for these names fail. The browser's errors about them do not count as faults of the page. */
async function lose(page: Page, names: RegExp): Promise<void> {
  await page.context().route(names, (route) => route.fulfill({ status: 404, body: 'not here' }));
}

async function regain(page: Page): Promise<void> {
  await page.context().unrouteAll();
}

/** Reloads the page, because until then Firefox remembers that a module could not be loaded. */
async function startAgain(page: Page): Promise<void> {
  await expect(said(page).first()).toContainText('this browser does not retry');
  await said(page).first().getByRole('button', { name: 'Reload the page' }).click();
  await idle(page);
}

const ANY = /\/assets\//;
const said = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'A part of the page could not be fetched' });
const press = (key: string) => (page: Page) => page.keyboard.press(key);
const click = (name: string) => (page: Page) => page.getByRole('button', { name }).click();

/**
 * Parts that are loaded separately, inside and outside the middle of the page: how to open each part, and the part's element.
 */
const PARTS: {
  what: string;
  ask: (page: Page) => Promise<void>;
  there: string;
  leave?: (page: Page) => Promise<void>;
}[] = [
  { what: 'the palette', ask: press('Control+k'), there: 'dialog [role=combobox]' },
  { what: 'the key sheet', ask: press('?'), there: '.sheet' },
  { what: 'the menu of the run', ask: click('This run'), there: '#scene-menu a' },
  { what: 'Share', ask: click('Share'), there: '#share-popover input' },
  { what: 'the export sheet', ask: press('Shift+S'), there: '.sheet' },
  { what: 'the rule', ask: press('Shift+P'), there: '.explain-area pre, .explain-area ol' },
  { what: 'the debugger', ask: press('d'), there: 'main.debugger_dbg-middle', leave: press('d') },
  {
    what: 'the comparison',
    ask: press('Shift+5'),
    there: 'main.compare',
    leave: click('Stage'),
  },
];

for (const { what, ask, there, leave = press('Escape') } of ALL ? PARTS : PARTS.slice(0, 3)) {
  test(`${what}: a failed load shows in place, keeps work, can be retried`, async ({
    page,
    errors,
    browserName,
  }) => {
    await open(page, '#scene=ten-two-two');
    await page.getByRole('button', { name: /^Inject as/ }).click();
    await idle(page);
    const before = await picture(page);
    await lose(page, ANY);
    await ask(page);
    await expect(said(page)).toBeVisible();
    await idle(page);
    await expect(page.locator('#top-bar')).toBeVisible();
    await said(page).getByRole('button', { name: 'Try again' }).click();
    await expect(said(page)).toContainText('2 times');
    await regain(page);
    await said(page).getByRole('button', { name: 'Try again' }).click();
    if (browserName === 'firefox') await startAgain(page);
    else await expect(page.locator(there).first()).toBeVisible();
    await expect(said(page)).toHaveCount(0);
    // After the reload, the address may have opened the part again. Close it.
    if (await page.locator(there).first().isVisible()) await leave(page);
    await idle(page);
    errors.length = 0;
    expect((await picture(page)).jobs).toEqual(before.jobs);
  });
}

test.describe('without more detail', () => {
  test.use({ detail: false });
  test('panels beside the stage that fail to load say so in place, and load together', async ({
    page,
    errors,
    browserName,
  }) => {
    await lose(page, /\/assets\/(?:beside|explain)-/);
    await open(page, '#scene=ten-two-two');
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    for (const name of ['Explain', 'World'])
      await expect(page.getByRole('complementary', { name }).getByRole('alert')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Dock' }).getByRole('alert')).toBeVisible();
    await regain(page);
    errors.length = 0;
    await said(page).first().getByRole('button', { name: 'Try again' }).click();
    await idle(page);
    if (browserName === 'firefox') await startAgain(page);
    await expect(said(page)).toHaveCount(0);
    expect(await sentence(page)).not.toBe('');
  });
});

test('a kind of run whose engine fails to load keeps the open run, and can be retried', async ({
  page,
  errors,
  browserName,
}) => {
  await open(page, '#scene=ten-two-two');
  const before = await picture(page);
  await lose(page, /\/assets\/lab-engine-/);
  await page.evaluate(() => {
    location.hash = '#lab';
  });
  await expect(page.getByRole('heading', { level: 1, name: 'This link could not be read' })).toBeVisible();
  await regain(page);
  errors.length = 0;
  await page
    .getByRole('button', { name: browserName === 'firefox' ? 'Reload the page' : /^Read it again/ })
    .click();
  await idle(page);
  await expect(page).toHaveTitle(/[Ww]heel|laboratory/);
  await page.goBack();
  await idle(page);
  expect(await picture(page)).toEqual(before);
});

test('a failed part without its own place is reported above the page', async ({ page, errors }) => {
  await lose(page, /\/assets\/glossary-/);
  await open(page, '#scene=ten-two-two');
  const bar = page.getByRole('alert').filter({ hasText: 'your last action may have had no effect' });
  await expect(bar).toBeVisible();
  errors.length = 0;
  await bar.getByRole('button', { name: 'Dismiss' }).click();
  await expect(bar).toBeHidden();
});

test('reports a program that does not arrive in the words already on the page', async ({ page, errors }) => {
  await lose(page, /\/assets\/program-.*\.js/);
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('The program did not load. Reload the page.');
  errors.length = 0;
});
