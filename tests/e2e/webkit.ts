/** Adapts tests to WebKit, the browser of the Linux distribution, which `tests/webkit` drives. */
import type { Page } from '@playwright/test';
import { isSlider, locatorsOf, slideTo } from './firefox.ts';

/**
 * Tests that cannot run in WebKit: the beginning of the title of a test or describe, and the reason. Each test counts
 * as skipped.
 */
const SKIPPED: readonly (readonly [title: string, why: string])[] = [
  ['forced colours', 'it has no forced colours'],
  ['prints on two pages', 'only Chromium makes a PDF here'],
];

/** Returns why a test with these titles (file, describes, test) is skipped; "" = it runs. */
export function skippedInWebKit(titles: readonly string[]): string {
  return SKIPPED.find(([start]) => titles.some((title) => title.startsWith(start)))?.[1] ?? '';
}

/** Prototypes of locators whose methods are already replaced. All locators of a browser share one prototype. */
const driven = new WeakSet<object>();

/**
 * Prepares a page of a test in WebKit. Scripts of tests share a world with the page's scripts, so React would already know a
 * value set on a slider; sliders are therefore moved as a hand does.
 */
export function driveWebKit(page: Page): void {
  const locators = locatorsOf(page);
  if (driven.has(locators)) return;
  driven.add(locators);
  const { fill } = locators;
  locators.fill = async function fillOrSlide(text, options) {
    if (await isSlider(this)) await this.evaluate(slideTo, text);
    else await fill.call(this, text, options);
  };
}

/** Console messages of WebKit that are not faults of the page. */
const OWN_WORDS = [
  // WebKit does not know this directive of the policy and ignores it.
  "Unrecognized Content-Security-Policy directive 'manifest-src'.",
  // Playwright adds a style before a screenshot, and the policy of the page refuses it.
  "Refused to apply a stylesheet because its hash, its nonce, or 'unsafe-inline' does not appear in the style-src directive",
];

export function isOfWebKit(text: string): boolean {
  return OWN_WORDS.some((words) => text.includes(words));
}
