import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { savedElsewhere, seenElsewhere } from './firefox.ts';
import { expect } from './page.ts';

export async function openSheet(page: Page): Promise<void> {
  await page.keyboard.press('Shift+s');
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible();
}

/** True in Chromium. Only its driver reports saved files and hides scroll bars. */
function isChromium(page: Page): boolean {
  return page.context().browser()?.browserType().name() === 'chromium';
}

export function seen(panel: Locator): Promise<Buffer> {
  return isChromium(panel.page()) ? panel.screenshot({ animations: 'disabled' }) : seenElsewhere(panel);
}

export async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  if (!isChromium(page)) return savedElsewhere(page, act);
  const [download]: [Download, void] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Compares two PNG pictures: mean difference (0 to 255 per channel), and share of pixels that differ clearly. */
export function difference(page: Page, a: Buffer, b: Buffer): Promise<{ mean: number; off: number }> {
  return page.evaluate(
    async ([one, two]) => {
      const read = async (base64: string): Promise<ImageBitmap> => {
        const bytes = Uint8Array.from(atob(base64), (c) => c.codePointAt(0) ?? 0);
        return createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      };
      const [first, second] = await Promise.all([read(one), read(two)]);
      const { width, height } = first;
      const pixels = (image: ImageBitmap): Uint8ClampedArray => {
        const context = new OffscreenCanvas(width, height).getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.drawImage(image, 0, 0, width, height);
        return context.getImageData(0, 0, width, height).data;
      };
      const [p, q] = [pixels(first), pixels(second)];
      let sum = 0;
      let off = 0;
      for (let i = 0; i < p.length; i += 4) {
        const d = [0, 1, 2].map((k) => Math.abs((p[i + k] ?? 0) - (q[i + k] ?? 0)));
        sum += ((d[0] ?? 0) + (d[1] ?? 0) + (d[2] ?? 0)) / 3;
        if (Math.max(...d) > 96) off += 1;
      }
      return { mean: (sum * 4) / p.length, off: (off * 4) / p.length };
    },
    [a.toString('base64'), b.toString('base64')] as const,
  );
}
