import { writeFileSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { expect, idle, open, test } from './page.ts';

const PART = '=windows&stop=4';
/** Of the picture that the camera gives, in pixels. */
const [WIDTH, HEIGHT] = [640, 480];

/** What a camera sees of a phone that is held to it, as a film of a few frames (YUV4MPEG2). */
async function filmed(page: Page): Promise<Buffer> {
  const shot = await page.screenshot();
  // The page's own policy lets nothing but its own files in.
  await page.goto('about:blank');
  const luma = await page.evaluate(
    async ({ png, width, height }) => {
      const bitmap = await createImageBitmap(await (await fetch(png)).blob());
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.fillStyle = '#807868';
      context.fillRect(0, 0, width, height);
      const wide = (height * bitmap.width) / bitmap.height;
      // Held at a slant, as a hand does.
      context.translate(width / 2, height / 2);
      context.rotate(0.07);
      context.drawImage(bitmap, -wide / 2, -height / 2, wide, height);
      const { data } = context.getImageData(0, 0, width, height);
      return Array.from({ length: width * height }, (_, i) =>
        Math.round(
          0.299 * (data[4 * i] ?? 0) + 0.587 * (data[4 * i + 1] ?? 0) + 0.114 * (data[4 * i + 2] ?? 0),
        ),
      );
    },
    { png: `data:image/png;base64,${shot.toString('base64')}`, width: WIDTH, height: HEIGHT },
  );
  const frame = Buffer.concat([
    Buffer.from('FRAME\n'),
    Buffer.from(luma),
    Buffer.alloc((WIDTH * HEIGHT) / 2, 128),
  ]);
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`),
    frame,
    frame,
    frame,
  ]);
}

test('the code of a phone that is held to the camera is read and counted', async ({
  page,
  baseURL,
  browserName,
}, testInfo) => {
  test.skip(browserName !== 'chromium', 'only Chromium takes a film for a camera');
  await page.setViewportSize({ width: 412, height: 915 });
  await open(page, `#answer${PART}`);
  await page.locator('.answer').first().click();
  const code = (await page.locator('.coded-code').textContent()) ?? '';
  await idle(page);
  const film = testInfo.outputPath('phone.y4m');
  writeFileSync(film, await filmed(page));
  const { launchOptions } = testInfo.project.use;
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const viewport = { width: 1280, height: 720 };
    const desk = await browser.newPage({ baseURL: baseURL ?? '', viewport, serviceWorkers: 'block' });
    await open(desk, `#class${PART}`);
    await desk.getByRole('button', { name: /camera/i }).click();
    await expect(desk.locator('.wall-where')).toContainText('1 answer');
    await expect(desk.locator('.desk-codes')).toContainText(code);
  } finally {
    await browser.close();
  }
});
