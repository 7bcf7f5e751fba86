import type { Browser, Page } from 'playwright';
import { onBuiltPage } from '../../src/cli/built-page.ts';
import { quantile } from './parts/page.ts';
import type { BenchRow } from './parts/types.ts';

/**
 * First load of the built page, compressed, in Chromium with an empty cache. Measures the JavaScript that the page names, the
 * JavaScript requested until the first picture and until everything on the main screen reacts, the size of the worker, and
 * when the largest part of the picture is painted (LCP); on this machine, and on a simulated slow machine with a slow
 * connection.
 *
 * `reference` is the budget. Figures are medians of `RUNS` loads; for LCP there is also the 75th percentile. Sizes are
 * thousands of bytes as transferred.
 *
 * Measures two entry points: that of a newcomer, which begins with the first minute, and a link to a run, which opens the
 * main screen.
 */
const RUNS = { quick: 11, slow: 5 };
const SLOW = { cpu: 4, bitsPerSecond: 1_600_000, latencyMs: 150 };
const BUDGET = { first: 130, all: 170, worker: 50, lcp: 500, slowLcp: 1500, slowReacts: 2500 };

/** An entry point: its hash, the selector of its picture, and the selectors of what is there when everything reacts. */
interface Way {
  hash: string;
  picture: string;
  parts: readonly string[];
}

const NEWCOMER: Way = {
  hash: '',
  // The film of the first minute begins without a job, so wait for its frame.
  picture: '.first-picture',
  parts: ['.first-steps button', '.first-picture .strip', '.top a'],
};
const LINK: Way = {
  hash: '#scene=whole-picture',
  picture: '[role=treeitem], .stage-empty',
  parts: [
    '.dock_tile-row',
    '.world-area select',
    '.explain-area .explain_say',
    '.timeline_play-bar',
    '.strip',
  ],
};

interface Load {
  /** JavaScript that the page itself names, loaded before any picture. */
  named: number;
  first: number;
  all: number;
  worker: number;
  lcp: number;
  /** Milliseconds from the start of navigation to the stage with its content. */
  picture: number;
  reacts: number;
}

export function run(): Promise<BenchRow[]> {
  return onBuiltPage(async (browser, url) => {
    const quick = await several(browser, url, NEWCOMER, RUNS.quick, false);
    const slow = await several(browser, url, NEWCOMER, RUNS.slow, true);
    const main = await several(browser, url, LINK, RUNS.quick, false);
    const slowMain = await several(browser, url, LINK, RUNS.slow, true);
    return [
      row('JavaScript named by the page', 'kB', quick, 'named', BUDGET.first),
      row('JavaScript before the first picture', 'kB', quick, 'first', BUDGET.first),
      row('JavaScript before the first picture of a link', 'kB', main, 'first', BUDGET.first),
      row('JavaScript until the main screen reacts', 'kB', main, 'all', BUDGET.all),
      row('worker', 'kB', main, 'worker', BUDGET.worker),
      row('LCP', 'ms', quick, 'lcp', BUDGET.lcp),
      row('LCP, p75', 'ms', quick, 'lcp', BUDGET.lcp, 0.75),
      row('the first picture', 'ms', quick, 'picture', null),
      row('main screen reacts', 'ms', main, 'reacts', null),
      row('LCP, 4× slower CPU, 1.6 Mbit/s, 150 ms', 'ms', slow, 'lcp', BUDGET.slowLcp),
      row('the first picture, slow', 'ms', slow, 'picture', null),
      row('main screen reacts, slow', 'ms', slowMain, 'reacts', BUDGET.slowReacts),
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

async function several(
  browser: Browser,
  url: string,
  way: Way,
  runs: number,
  slow: boolean,
): Promise<Load[]> {
  const loads: Load[] = [];
  for (let i = 0; i < runs; i += 1) {
    // One after another, because they would share the processors.
    // oxlint-disable-next-line no-await-in-loop
    loads.push(await load(browser, url, way, slow));
  }
  return loads;
}

async function load(browser: Browser, url: string, way: Way, slow: boolean): Promise<Load> {
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
  await page.addInitScript(`(${WATCH})(${JSON.stringify(way.parts)}, ${JSON.stringify(way.picture)})`);
  await page.goto(`${url}/${way.hash}`);
  await page.waitForSelector('html[data-reacts]', { state: 'attached', timeout: 60_000 });
  const { kilobytes, urls } = await workerFiles(page);
  const html = await (await page.request.get(`${url}/`)).text();
  const named = [...html.matchAll(/(?:src|href)="\.\/((?:assets\/)?[\w.-]+\.js)"/g)].map(
    ([, name = '']) => new URL(name, `${url}/`).href,
  );
  const seen = (await page.evaluate(`seen(${JSON.stringify(urls)}, ${JSON.stringify(named)})`)) as Omit<
    Load,
    'worker'
  >;
  await context.close();
  return { ...seen, worker: kilobytes };
}

/** Requests the worker and its imports again, because the page's resource list has no sizes for them. */
async function workerFiles(page: Page): Promise<{ kilobytes: number; urls: string[] }> {
  const urls = new Set(page.workers().map((worker) => worker.url()));
  let bytes = 0;
  for (const url of urls) {
    // The imports of a file are requested after the file.
    // oxlint-disable-next-line no-await-in-loop
    const file = await page.request.get(url);
    bytes += Number(file.headers()['content-length'] ?? 0);
    // oxlint-disable-next-line no-await-in-loop
    for (const [, name] of (await file.text()).matchAll(/(?:from|import)\s*["'`](\.\/[\w.-]+\.js)["'`]/g))
      urls.add(new URL(name ?? '', url).href);
  }
  return { kilobytes: bytes / 1000, urls: [...urls] };
}

/** Runs in the page before the page's own code. Records when the stage appears, and the last LCP. */
const WATCH = `(parts, stage) => {
  let lcp = 0, picture = 0, reacts = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) lcp = entry.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new MutationObserver(() => {
    if (picture === 0 && document.querySelector(stage) !== null) picture = performance.now();
    if (reacts > 0 || !parts.every((part) => document.querySelector(part) !== null)) return;
    reacts = performance.now();
    document.documentElement.dataset.reacts = '';
  }).observe(document, { subtree: true, childList: true });
  globalThis.seen = (worker, names) => {
    const scripts = performance.getEntriesByType('resource')
      .filter(({ name }) => /\\.js$/.test(name) && !worker.includes(name));
    const bytes = (wanted) => scripts.filter(wanted)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000;
    const until = (end) => bytes(({ startTime }) => startTime < end);
    return { lcp, picture, reacts, first: until(picture), all: until(reacts), named: bytes(({ name }) => names.includes(name)) };
  };
}`;
