import type { Page } from '@playwright/test';
import { saved } from './exporting.ts';
import { accessibilityFindings, expect, idle, open, test } from './page.ts';

function figure(page: Page, policy: string, row: string) {
  return page.getByRole('region', { name: policy }).getByRole('row', { name: row }).getByRole('cell');
}

test('figures match the reference, and a slider changes figures and address', async ({ page }) => {
  await open(page, '#policies');
  await expect(figure(page, 'C, Group', 'finished per second')).toHaveText(/15.325, best/);
  await expect(figure(page, 'A, Plain', 'over the limit, at most')).toHaveText('56');
  await page.getByRole('button', { name: 'Change the stream' }).click();
  const workers = page.getByRole('slider', { name: 'Workers in A and C' });
  await workers.fill('24');
  await idle(page);
  await expect(figure(page, 'A, Plain', 'finished per second')).toHaveText(/15.343/);
  await page.getByRole('button', { name: 'Copy link' }).click();
  expect(new URL(page.url()).hash).toBe('#policies&workers=24');
  const told = await page.getByRole('region', { name: 'A, Plain' }).innerText();
  await page.goto('about:blank');
  await open(page, '#policies&workers=24');
  await expect(page.getByRole('region', { name: 'A, Plain' })).toHaveText(told, { useInnerText: true });
});

test('follows one request through all three runs at the same instant', async ({ page }) => {
  await open(page, '#policies');
  const trail = page.getByRole('region', { name: 'One request followed' });
  await trail.getByRole('spinbutton').fill('100');
  await expect(trail.getByText('blocked', { exact: false }).first()).toBeVisible();
  await trail.getByRole('button', { name: 'Go to its arrival' }).click();
  await page.getByRole('button', { name: 'One finished request on' }).click();
  await expect(page.getByRole('region', { name: 'The instant' })).toContainText('same instant in all three');
  await idle(page);
  expect(new URL(page.url()).hash).toMatch(/^#policies(&request=100)?$/);
});

test('a cancelled sweep keeps its results, and a finished one can be saved', async ({ page }) => {
  await open(page, '#policies&count=500&request=1');
  const sweep = page.getByRole('region', { name: 'Sweep' });
  await sweep.getByRole('button', { name: 'Run the sweep' }).click();
  await sweep.getByRole('button', { name: 'Cancel' }).click();
  await idle(page);
  await expect(sweep.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await sweep.getByRole('button', { name: 'Run' }).click();
  await idle(page);
  await expect(sweep.getByRole('status')).toHaveText('81 of 81 runs');
  const download = await saved(page, () => sweep.getByRole('button', { name: 'Save CSV' }).click());
  expect(download.name).toBe('qmgrscope-sweep-workers.csv');
  await sweep.getByRole('button', { name: /^C Group, 24/ }).press('Enter');
  await idle(page);
  await page.getByRole('button', { name: 'Change the stream' }).click();
  await expect(page.getByRole('slider', { name: 'Workers in A and C' })).toHaveValue('24');
});

test('reports a bad value of the link at its field', async ({ page }) => {
  await open(page, '#policies&cpus=many&zebra=1');
  await expect(page.getByText('The link says many. Expected: a whole number from 1 to 64.')).toBeVisible();
  await expect(page.getByText('this page has no such setting')).toBeVisible();
});

test('the gallery links to this page', async ({ page }) => {
  await open(page, '#gallery');
  await page.getByRole('link', { name: /Three ways to serve one stream/ }).click();
  await idle(page);
  await expect(
    page.getByRole('heading', { name: 'One stream of requests, three ways to serve it' }),
  ).toBeVisible();
});

test('the form of the stream has no accessibility finding and no sideways scrolling', async ({ page }) => {
  await open(page, '#policies');
  await page.getByRole('button', { name: 'Change the stream' }).click();
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await idle(page);
    expect(await accessibilityFindings(page)).toEqual([]);
    const wide = await page.getByRole('main').evaluate((main) => main.scrollWidth > main.clientWidth);
    expect(wide).toBe(false);
  }
});

test('the bar of the instant leaves most of a low window to the pictures', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, '#policies');
  const bar = await page.getByRole('region', { name: 'The instant' }).boundingBox();
  expect(bar?.height ?? Infinity).toBeLessThan(72);
});
