/**
 * `npm run pictures`: makes the pictures of README.md from the page as it is: `public/picture.png`, and
 * `public/picture-moving.png`, an animated PNG of one preemption, decision by decision; and `public/picture-phone.png`, which a
 * phone shows to those who are about to install the page.
 */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { apng } from './apng.ts';
import { onBuiltPage, ROOT } from './built-page.ts';
import { print } from './terminal.ts';

const STEPS = 12;
const FRAME_MS = 900;

async function idle(page: Page): Promise<void> {
  await page.waitForSelector('html[data-idle="true"]', { state: 'attached', timeout: 60_000 });
  // Tips and rings belong to a pointer that is in no picture.
  await page.mouse.move(0, 0);
}

/** The whole page at its best-known moment. */
async function still(page: Page, url: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/#scene=whole-picture`);
  await idle(page);
  await page.screenshot({ path: join(ROOT, 'public/picture.png') });
}

/** The same as on a phone. */
async function phone(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    colorScheme: 'light',
    serviceWorkers: 'block',
  });
  await page.goto(`${url}/#scene=whole-picture`);
  await idle(page);
  await page.screenshot({ path: join(ROOT, 'public/picture-phone.png') });
}

/** An embedded stage: small, and without anything that does not move. */
async function moving(page: Page, url: string): Promise<void> {
  await page.setViewportSize({ width: 720, height: 400 });
  await page.goto(`${url}/?embed=stage&theme=light#scene=ten-two-two`);
  await idle(page);
  await page.keyboard.press('Home');
  await idle(page);
  const frames: Buffer[] = [];
  for (let i = 0; i < STEPS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press('ArrowRight');
    // oxlint-disable-next-line no-await-in-loop
    await idle(page);
    // oxlint-disable-next-line no-await-in-loop
    frames.push(await page.screenshot());
  }
  writeFileSync(join(ROOT, 'public/picture-moving.png'), apng(frames, FRAME_MS));
}

await onBuiltPage(async (browser, url) => {
  const page = await browser.newPage({ colorScheme: 'light', serviceWorkers: 'block' });
  await still(page, url);
  await moving(page, url);
  await phone(browser, url);
});
for (const name of ['picture.png', 'picture-moving.png', 'picture-phone.png'])
  print(`public/${name}: ${Math.round(statSync(join(ROOT, 'public', name)).size / 1000)} kB`);
