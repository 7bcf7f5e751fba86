import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { launchBrowser, onBuild, ROOT } from '../../src/cli/built-page.ts';
import { quantile } from './parts/page.ts';
import { cpuMs } from './parts/processor.ts';
import { measureTravel, type TravelFigures, travelScenario } from './travel/measure.ts';
import { measurePage, type PageFigures } from './travel/page.ts';
import type { BenchRow } from './parts/types.ts';
import { yardstickMs } from './parts/yardstick.ts';

/**
 * Time travel in a large run: a seek to any place, one step back, memory of keyframes and log, and the overhead of recording.
 * Measured in Node by processor time (with garbage collection and memory allocation), in Chromium's worker by wall time, and
 * on the built page. No other program steps a mail queue back, so the reference for the page is its goal.
 *
 * Recording overhead compares two runs in the same thread: one that only counts its events, and one as in a session
 * (keyframes; counts, kinds and indexes of events and decisions). Whole runs alternate, and the fastest of each counts. The
 * run without recording builds every event, too, so only the recording is compared. The log is written when it is first read,
 * by repeating its steps; that cost is measured separately.
 */
export async function run(): Promise<BenchRow[]> {
  const inNode = measureTravel(cpuMs);
  const node = rows('Node', inNode);
  const browser = await inChromium();
  if (browser === null) return node;
  return [
    ...node,
    ...rows("Chromium's worker", browser.worker),
    ...pageRows(browser.page, inNode.yardstickNs),
  ];
}

function rows(where: string, figures: TravelFigures): BenchRow[] {
  const row = (name: string, value: number, unit: string, reference: number | null = null): BenchRow => ({
    bench: 'timetravel',
    case: `${where}: ${name}`,
    value,
    unit,
    yardstickRatio: unit === 'ms' ? yardstickMs(value, figures.yardstickNs) : 0,
    reference,
  });
  const ms = (name: string, value: number, goal?: number): BenchRow => row(name, value, 'ms', goal);
  const seekGoal = GOALS.seek / yardstickMs(1, figures.yardstickNs);
  return [
    row('events', figures.events, 'events'),
    row('jobs', figures.jobs, 'jobs'),
    ms('run without recording', figures.bareMs),
    row('recording overhead', (figures.recordedMs / figures.bareMs - 1) * 100, '%'),
    ms('seek, median', quantile(figures.seek, 0.5)),
    ms('seek, p95', quantile(figures.seek, 0.95), seekGoal),
    ms('one step back, median', quantile(figures.back, 0.5)),
    ms('one step back, p95', quantile(figures.back, 0.95)),
    row('keyframes', figures.keyframes, 'keyframes'),
    row('memory of keyframes', figures.keyframeBytes / 1e6, 'MB'),
    ms('log, first reading of 500 events, median', quantile(figures.read, 0.5)),
    ms('log, first reading of 500 events, p95', quantile(figures.read, 0.95)),
    ms('log, first reading of all events', figures.readAllMs),
    row('memory of the log, fully read', figures.logBytes / 1e6, 'MB'),
  ];
}

function pageRows(figures: PageFigures, yardstickNs: number): BenchRow[] {
  const { backToPixels, dragging, draggingTask, tasks } = figures;
  const row = (name: string, value: number, unit: string, reference: number): BenchRow => ({
    bench: 'timetravel',
    case: `Page: ${name}`,
    value,
    unit,
    yardstickRatio: unit === 'ms' ? yardstickMs(value, yardstickNs) : 0,
    reference,
  });
  return [
    row('one step back until painted, median', quantile(backToPixels, 0.5), 'ms', GOALS.back),
    row('one step back until painted, p95', quantile(backToPixels, 0.95), 'ms', GOALS.back),
    row('dragging', dragging, 'pictures/s', GOALS.dragging),
    row('longest task, dragging (0 = none of 50 ms)', draggingTask, 'ms', GOALS.task),
    row('cancel of a search, worst of 5', tasks.cancel, 'ms', GOALS.cancel),
    row('longest task, scrolling the log', tasks.scrolling, 'ms', GOALS.task),
    row('longest task, filtering the log', tasks.filtering, 'ms', GOALS.task),
    row('longest task, searching the log', tasks.searching, 'ms', GOALS.task),
  ];
}

/**
 * Goals below which a reader does not notice the wait, used as `reference`. In milliseconds; `seek` in
 * yardstick-milliseconds, `dragging` in pictures per second.
 */
const GOALS = { back: 35, dragging: 60, cancel: 100, task: 50, seek: 25 };

async function inChromium(): Promise<{ worker: TravelFigures; page: PageFigures } | null> {
  const { server, address } = await serve();
  const browser = await launchBrowser().catch(() => null);
  try {
    const page = await browser?.newPage();
    if (page === undefined) return null;
    await page.goto(`${address}tests/bench/travel/page.html`);
    const worker = await page.evaluate(measureInWorker, `${address}tests/bench/travel/travel.worker.ts`);
    return { worker, page: await onBuild((url) => measurePage(page, `${url}/`, travelScenario())) };
  } finally {
    await browser?.close();
    server.kill();
  }
}

/** The development server, which compiles what the page requests. */
function serve(): Promise<{ server: ChildProcess; address: string }> {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const server = spawn(process.execPath, [vite, '--port', '5391'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 2],
  });
  return new Promise((resolve, reject) => {
    server.on('exit', (code) => reject(new Error(`vite ended with ${code}`)));
    let text = '';
    server.stdout?.on('data', (part: Buffer) => {
      text += part.toString();
      const address = /http:\/\/[^\s]+\//.exec(text)?.[0];
      if (address !== undefined) resolve({ server, address });
    });
  });
}

/** Runs in the page. */
function measureInWorker(url: string): Promise<TravelFigures> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(url, { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<TravelFigures>) => resolve(event.data));
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
  });
}
