/**
 * Fixtures of the flows: one browser per worker, controlled by the driver that its engine needs, and a new view per
 * test.
 */
import { test as base, expect } from '@playwright/test';
import { playwrightView } from './playwright-view.ts';
import type { View } from './view.ts';
import { startWebKit, type WebKitPrograms } from './webkit.ts';
import { webdriverView } from './webdriver-view.ts';

type OpenView = (address: string) => Promise<View>;

/** `webkit` = driver of the distribution's WebKit. Null = Playwright drives the browser of the project. */
interface Engine {
  webkit: WebKitPrograms | null;
  openView: OpenView;
}

const SIZE = { width: 1440, height: 900 };

export const test = base.extend<{ view: View }, Engine>({
  webkit: [null, { option: true, scope: 'worker' }],
  openView: [
    async ({ webkit, playwright, browserName, channel, launchOptions }, give) => {
      if (webkit !== null) {
        const running = await startWebKit(webkit);
        await give(async (address) => {
          const view = webdriverView(running.driver, address);
          await view.forget();
          await view.resize(SIZE.width, SIZE.height);
          return view;
        });
        await running.end();
        return;
      }
      // Do not use Playwright's fixture `browser`, which would start a second browser beside WebKit.
      const browser = await playwright[browserName].launch({
        ...launchOptions,
        ...(channel === undefined ? {} : { channel }),
      });
      await give(async (address) => {
        const context = await browser.newContext({ viewport: SIZE, serviceWorkers: 'block' });
        return playwrightView(await context.newPage(), address);
      });
      await browser.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** A new page. An error in the page fails the test. */
  view: async ({ openView, baseURL }, give) => {
    const view = await openView(baseURL ?? '');
    await give(view);
    expect(await view.errors()).toEqual([]);
    await view.close();
  },
});

export { expect };
export { button, buttonFrom, type View } from './view.ts';
