/** Differences of WebKit (the browser of the distribution, which `tests/webkit` drives). */
import type { Page } from '@playwright/test';
import { isSlider, locatorsOf, slideTo } from './firefox.ts';

/** Tests that cannot run in WebKit: how their title or describe begins, and why. Each is counted as skipped. */
const SKIPPED: readonly (readonly [title: string, why: string])[] = [
  ['forced colours', 'it has no forced colours'],
  ['prints on two pages', 'only Chromium makes a PDF here'],
];

/** Why a test with these titles (file, describes, test) is skipped, or "". */
export function skippedInWebKit(titles: readonly string[]): string {
  return SKIPPED.find(([start]) => titles.some((title) => title.startsWith(start)))?.[1] ?? '';
}

/** Locators share a prototype, which is changed once. */
const driven = new WeakSet<object>();

/**
 * Applies to every page of a test in WebKit. Its scripts share one world with the page, so React would already know a
 * slider's value.
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
  // The policy is written for every engine. This one does not know the directive and ignores it.
  "Unrecognized Content-Security-Policy directive 'manifest-src'.",
  // Playwright adds a style before a screenshot, and the page's policy refuses it.
  "Refused to apply a stylesheet because its hash, its nonce, or 'unsafe-inline' does not appear in the style-src directive",
];

export function isOfWebKit(text: string): boolean {
  return OWN_WORDS.some((words) => text.includes(words));
}
