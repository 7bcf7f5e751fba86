import type { ProcessId } from '../../src/protocol/ids.ts';
import { threadRun } from '../../src/scenario/kinds/narrow.ts';
import type { Browser, Page } from 'playwright';
import { galleryItem } from '../../src/scenes/gallery.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import { onBuiltPage } from '../../src/cli/built-page.ts';
import { quantile } from './parts/page.ts';
import type { BenchRow } from './parts/types.ts';

/**
 * The main panel of a group while the run plays, on the built page in Chromium, with 40, 100 and 1,000 threads. Measures the
 * main thread's work from one frame to the next (CPU time of all its tasks, from the browser's trace). `reference` is the
 * budget: 16 ms, about a sixtieth of a second.
 */
const SIZES = [40, 100, 1_000] as const;
const BUDGET_MS = 16;
const SECONDS = 6;

export function run(): Promise<BenchRow[]> {
  return onBuiltPage(async (browser, url) => {
    const rows: BenchRow[] = [];
    for (const threads of SIZES) {
      // One after another, because they would share the processors.
      // oxlint-disable-next-line no-await-in-loop
      const frames = await playedFrames(browser, `${url}${await linkOf(threads)}`);
      rows.push(
        row(`${threads} threads, frame, median`, quantile(frames, 0.5), null),
        row(`${threads} threads, frame, p95`, quantile(frames, 0.95), BUDGET_MS),
      );
    }
    return rows;
  });
}

function row(name: string, value: number, reference: number | null): BenchRow {
  return { bench: 'thread-frames', case: name, value, unit: 'ms', yardstickRatio: 0, reference };
}

/** The link of the scene `a-thousand-threads`, with this number of workers. */
async function linkOf(workers: number): Promise<string> {
  const scenario = galleryItem('a-thousand-threads')?.scenario as Scenario;
  const alone = threadRun(scenario);
  const cmgroup = alone?.cmgroup;
  if (alone === null || cmgroup?.kind !== 'stream')
    throw new Error('the scene of a thousand threads is a stream no more');
  const run = { ...alone, cmgroup: { ...cmgroup, policy: { ...cmgroup.policy, workers } } };
  return encodeLink({
    scenario: run,
    live: [],
    cursor: { at: 0, step: 0, event: 0, decision: 0 },
    branch: 1,
  });
}

/** CPU milliseconds of the main thread in each frame, during some seconds of playing. */
async function playedFrames(browser: Browser, address: string): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address);
  await page.locator('html[data-idle="true"]').waitFor({ state: 'attached', timeout: 60_000 });
  await page.evaluate(MARK_FRAMES);
  await page.keyboard.press('Space');
  await page.waitForTimeout(1_000);
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await page.waitForTimeout(SECONDS * 1_000);
  const trace = await browser.stopTracing();
  await checkPlayed(page);
  await page.close();
  return framesOf((JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }).traceEvents);
}

/** Throws if the run is paused, because the figures would be too good. */
async function checkPlayed(page: Page): Promise<void> {
  const playing = await page.getByRole('button', { name: /^Pause/ }).count();
  if (playing === 0) throw new Error('the run does not play');
}

const FRAME = 'bench-frame';
const MARK_FRAMES = `(() => {
  const mark = () => { performance.mark('${FRAME}'); requestAnimationFrame(mark); };
  requestAnimationFrame(mark);
})()`;

/** The used members of Chromium's trace events. Times in µs; `tdur` = CPU time of the thread. */
interface TraceEvent {
  name: string;
  ts: number;
  pid: ProcessId;
  tid: number;
  dur?: number;
  tdur?: number;
}

function framesOf(events: readonly TraceEvent[]): number[] {
  const marks = events.filter(({ name }) => name === FRAME).toSorted((a, b) => a.ts - b.ts);
  const [first] = marks;
  if (first === undefined) throw new Error('no frame was drawn');
  const frames = marks.map(() => 0);
  const tasks = events
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && pid === first.pid && tid === first.tid)
    .toSorted((a, b) => a.ts - b.ts);
  let frame = 0;
  for (const { ts, dur = 0, tdur } of tasks) {
    while ((marks[frame + 1]?.ts ?? Infinity) <= ts) frame++;
    if (ts >= first.ts) frames[frame] = (frames[frame] ?? 0) + (tdur ?? dur) / 1_000;
  }
  // The last frame is incomplete.
  return frames.slice(1, -1);
}
