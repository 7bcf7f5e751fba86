import type { Browser, Page } from 'playwright';
import { onBuiltPage } from '../built-page.ts';
import { quantile } from './page.ts';
import type { BenchRow } from './types.ts';

/**
 * The first load of the built page, compressed, in Chromium with an empty cache: how much JavaScript arrives before the
 * first picture and until everything on the main screen reacts, how much the worker is, and when the largest part of the
 * picture is painted (LCP), on this machine and on a slow one with a slow line. `reference` is the budget. Medians of
 * `RUNS`, and of LCP what three of four loads keep (p75); sizes are bytes on the wire, in thousands.
 */
const RUNS = { quick: 11, slow: 5 };
const SLOW = { cpu: 4, bitsPerSecond: 1_600_000, latencyMs: 150 };
const BUDGET = { first: 150, all: 280, worker: 60, lcp: 500, slowLcp: 1500 };

interface Load {
  first: number;
  all: number;
  worker: number;
  lcp: number;
  /** The stage with what is on it, from the start of the navigation. */
  picture: number;
  reacts: number;
}

/** Builds the page and loads it. */
export function run(): Promise<BenchRow[]> {
  return onBuiltPage(async (browser, url) => {
    const quick = await several(browser, url, RUNS.quick, false);
    const slow = await several(browser, url, RUNS.slow, true);
    return [
      row('JavaScript before the first picture', 'kB', quick, 'first', BUDGET.first),
      row('JavaScript until the main screen reacts', 'kB', quick, 'all', BUDGET.all),
      row('worker', 'kB', quick, 'worker', BUDGET.worker),
      row('LCP', 'ms', quick, 'lcp', BUDGET.lcp),
      row('LCP, p75', 'ms', quick, 'lcp', BUDGET.lcp, 0.75),
      row('the stage', 'ms', quick, 'picture', null),
      row('main screen reacts', 'ms', quick, 'reacts', null),
      row('LCP, 4× slower CPU, 1.6 Mbit/s, 150 ms', 'ms', slow, 'lcp', BUDGET.slowLcp),
      row('the stage, slow', 'ms', slow, 'picture', null),
      row('main screen reacts, slow', 'ms', slow, 'reacts', null),
    ];
  });
}

function row(
  name: string,
  unit: string,
  loads: readonly Load[],
  key: keyof Load,
  budget: number | null,
  share = 0.5,
): BenchRow {
  const values = loads.map((load) => load[key]);
  return {
    bench: 'load',
    case: name,
    value: quantile(values, share),
    unit,
    yardstickRatio: 0,
    reference: budget,
  };
}

async function several(browser: Browser, url: string, runs: number, slow: boolean): Promise<Load[]> {
  const loads: Load[] = [];
  for (let i = 0; i < runs; i += 1) {
    // One after the other: they would share the machine.
    // oxlint-disable-next-line no-await-in-loop
    loads.push(await load(browser, url, slow));
  }
  return loads;
}

/** One first visit: nothing is in any cache. */
async function load(browser: Browser, url: string, slow: boolean): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  if (slow) {
    const cdp = await context.newCDPSession(page);
    const bytes = SLOW.bitsPerSecond / 8;
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW.latencyMs,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
  }
  await page.addInitScript(WATCH);
  await page.goto(`${url}/`);
  await page.waitForSelector('html[data-reacts]', { state: 'attached', timeout: 60_000 });
  const worker = await workerBytes(page);
  const seen = (await page.evaluate('seen()')) as Omit<Load, 'worker'>;
  await context.close();
  return { ...seen, worker };
}

/** The worker and what it imports, as its own page of resources does not show it: asked for once more. */
async function workerBytes(page: Page): Promise<number> {
  const urls = new Set(page.workers().map((worker) => worker.url()));
  let bytes = 0;
  for (const url of urls) {
    // What one file imports is asked for after it.
    // oxlint-disable-next-line no-await-in-loop
    const file = await page.request.get(url);
    bytes += Number(file.headers()['content-length'] ?? 0);
    // oxlint-disable-next-line no-await-in-loop
    for (const [, name] of (await file.text()).matchAll(/(?:from|import)\s*["'`](\.\/[\w.-]+\.js)["'`]/g))
      urls.add(new URL(name ?? '', url).href);
  }
  return bytes / 1000;
}

/** Runs in the page before anything of it: notes when the stage stands, and the last LCP. */
const WATCH = `
  let lcp = 0, picture = 0, reacts = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) lcp = entry.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new MutationObserver(() => {
    if (picture === 0 && document.querySelector('[role=treeitem], .stage-empty') !== null) picture = performance.now();
    const whole = ['.dock-wide', '.world-area form, .world-area input', '.explain-area .words', '.controls', '.strip'];
    if (reacts > 0 || !whole.every((part) => document.querySelector(part) !== null)) return;
    reacts = performance.now();
    document.documentElement.dataset.reacts = '';
  }).observe(document, { subtree: true, childList: true });
  globalThis.seen = () => {
    const scripts = performance.getEntriesByType('resource')
      .filter(({ name }) => /\\.js$/.test(name) && !/worker/.test(name));
    const bytes = (before) => scripts.filter(({ startTime }) => startTime < before)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000;
    return { lcp, picture, reacts, first: bytes(picture), all: bytes(reacts) };
  };
`;
