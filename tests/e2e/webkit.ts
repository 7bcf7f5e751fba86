/** What is otherwise in WebKit (the browser of the distribution, which `tests/webkit` drives). */
import type { Page } from '@playwright/test';
import { isSlider, locatorsOf, slideTo } from './firefox.ts';

/** Tests that cannot run there: how their title begins, or their describe's, and why. Each is counted as skipped. */
const SKIPPED: readonly (readonly [title: string, why: string])[] = [
  ['forced colours', 'it has no forced colours'],
  ['prints on two pages', 'only Chromium makes a PDF here'],
];

/** Why a test with these titles (file, describes, test) is skipped; "": it runs. */
export function skippedInWebKit(titles: readonly string[]): string {
  return SKIPPED.find(([start]) => titles.some((title) => title.startsWith(start)))?.[1] ?? '';
}

/** What all locators have is changed once. */
const driven = new WeakSet<object>();

/** For every page of a test in WebKit: its scripts share one world with the page's, whose React would know a slider's value. */
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

/** What WebKit says to the console that no reader is to mind, and nothing of the page's is at fault for. */
const OWN_WORDS = [
  // The policy is written for every engine; this one does not know the directive and leaves it out.
  "Unrecognized Content-Security-Policy directive 'manifest-src'.",
  // Playwright plants a style before it takes a picture, and the page's policy refuses it.
  "Refused to apply a stylesheet because its hash, its nonce, or 'unsafe-inline' does not appear in the style-src directive",
];

export function isOfWebKit(text: string): boolean {
  return OWN_WORDS.some((words) => text.includes(words));
}
