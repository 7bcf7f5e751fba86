import type { Page } from '@playwright/test';
import type { View } from './view.ts';

/** A page of Chromium, of Firefox, or of Playwright's own WebKit. */
export function playwrightView(page: Page, address: string): View {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  const idle = (): Promise<void> =>
    page.locator('html[data-idle="true"]').waitFor({ state: 'attached', timeout: 60_000 });
  return {
    async open(hash) {
      await page.goto('about:blank');
      await page.goto(`${address}/${hash}`);
      await idle();
    },
    idle,
    text: async (selector) => (await page.locator(selector).allInnerTexts()).join('\n'),
    count: (selector) => page.locator(selector).count(),
    click: (selector) => page.locator(selector).first().click(),
    async press(...keys) {
      // A person presses one key after the other.
      // oxlint-disable-next-line no-await-in-loop
      for (const key of keys) await page.keyboard.press(key);
    },
    run: (work, asked) => page.evaluate(`(${work.toString()})(${JSON.stringify(asked)})`),
    picture: () => page.screenshot(),
    resize: (width, height) => page.setViewportSize({ width, height }),
    errors: () => Promise.resolve(errors),
    close: () => page.context().close(),
  };
}
