/**
 * `npm run pictures`: makes the pictures of README.md from the current page: `public/picture.png`,
 * `public/picture-moving.png` (an animated PNG of one preemption, decision by decision) and
 * `public/picture-phone.png`, which phones show before installing the page.
 */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { onBuiltPage, ROOT } from './built-page.ts';
import { print } from './terminal.ts';
import { crc32 } from 'node:zlib';
import type { RealMillis } from '../protocol/units.ts';

const STEPS = 12;
const FRAME_MS = 900;

async function idle(page: Page): Promise<void> {
  await page.waitForSelector('html[data-idle="true"]', { state: 'attached', timeout: 60_000 });
  // Move the pointer away, so that no tooltip or ring is visible.
  await page.mouse.move(0, 0);
}

async function still(page: Page, url: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/#scene=whole-picture`);
  await idle(page);
  await page.screenshot({ path: join(ROOT, 'public/picture.png') });
}

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

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Chunk {
  type: string;
  data: Buffer;
}

/**
 * Joins pictures of equal size into an animated PNG that repeats endlessly. Reuses their compressed pixel data, because
 * frames of an animation have the encoding of single pictures. Throws when the pictures differ in format.
 */
function apng(pngs: readonly Buffer[], frameMs: RealMillis): Buffer {
  const frames = pngs.map(readChunks);
  const header = frames[0]?.find(({ type }) => type === 'IHDR')?.data;
  if (header === undefined) throw new Error('an animation needs at least one PNG');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const parts = [SIGNATURE, chunk('IHDR', header), chunk('acTL', numbers(frames.length, 0))];
  let sequence = 0;
  frames.forEach((chunks, i) => {
    const own = chunks.find(({ type }) => type === 'IHDR')?.data;
    if (own === undefined || !own.equals(header)) throw new Error('the pictures differ in size or form');
    const control = Buffer.alloc(26);
    [sequence++, width, height, 0, 0].forEach((value, at) => control.writeUInt32BE(value, at * 4));
    control.writeUInt16BE(frameMs, 20);
    control.writeUInt16BE(1000, 22);
    parts.push(chunk('fcTL', control));
    for (const { type, data } of chunks) {
      if (type !== 'IDAT') continue;
      parts.push(i === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers(sequence++), data])));
    }
  });
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}

function readChunks(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}

function numbers(...values: number[]): Buffer {
  const out = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => out.writeUInt32BE(value, at * 4));
  return out;
}

await onBuiltPage(async (browser, url) => {
  const page = await browser.newPage({ colorScheme: 'light', serviceWorkers: 'block' });
  await still(page, url);
  await moving(page, url);
  await phone(browser, url);
});
for (const name of ['picture.png', 'picture-moving.png', 'picture-phone.png'])
  print(`public/${name}: ${Math.round(statSync(join(ROOT, 'public', name)).size / 1000)} kB`);
