/** What the driver of Firefox (WebDriver BiDi) does otherwise than a reader, done as a reader does it. */
import type { Locator, Page } from '@playwright/test';

/** What a system may ask for. */
interface Wishes {
  colorScheme?: string | null | undefined;
  forcedColors?: string | null | undefined;
  reducedMotion?: string | null | undefined;
  /** Whether files keep apart from each other as they do for a reader; the driver allows them more. */
  strictFiles: boolean;
}

/** What a system asks for, as preferences of the browser, for which the driver has no words; null = nothing unusual. */
export function systemPreferences(wishes: Wishes): Record<string, number | boolean> | null {
  const preferences = {
    // 2 = the colours of the system, always.
    ...(wishes.forcedColors === 'active' ? { 'browser.display.document_color_use': 2 } : {}),
    ...(wishes.colorScheme === 'dark' ? { 'ui.systemUsesDarkTheme': 1 } : {}),
    ...(wishes.reducedMotion === 'reduce' ? { 'ui.prefersReducedMotion': 1 } : {}),
    ...(wishes.strictFiles
      ? { 'security.fileuri.strict_origin_policy': true, 'remote.prefs.recommended': false }
      : {}),
  };
  return Object.keys(preferences).length === 0 ? null : preferences;
}

/** For every page of a test in Firefox, before anything is done with it. */
export function driveFirefox(page: Page): void {
  goByHash(page);
  typeIntoFields(page);
  pressMenuKey(page);
  clickTwice(page);
}

/** On a busy machine the driver's second click comes too late to be one of two. */
function clickTwice(page: Page): void {
  locatorsOf(page).dblclick = async function dblclick() {
    await this.click();
    for (const kind of ['click', 'dblclick']) await this.dispatchEvent(kind, { detail: 2 });
  };
}

/** What all locators have. */
export function locatorsOf(page: Page): Locator {
  return Object.getPrototypeOf(page.locator('html')) as Locator;
}

/** The driver has no menu key: what has the focus is told what the browser tells it. */
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
 * The driver waits for ever for an address that differs behind `#` only, when the page then writes its own place there.
 * Such an address is gone to in the document that is open.
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

/** The driver sets the value of a field from a script, which React takes for its own doing: as if nothing had been typed. */
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

/** A slider goes to a value as under a hand: past React, which would else know the value already. */
export function slideTo(slider: HTMLElement | SVGElement, value: string): void {
  slider.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, value);
  for (const kind of ['input', 'change']) slider.dispatchEvent(new Event(kind, { bubbles: true }));
}

/** Whether the page's policy refused the style `body {}` (by its sum), which the driver plants for a screenshot. */
export function isOfTheDriver(text: string): boolean {
  return text.includes("'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA='");
}

/** The driver tells of no file that a page saves: what the page makes of it is looked at instead. */
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

/** A panel as it stands, without the bars of what scrolls, which other engines hide from tests and no saved picture has. */
export async function seenElsewhere(panel: Locator): Promise<Buffer> {
  await panel.evaluate((root) => {
    for (const one of [root, ...root.querySelectorAll<HTMLElement>('*')])
      if (one instanceof HTMLElement) one.style.scrollbarWidth = 'none';
  });
  return panel.screenshot({ caret: 'initial' });
}
