/** Replaces actions that the Firefox driver (WebDriver BiDi) performs differently from a reader. */
import type { Locator, Page } from '@playwright/test';

/** System preferences that a test may request. */
interface Wishes {
  colorScheme?: string | null | undefined;
  forcedColors?: string | null | undefined;
  reducedMotion?: string | null | undefined;
  /**
   * True = pages opened from `file:` URLs are isolated from each other, as in a reader's Firefox. The driver's default
   * is less strict.
   */
  strictFiles: boolean;
}

/** Expresses system preferences as settings of Firefox, because the driver has no commands for them. Null = all defaults. */
export function systemPreferences(wishes: Wishes): Record<string, number | boolean> | null {
  const preferences = {
    // 2 = always use the system's colours.
    ...(wishes.forcedColors === 'active' ? { 'browser.display.document_color_use': 2 } : {}),
    ...(wishes.colorScheme === 'dark' ? { 'ui.systemUsesDarkTheme': 1 } : {}),
    ...(wishes.reducedMotion === 'reduce' ? { 'ui.prefersReducedMotion': 1 } : {}),
    ...(wishes.strictFiles
      ? { 'security.fileuri.strict_origin_policy': true, 'remote.prefs.recommended': false }
      : {}),
  };
  return Object.keys(preferences).length === 0 ? null : preferences;
}

/** Prepares a page of a test in Firefox. Must be called before the test uses the page. */
export function driveFirefox(page: Page): void {
  goByHash(page);
  typeIntoFields(page);
  pressMenuKey(page);
  clickTwice(page);
}

/** Sends the double click as an event, because on a busy machine the driver's second click comes too late. */
function clickTwice(page: Page): void {
  locatorsOf(page).dblclick = async function dblclick() {
    await this.click();
    for (const kind of ['click', 'dblclick']) await this.dispatchEvent(kind, { detail: 2 });
  };
}

export function locatorsOf(page: Page): Locator {
  return Object.getPrototypeOf(page.locator('html')) as Locator;
}

/** Sends the menu key to the focused element as an event, because the driver has no such key. */
function pressMenuKey(page: Page): void {
  const press = page.keyboard.press.bind(page.keyboard);
  page.keyboard.press = (key, options) =>
    key === 'ContextMenu'
      ? page.evaluate(() => {
          const { left, bottom } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
          const place = { clientX: left, clientY: bottom, bubbles: true, cancelable: true };
          document.activeElement?.dispatchEvent(new MouseEvent('contextmenu', place));
        })
      : press(key, options);
}

/**
 * Opens an address that differs only after `#` within the current document. Otherwise the driver would wait forever if
 * the page then writes its state into the address.
 */
function goByHash(page: Page): void {
  const load = page.goto.bind(page);
  page.goto = async (url, options) => {
    const now = page.url();
    if (!URL.canParse(url, now)) return load(url, options);
    const address = new URL(url, now).href;
    const [before, hash = ''] = address.split('#');
    if (hash === '' || address === now || before !== now.split('#')[0]) return load(url, options);
    await page.evaluate(
      (to) =>
        new Promise<void>((resolve) => {
          addEventListener('hashchange', () => resolve(), { once: true });
          location.href = to;
        }),
      address,
    );
    return null;
  };
}

/** Types with the keyboard. The driver sets a field's value by script, and React then ignores the change. */
function typeIntoFields(page: Page): void {
  locatorsOf(page).fill = async function fill(text) {
    if (await isSlider(this)) {
      await this.evaluate(slideTo, text);
      return;
    }
    await this.focus();
    await this.press('Control+a');
    await this.press('Delete');
    if (text !== '') await this.pressSequentially(text);
  };
}

export function isSlider(locator: Locator): Promise<boolean> {
  return locator.evaluate((field) => (field as HTMLInputElement).type === 'range');
}

/** Moves a slider as a hand does. A value set directly would be ignored, because React would already know it. */
export function slideTo(slider: HTMLElement | SVGElement, value: string): void {
  slider.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, value);
  for (const kind of ['input', 'change']) slider.dispatchEvent(new Event(kind, { bubbles: true }));
}

/**
 * True if a console message says that the page's policy refused `body {}`, a style (known by its hash) that the driver
 * adds for screenshots.
 */
export function isOfTheDriver(text: string): boolean {
  return text.includes("'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA='");
}

/**
 * Returns a file that a page saves. The driver does not report such files, so this reads what the page creates for the file.
 */
export async function savedElsewhere(
  page: Page,
  act: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  await page.evaluate(() => {
    const blobs = new Map<string, Blob>();
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob: Blob) => {
      const url = createObjectURL(blob);
      blobs.set(url, blob);
      return url;
    };
    const file = new Promise((resolve) => {
      HTMLAnchorElement.prototype.click = function click() {
        const blob = blobs.get(this.href);
        if (blob === undefined) return;
        const reader = new FileReader();
        reader.addEventListener('load', () => resolve({ name: this.download, data: reader.result }));
        reader.readAsDataURL(blob);
      };
    });
    Object.assign(window, { savedFile: file });
  });
  await act();
  const { name, data } = await page.evaluate(
    () => (window as unknown as { savedFile: Promise<{ name: string; data: string }> }).savedFile,
  );
  return { name, bytes: Buffer.from(data.slice(data.indexOf(',') + 1), 'base64') };
}

/** Takes a screenshot of a panel without scroll bars, which a saved picture never has. */
export async function seenElsewhere(panel: Locator): Promise<Buffer> {
  await panel.evaluate((root) => {
    for (const one of [root, ...root.querySelectorAll<HTMLElement>('*')])
      if (one instanceof HTMLElement) one.style.scrollbarWidth = 'none';
  });
  return panel.screenshot({ caret: 'initial' });
}
