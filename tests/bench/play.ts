import type { Browser, Page } from 'playwright';
import type { ProcessId } from '../../src/protocol/ids.ts';
import type { RealMillis } from '../../src/protocol/units.ts';
import { onBuiltPage } from '../../src/cli/built-page.ts';
import { travelScenario } from './travel/measure.ts';
import { longestTask } from './travel/page-tasks.ts';
import type { BenchRow } from './parts/types.ts';

/**
 * A run of 10,000 jobs plays on the main screen with the dock open. Measures pictures per second and, from the browser's
 * trace, the work of the page's main thread per picture (processor time, without rasterizing). No other program does this, so
 * the reference is the refresh rate of a screen.
 */
export function run(): Promise<BenchRow[]> {
  return onBuiltPage(async (browser, url) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await open(page, url);
    await page.evaluate(countPictures);
    await page.keyboard.press(' ');
    await page.waitForTimeout(WARM_MS);
    let pictures = 0;
    const longest = await longestTask(page, async () => {
      pictures = await picturesIn(page);
    });
    const traced = await traceOf(browser, page);
    return [
      row('10,000 jobs at play', pictures, 'pictures/s', 60),
      row('longest task (0 = none of 50 ms)', longest, 'ms', 50),
      ...Object.entries(PARTS).map(([name, events]) =>
        row(`${name} per picture`, partOf(traced, events), 'ms', null),
      ),
    ];
  });
}

const WARM_MS = 2_000;
const PLAY_MS = 5_000;
/** Kinds of work, with the names of their events in the browser's trace. Work inside other named work counts only once. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  program: ['FunctionCall', 'RunMicrotasks'],
  'style and layout': ['UpdateLayoutTree', 'Layout'],
  painting: ['PrePaint', 'Paint', 'Layerize', 'Commit'],
};

function row(name: string, value: number, unit: string, reference: number | null): BenchRow {
  return { bench: 'play', case: name, value, unit, yardstickRatio: 0, reference };
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#gallery`);
  await page.evaluate('globalThis.__name = (named) => named');
  const buffer = Buffer.from(JSON.stringify(travelScenario()));
  await page
    .getByLabel('scenario file')
    .setInputFiles({ name: 'play.json', mimeType: 'application/json', buffer });
  await page.locator('html[data-idle="true"] .timeline_track').waitFor({ timeout: 120_000 });
}

/** Runs in the page. Counts the animation frames in which the displayed time has changed. */
function countPictures(): void {
  const clock = document.querySelector('.timeline_clock');
  const counted = { pictures: 0 };
  Object.assign(window, { counted });
  let shown = '';
  const look = (): void => {
    const now = clock?.textContent ?? '';
    if (now !== shown) counted.pictures++;
    shown = now;
    requestAnimationFrame(look);
  };
  look();
}

/** Returns the number of pictures so far, and the time by the page's clock. */
function counted(page: Page): Promise<{ pictures: number; at: RealMillis }> {
  return page.evaluate(() => {
    const { pictures } = (window as unknown as { counted: { pictures: number } }).counted;
    return { pictures, at: performance.now() };
  });
}

async function picturesIn(page: Page): Promise<number> {
  const before = await counted(page);
  await page.waitForTimeout(PLAY_MS);
  const after = await counted(page);
  return ((after.pictures - before.pictures) * 1000) / (after.at - before.at);
}

interface Traced {
  pictures: number;
  /** Processor milliseconds of the main thread, by name of the trace event. */
  ms: Map<string, number>;
}

interface TraceEvent {
  ph: string;
  name: string;
  pid: ProcessId;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

async function traceOf(browser: Browser, page: Page): Promise<Traced> {
  const before = await counted(page);
  await browser.startTracing(page, { categories: ['-*', 'devtools.timeline', '__metadata'] });
  await page.waitForTimeout(PLAY_MS);
  const buffer = await browser.stopTracing();
  const after = await counted(page);
  const { traceEvents } = JSON.parse(buffer.toString()) as { traceEvents: TraceEvent[] };
  const main = traceEvents.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const own = traceEvents
    .filter((event) => event.ph === 'X' && event.pid === main?.pid && event.tid === main.tid)
    .toSorted((a, b) => a.ts - b.ts);
  return { pictures: Math.max(1, after.pictures - before.pictures), ms: outermost(own) };
}

/** Sums the time of the named parts. The time of a part inside another part counts only for the inner part. */
function outermost(events: readonly TraceEvent[]): Map<string, number> {
  const named = new Set(Object.values(PARTS).flat());
  const ms = new Map<string, number>();
  const open: TraceEvent[] = [];
  const add = (name: string, micros: number): void => void ms.set(name, (ms.get(name) ?? 0) + micros / 1000);
  for (const event of events) {
    if (!named.has(event.name)) continue;
    while (open.length > 0 && endOf(open.at(-1)) <= event.ts) open.pop();
    const around = open.at(-1);
    if (around !== undefined) add(around.name, -(event.tdur ?? 0));
    add(event.name, event.tdur ?? 0);
    open.push(event);
  }
  return ms;
}

const endOf = (event: TraceEvent | undefined): number =>
  event === undefined ? 0 : event.ts + (event.dur ?? 0);

function partOf({ pictures, ms }: Traced, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (ms.get(name) ?? 0), 0) / pictures;
}
