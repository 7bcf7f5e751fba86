import type { Page } from '@playwright/test';
import { idle } from './page.ts';

export async function drop(
  page: Page,
  files: readonly { name: string; bytes: Buffer; modified?: number }[],
): Promise<void> {
  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer();
      for (const { name, base64, modified } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { lastModified: modified }));
      }
      return data;
    },
    files.map(({ name, bytes, modified = Date.UTC(2026, 10, 23) }) => ({
      name,
      base64: bytes.toString('base64'),
      modified,
    })),
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await idle(page);
}
