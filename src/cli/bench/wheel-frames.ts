import { type Measured, onBuiltPage, quantile } from './page.ts';
import type { BenchRow } from './types.ts';

/**
 * The large timing wheel at size, in Chromium: time of an animation frame from its start to its paint while each frame
 * brings another wake-up, with 100 timers (tokens), 1,000 (numbers), 10,000 and 100,000 (canvas). `yardstickRatio` is in
 * frames of an empty page of the same run; `reference` is a frame at 60 a second.
 */
const TIMERS = [100, 1000, 10_000, 100_000] as const;
const FRAMES = 300;
const FRAME_MS = 1000 / 60;

/** Builds the page, opens it, and measures each size. */
export function run(): Promise<BenchRow[]> {
  return onBuiltPage('wheel-bench', async (page, empty) => {
    const rows: BenchRow[] = [];
    for (const timers of TIMERS) {
      // One after the other: they would share the machine.
      // oxlint-disable-next-line no-await-in-loop
      const measured: Measured = await page.evaluate(`measure(${timers}, ${FRAMES})`);
      rows.push(...rowsOf(timers, measured, empty));
    }
    return rows;
  });
}

function rowsOf(timers: number, measured: Measured, empty: number): BenchRow[] {
  const row = (name: string, value: number, unit: string, reference: number | null): BenchRow => ({
    bench: 'wheel-frames',
    case: `${timers.toLocaleString('en')} timers, ${name}`,
    value,
    unit,
    yardstickRatio: unit === 'ms' ? value / Math.max(0.05, empty) : 0,
    reference,
  });
  return [
    row('frame, median', quantile(measured.frames, 0.5), 'ms', null),
    row('frame, p95', quantile(measured.frames, 0.95), 'ms', FRAME_MS),
    row('between frames, p95', quantile(measured.intervals, 0.95), 'ms', null),
    row('long tasks', measured.longTasks, 'tasks', null),
  ];
}
