/** What the driver of Firefox (WebDriver BiDi) does otherwise than a reader, done as a reader does it. */
import type { Locator, Page } from '@playwright/test';

/** For every page of a test in Firefox, before anything is done with it. */
export function driveFirefox(page: Page): void {
  goByHash(page);
  typeIntoFields(page);
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

/** The driver sets the value of a field from a script, which React takes for its own doing: nobody would have typed. */
function typeIntoFields(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator;
  locators.fill = async function fill(text) {
    await this.focus();
    await this.press('Control+a');
    await this.press('Delete');
    if (text !== '') await this.pressSequentially(text);
  };
}

/** The driver tells of no file that a page saves: what the page makes of it is looked at instead. */
export async function savedInFirefox(
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
