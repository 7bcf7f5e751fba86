import { groupDigits } from '../../src/scenario/digits.ts';
import { frameRows, type Measured, onBenchPage, quantile } from './parts/page.ts';
import type { BenchRow } from './parts/types.ts';

/**
 * The large stage in Chromium, with 1,000, 10,000 and 100,000 jobs. Measures an animation frame from its start to its paint,
 * while each frame changes one of twenty jobs, and long tasks. `yardstickRatio` is in frames of an empty page in the same
 * run. `reference` is the budget.
 */
const GOALS_MS: readonly (readonly [jobs: number, p95: number])[] = [
  [1_000, 8],
  [10_000, 12],
  [100_000, 16],
];
const FRAMES = 300;

export function run(): Promise<BenchRow[]> {
  return onBenchPage('stage-bench', async (page, empty) => {
    const rows: BenchRow[] = [];
    for (const [jobs, goal] of GOALS_MS) {
      // One after another, because they would share the processors.
      // oxlint-disable-next-line no-await-in-loop
      const measured: Measured = await page.evaluate(`measure(${jobs}, ${FRAMES})`);
      rows.push(...rowsOf(jobs, goal, measured, empty));
    }
    return rows;
  });
}

function rowsOf(jobs: number, goal: number, measured: Measured, empty: number): BenchRow[] {
  const row = frameRows('stage', `${groupDigits(jobs)} jobs`, empty);
  return [
    row('frame, median', quantile(measured.frames, 0.5), 'ms', null),
    row('frame, p95', quantile(measured.frames, 0.95), 'ms', goal),
    row('between frames, p95', quantile(measured.intervals, 0.95), 'ms', null),
    row('long tasks', measured.longTasks, 'tasks', null),
  ];
}
