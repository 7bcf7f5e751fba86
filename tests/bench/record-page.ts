import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { onBuiltPage } from '../../src/cli/built-page.ts';
import { writeMadeLog } from './parts/made-log.ts';
import { quantile } from './parts/page.ts';
import { heldBy, pageProcess } from './parts/processor.ts';
import type { BenchRow } from './parts/types.ts';

const MB = 1_000_000;
/** Size of the log in bytes; the page must read it without failing. `RECORD_PAGE_MB` sets megabytes. */
const SIZE = Number(process.env['RECORD_PAGE_MB'] ?? 2000) * MB;
/** Time limit in milliseconds. Reading 2 GB takes one or two minutes, and longer on a busy machine. */
const PATIENCE = 1_500_000;
/** Milliseconds between two clicks, and between two measurements of memory, while the page reads. */
const EVERY = 1000;

/**
 * Reads a log of 2 GB with the page's worker in Chromium. Measures the time, the peak memory of the page's process, and how
 * long the page takes to react to a click during the reading (from the event to the next frame; goal: under 100 ms). Then
 * reads the log again and cancels in the middle.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'qmgrscope-record-page-'));
  try {
    const path = join(folder, 'mail.log');
    writeMadeLog(path, SIZE);
    return await onBuiltPage((browser, url) => readIn(browser, url, path));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readIn(browser: Browser, url: string, path: string): Promise<BenchRow[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(WATCH);
  await page.goto(`${url}/#postfix&tab=files`);
  await page.waitForSelector('html[data-idle="true"]');
  const renderer = await pageProcess(browser);
  const before = heldBy(renderer);
  const began = performance.now();
  await page.locator('input[type=file]').first().setInputFiles(path);
  await page.evaluate('watched.begin()');
  const answers: number[] = [];
  let most = 0;
  while (!(await isRead(page)) && performance.now() - began < PATIENCE) {
    answers.push(await page.evaluate<number>('watched.click()'));
    most = Math.max(most, heldBy(renderer));
    await page.waitForTimeout(EVERY);
  }
  const seconds = (performance.now() - began) / 1000;
  const { longest, tasks } = await page.evaluate<{ longest: number; tasks: number }>('watched.end()');
  const text = (await page.getByRole('region', { name: 'Recognized' }).innerText()).replaceAll('\n', ' ');
  const messages = Number(/([\d\u202f]+) messages/.exec(text)?.[1]?.replace(/\D/g, '') ?? 0);
  if (messages === 0) throw new Error(`the page has not read the log: ${text.slice(0, 300)}`);
  const ended = await cancelIn(page, path);
  const row = (name: string, value: number, unit: string, reference: number | null): BenchRow => ({
    bench: 'record-page',
    case: name,
    value,
    unit,
    yardstickRatio: Number.NaN,
    reference,
  });
  return [
    row('text read', statSync(path).size / MB, 'MB', null),
    row('time', seconds, 's', null),
    row('messages', messages, 'messages', null),
    row('page process memory, before', before / MB, 'MB', null),
    row('page process memory, peak', most / MB, 'MB', null),
    row('click to next frame, median', quantile(answers, 0.5), 'ms', 100),
    row('click to next frame, longest', Math.max(...answers), 'ms', 100),
    row('long tasks of the page', tasks, 'tasks', null),
    row('longest task of the page', longest, 'ms', 100),
    row('cancel until results appear', ended, 'ms', null),
  ];
}

/** Reads the log again and cancels in the middle. Returns the milliseconds until the page shows the results so far. */
async function cancelIn(page: Page, path: string): Promise<number> {
  await page.reload();
  await page.locator('input[type=file]').first().setInputFiles(path);
  const bar = page.getByRole('progressbar', { name: 'Bytes read' });
  await bar.waitFor();
  while ((await bar.evaluate((one: HTMLProgressElement) => one.position)) < 0.5)
    await page.waitForTimeout(100);
  const began = performance.now();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Reading was cancelled after').waitFor();
  return performance.now() - began;
}

async function isRead(page: Page): Promise<boolean> {
  return await page.evaluate(`document.documentElement.dataset.idle === 'true'`);
}

/** Runs in the page. Records long tasks, and the time from a click to the next frame. */
const WATCH = `
  globalThis.watched = (() => {
    let tasks = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)));
    observer.observe({ type: 'longtask', buffered: true });
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(0);
    }));
    return {
      begin() { tasks = []; },
      async click() {
        await frame();
        const tab = document.querySelector('[role=tab][aria-selected=true], nav button, button');
        const began = performance.now();
        tab?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        tab?.focus();
        await frame();
        return performance.now() - began;
      },
      end() { return { longest: Math.max(0, ...tasks), tasks: tasks.length }; },
    };
  })();
`;
