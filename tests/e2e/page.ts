/** Helpers that all browser tests share: open the page, wait for it, read its picture as text. */
import AxeBuilder from '@axe-core/playwright';
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test';
import { driveFirefox, isOfTheDriver, systemPreferences } from './firefox.ts';
import { driveWebKit, isOfWebKit, skippedInWebKit } from './webkit.ts';

/** With `QMGRSCOPE_SLOW=4` every page is four times slower, which reveals tests that wait for the wrong event. */
const slow = Number(process.env['QMGRSCOPE_SLOW'] ?? 1);

/** A test that also fails on an error on the console, and on an uncaught exception. */
export const test = base.extend<{
  errors: string[];
  driven: undefined;
  strictFiles: boolean;
  detail: boolean;
}>({
  strictFiles: [false, { option: true }],
  /** True for a reader who has asked for more detail before. */
  detail: [false, { option: true }],
  /** Firefox reads system preferences only at its start, so a test that sets them gets a separate browser. */
  context: async (
    {
      context,
      playwright,
      browserName,
      channel,
      launchOptions,
      colorScheme,
      forcedColors,
      contextOptions,
      strictFiles,
      viewport,
      baseURL,
      serviceWorkers,
    },
    give,
  ) => {
    const firefoxUserPrefs =
      browserName === 'firefox'
        ? systemPreferences({ ...contextOptions, colorScheme, forcedColors, strictFiles })
        : null;
    if (firefoxUserPrefs === null) return give(context);
    const browser = await playwright.firefox.launch({
      ...launchOptions,
      ...(channel === undefined ? {} : { channel }),
      firefoxUserPrefs,
    });
    await give(
      await browser.newContext({ viewport, serviceWorkers, ...(baseURL === undefined ? {} : { baseURL }) }),
    );
    await browser.close();
  },
  driven: [
    async ({ context, browserName, detail }, use, testInfo) => {
      const why = browserName === 'webkit' ? skippedInWebKit(testInfo.titlePath) : '';
      testInfo.skip(why !== '', why);
      if (slow > 1 && browserName === 'chromium') {
        context.on('page', (page) => {
          void context
            .newCDPSession(page)
            .then((session) => session.send('Emulation.setCPUThrottlingRate', { rate: slow }))
            .catch(() => undefined);
        });
      }
      if (browserName === 'firefox') context.on('page', driveFirefox);
      if (browserName === 'webkit') context.on('page', driveWebKit);
      if (detail) await context.addInitScript(preferDetail);
      await use(undefined);
    },
    { auto: true },
  ],
  errors: [
    async ({ context, browserName }, use) => {
      const errors: string[] = [];
      const hear = (text: string): void => {
        if (!isOfTheDriver(text) && !(browserName === 'webkit' && isOfWebKit(text))) errors.push(text);
      };
      context.on('console', (message) => {
        if (message.type() === 'error') hear(message.text());
      });
      context.on('weberror', (error) => hear(String(error.error())));
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Options for tests of motion. All other tests skip the animation of a step, which takes half a second. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** Options of a test about controls and tables that More detail brings. */
export const MORE_DETAIL = { detail: true } as const;

/** Runs in the page before its own scripts. A later choice in the same test stays. */
function preferDetail(): void {
  try {
    const key = 'qmgrscope.preferences';
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ detail: true, ...kept }));
  } catch {
    // A page without storage, such as about:blank.
  }
}

/** Runs in the page. Resolves when the page is idle, or after `timeout` milliseconds. */
async function untilIdle(timeout: number): Promise<boolean> {
  const root = document.documentElement;
  const isIdle = (): boolean => root.dataset['idle'] === 'true';
  // Wait one frame, because the page reacts to an action such as a resize in its next frame. A hidden page has no frames.
  const frame = (): Promise<void> =>
    new Promise((resolve) => {
      requestAnimationFrame(() => resolve());
      setTimeout(resolve, 100);
    });
  await frame();
  await frame();
  if (isIdle()) return true;
  return new Promise((resolve) => {
    const end = (): void => {
      observer.disconnect();
      resolve(isIdle());
    };
    const observer = new MutationObserver(() => isIdle() && end());
    observer.observe(root, { attributes: true, attributeFilter: ['data-idle'] });
    setTimeout(end, timeout);
  });
}

/**
 * Waits until the page reports that it is idle: not playing, no open request, the last frame painted. Checked inside the
 * page, because Playwright would check only twice a second.
 */
export async function idle(page: Page): Promise<void> {
  // WebKit draws without a graphics card here, so sixty parallel runs take three times as long as in Chromium.
  const timeout = page.context().browser()?.browserType().name() === 'webkit' ? 180_000 : 60_000;
  // A navigation ends the evaluation. Then ask the new page.
  for (let left = true; left; ) {
    left = false;
    const answer = await page.evaluate(untilIdle, timeout).catch((error: unknown) => {
      left = /context was destroyed|navigat/i.test(String(error));
      if (!left) throw error;
      return false;
    });
    if (!left) expect(answer, 'the page is idle').toBe(true);
  }
}

/** Opens the page at a hash and waits until it is idle. `#scene=ID` opens a scene of the gallery, paused. */
export async function open(page: Page, hash: string): Promise<void> {
  await page.goto(`/${hash}`);
  await idle(page);
}

const ACCESSIBLE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns what axe finds about accessibility, one line for each finding with its elements. */
export function accessibilityFindings(page: Page, without: readonly string[] = []): Promise<string[]> {
  return findings(
    axe(page)
      .withTags(ACCESSIBLE)
      .disableRules([...without]),
  );
}

/** Returns what axe finds about colours. A change of the theme can cause no other findings. */
export function contrastFindings(page: Page): Promise<string[]> {
  return findings(axe(page).withRules(['color-contrast', 'link-in-text-block']));
}

/**
 * Without legacy mode, axe would open a tab for each check, to merge the results of frames. Elements that pass a rule
 * are not described, which saves half of the time.
 */
const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

async function findings(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

export async function sentence(page: Page): Promise<string> {
  return (await page.locator('.explain_say').innerText()).replaceAll('\u00a0', ' ');
}

/** Opens the folded part of the explanation. */
export async function moreAboutTurn(page: Page): Promise<void> {
  const more = page.getByText(/^More about this (turn|step)$/);
  const open = page.locator('details[open]', { has: more });
  if ((await open.count()) === 0) await more.click();
  await idle(page);
}

/** Returns the messages that had the turns so far, from the strip's text for screen readers. */
export async function strip(page: Page): Promise<string> {
  const text = await page.locator('.strip-panel > .sr-only').textContent();
  return (text ?? '').replace(/^.*: /, '').trim();
}

/** Returns stage, strip, sentence and clock as text. Equal pictures give equal texts. */
export async function picture(page: Page): Promise<Record<string, unknown>> {
  await idle(page);
  return {
    jobs: await page.getByRole('treeitem').evaluateAll((items) => items.map((item) => item.ariaLabel)),
    stage: await page.locator('.stage-panel').innerText(),
    strip: await page.locator('.strip-panel').innerText(),
    slots: await strip(page),
    sentence: await sentence(page),
    clock: await page.locator('.timeline_clock').innerText(),
  };
}

/** Presses a key several times, and waits for the page after each. */
export async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    await page.keyboard.press(key);
    await idle(page);
  }
}

/** Disconnects the page: closes the server and, where the driver can do so, sets the browser offline. */
export async function goOffline(context: BrowserContext, served: { close(): Promise<void> }): Promise<void> {
  await served.close();
  if (context.browser()?.browserType().name() !== 'webkit') await context.setOffline(true);
}
