import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { build, preview } from 'vite';
import type { BenchRow } from './types.ts';

/**
 * The stage at size, in Chromium: time of an animation frame from its start to its paint while every twentieth job
 * changes in each, and long tasks, at 1,000, 10,000 and 100,000 jobs. The page is built for production: React for
 * development is several times slower. `yardstickRatio` is in frames of an empty page of the same run; `reference` is
 * the budget.
 */
const GOALS_MS: readonly (readonly [jobs: number, p95: number])[] = [
  [1_000, 8],
  [10_000, 12],
  [100_000, 16],
];
const FRAMES = 300;

interface Measured {
  frames: number[];
  intervals: number[];
  longTasks: number;
}

/** Builds the page, opens it, and measures each size. */
export async function run(): Promise<BenchRow[]> {
  const root = fileURLToPath(new URL('../../../tests/ui/', import.meta.url));
  const outDir = mkdtempSync(join(tmpdir(), 'stage-bench-'));
  const common = { root, configFile: false, logLevel: 'error', base: './' } as const;
  await build({
    ...common,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      rollupOptions: { input: join(root, 'stage-bench.html') },
    },
  });
  const server = await preview({ ...common, build: { outDir }, preview: { port: 0, strictPort: false } });
  const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(installed === undefined ? {} : { executablePath: installed }),
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 620 } });
    const address = server.resolvedUrls?.local[0] ?? '';
    await page.goto('about:blank');
    const empty = await page.evaluate(EMPTY_FRAME);
    await page.goto(`${address}stage-bench.html`);
    const rows: BenchRow[] = [];
    for (const [jobs, goal] of GOALS_MS) {
      const measured: Measured = await page.evaluate(`measure(${jobs}, ${FRAMES})`);
      rows.push(...rowsOf(jobs, goal, measured, empty));
    }
    return rows;
  } finally {
    await browser.close();
    await new Promise<void>((resolve) => {
      server.httpServer.close(() => resolve());
    });
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** Time of a frame of an empty page, median of 60: what the browser costs without us. */
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

function rowsOf(jobs: number, goal: number, measured: Measured, empty: number): BenchRow[] {
  const row = (name: string, value: number, unit: string, reference: number | null): BenchRow => ({
    bench: 'stage',
    case: `${jobs.toLocaleString('en')} jobs, ${name}`,
    value,
    unit,
    yardstickRatio: unit === 'ms' ? value / Math.max(0.05, empty) : 0,
    reference,
  });
  return [
    row('frame, median', quantile(measured.frames, 0.5), 'ms', null),
    row('frame, p95', quantile(measured.frames, 0.95), 'ms', goal),
    row('between frames, p95', quantile(measured.intervals, 0.95), 'ms', null),
    row('long tasks', measured.longTasks, 'tasks', null),
  ];
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
