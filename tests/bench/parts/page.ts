import { join } from 'node:path';
import type { Page } from 'playwright';
import { onBuiltPage, ROOT } from '../../../src/cli/built-page.ts';
import type { BenchRow } from './types.ts';

/** Figures of a page of `tests/ui`: milliseconds of each frame, milliseconds between frames, and number of long tasks. */
export interface Measured {
  frames: number[];
  intervals: number[];
  longTasks: number;
}

/**
 * Builds and opens a page of `tests/ui`. `empty` = median frame time of an empty page in milliseconds: the cost of the
 * browser alone.
 */
export function onBenchPage<T>(name: string, look: (page: Page, empty: number) => Promise<T>): Promise<T> {
  const root = join(ROOT, 'tests/ui');
  const input = join(root, `${name}.html`);
  return onBuiltPage(
    async (browser, url) => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 620 } });
      await page.goto('about:blank');
      const empty = await page.evaluate(EMPTY_FRAME);
      await page.goto(`${url}/${name}.html`);
      return look(page, empty);
    },
    {
      root,
      configFile: false,
      base: './',
      // No inlined assets, as in the product's build: its content security policy allows no `data:` addresses.
      build: { target: 'es2023', assetsInlineLimit: 0, rollupOptions: { input } },
    },
  );
}

/** Median time of 60 frames of an empty page, in milliseconds. */
const EMPTY_FRAME = `(async () => {
  const times = [];
  for (let i = 0; i < 60; i++) {
    const began = await new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[30];
})()` as unknown as () => number;

/** Returns a quantile of the values. `share` is between 0 and 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Makes rows about frames of one size. Times are compared with `empty`, the frame time of an empty page in ms. */
export function frameRows(
  bench: string,
  size: string,
  empty: number,
): (name: string, value: number, unit: string, reference: number | null) => BenchRow {
  return (name, value, unit, reference) => ({
    bench,
    case: `${size}, ${name}`,
    value,
    unit,
    yardstickRatio: unit === 'ms' ? value / Math.max(0.05, empty) : 0,
    reference,
  });
}
