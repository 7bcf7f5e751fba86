import type { Page } from 'playwright';
import { groupDigits } from '../../src/scenario/digits.ts';
import { frameRows, type Measured, onBenchPage, quantile } from './parts/page.ts';
import type { BenchRow } from './parts/types.ts';

/**
 * The large timing wheel in Chromium, with 100 timers (drawn as tokens), 1,000 (as numbers), 10,000 and 100,000 (on a
 * canvas). Measures an animation frame from its start to its paint, while each frame shows another wake-up. `yardstickRatio`
 * is in frames of an empty page in the same run. `reference` is a frame at 60 per second.
 */
const TIMERS = [100, 1000, 10_000, 100_000] as const;
const FRAMES = 300;
/** Number of frames at the start that are not counted (tests/ui/frames.ts). */
const WARM = 30;
const FRAME_MS = 1000 / 60;

export function run(): Promise<BenchRow[]> {
  return onBenchPage('wheel-bench', async (page, empty) => {
    const rows: BenchRow[] = [];
    const cpu = await cpuClock(page);
    for (const timers of TIMERS) {
      // Sequential, because concurrent runs would share the processors.
      /* oxlint-disable no-await-in-loop */
      const before = await cpu();
      const measured: Measured = await page.evaluate(`measure(${timers}, ${FRAMES})`);
      const perFrame = ((await cpu()) - before) / (FRAMES + WARM);
      /* oxlint-enable no-await-in-loop */
      rows.push(...rowsOf(timers, measured, perFrame, empty));
    }
    return rows;
  });
}

/** Milliseconds of work of the page's main thread so far. Unlike the time of a frame, it does not grow on a busy machine. */
async function cpuClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
}

function rowsOf(timers: number, measured: Measured, cpu: number, empty: number): BenchRow[] {
  const row = frameRows('wheel-frames', `${groupDigits(timers)} timers`, empty);
  return [
    row('frame, median', quantile(measured.frames, 0.5), 'ms', null),
    row('main thread, CPU per frame', cpu, 'ms', FRAME_MS),
    row('frame, p95', quantile(measured.frames, 0.95), 'ms', FRAME_MS),
    row('between frames, p95', quantile(measured.intervals, 0.95), 'ms', null),
    row('long tasks', measured.longTasks, 'tasks', null),
  ];
}
