import type { CountStep, ThreadBands } from '../../protocol/thread-lanes.ts';
import type { Micros } from '../../protocol/units.ts';
import type { TimeWindow } from '../../plot/time-window.ts';
import { xOf } from './time-scale.ts';
import {
  boxesPath,
  hundredths,
  type Level,
  levelsOf,
  stepArea,
  stepBand,
  stepLine,
} from '../../plot/paths.ts';

/** Paths of the count and its limit in a plot; `over` = the stretches above the limit. */
export interface CountPicture {
  /** Largest number of threads on the axis. */
  top: number;
  area: string;
  line: string;
  limit: string;
  over: { x: number; width: number; y: number; height: number; by: number }[];
}

interface Plot {
  window: TimeWindow;
  width: number;
  height: number;
}

/** Height of the axis, as a multiple of the largest value. */
const HEADROOM = 1.15;

/** Lays out a step for each change of the count. */
export function countPicture(steps: readonly CountStep[], head: Micros, plot: Plot): CountPicture {
  const { window, width, height } = plot;
  const top = topOf(
    steps.map(({ runnable }) => runnable),
    steps.map(({ limit }) => limit),
  );
  const y = (value: number): number => height - (Math.min(value, top) / top) * height;
  const end = Math.min(window.to, head);
  const x = (at: Micros): number => clamp(xOf(window, width, at), width);
  const counts: Level[] = [];
  const limits: Level[] = [];
  const over: CountPicture['over'] = [];
  for (const [i, step] of steps.entries()) {
    const to = Math.min(end, steps[i + 1]?.at ?? end);
    if (to < window.from || step.at > window.to) continue;
    const place = { x: x(step.at), to: x(to) };
    counts.push({ ...place, y: y(step.runnable) });
    if (step.limit < 0) continue;
    limits.push({ ...place, y: y(step.limit), apart: true });
    if (place.to > place.x) over.push(...excess(place, step.runnable, step.limit, y));
  }
  // Extend the last limit into the future.
  const last = steps.at(-1);
  if (last !== undefined && last.limit >= 0)
    limits.push({ x: x(end), to: width, y: y(last.limit), apart: true });
  return {
    top,
    area: stepArea(counts, height, hundredths),
    line: stepLine(counts, hundredths),
    limit: stepLine(limits, hundredths),
    over,
  };
}

function excess(
  { x, to }: { x: number; to: number },
  count: number,
  limit: number,
  y: (value: number) => number,
): CountPicture['over'] {
  if (count <= limit) return [];
  return [{ x, width: to - x, y: y(count), height: y(limit) - y(count), by: count - limit }];
}

/** Lays out very many changes: the lowest and highest count of each column. */
export function bandPicture(bands: ThreadBands, head: Micros, plot: Plot): CountPicture {
  const { window, width, height } = plot;
  const top = topOf([...bands.high], [...bands.limit]);
  const y = (value: number): number => hundredths(height - (Math.min(value, top) / top) * height);
  const columns = bands.high.length;
  const known = Math.min(columns, Math.ceil((columns * (head - window.from)) / (window.to - window.from)));
  const high: Level[] = [];
  const low: Level[] = [];
  const limits: Level[] = [];
  const over: CountPicture['over'] = [];
  for (let i = 0; i < known; i++) {
    const place = { x: hundredths((i * width) / columns), to: hundredths(((i + 1) * width) / columns) };
    const most = bands.high[i] ?? 0;
    const limit = bands.limit[i] ?? -1;
    high.push({ ...place, y: y(most) });
    low.push({ ...place, y: y(bands.low[i] ?? 0) });
    if (limit < 0) continue;
    limits.push({ ...place, y: y(limit), apart: true });
    over.push(...excess(place, most, limit, y));
  }
  return {
    top,
    area: stepArea(low, height, hundredths),
    line: stepBand(high, low, hundredths),
    limit: stepLine(limits, hundredths),
    over,
  };
}

/** The stretches above the limit as one path. */
export function overPath(over: CountPicture['over']): string {
  return boxesPath(over.map((box) => ({ ...box, width: Math.max(0.5, box.width) })));
}

/** States as stacked areas, the counted ones at the bottom. */
export const BAND_ORDER = ['running', 'ready', 'blocked', 'held', 'waiting'] as const;

/** Outlines of the stacked areas. `top` = threads at the upper edge. */
export function stackedBands(
  bands: ThreadBands,
  top: number,
  width: number,
  height: number,
): { state: (typeof BAND_ORDER)[number]; d: string }[] {
  const columns = bands.high.length;
  let floor = new Float64Array(columns);
  return BAND_ORDER.map((state) => {
    const ceiling = floor.map((value, i) => value + (bands[state][i] ?? 0));
    const d = outline(floor, ceiling, Math.max(1, top), width, height);
    floor = ceiling;
    return { state, d };
  });
}

function outline(low: Float64Array, high: Float64Array, top: number, width: number, height: number): string {
  const x = (column: number): number => (column * width) / high.length;
  const y = (value: number): number => height - (value / top) * height;
  return stepBand(levelsOf(high, x, y), levelsOf(low, x, y), hundredths);
}

function topOf(counts: readonly number[], limits: readonly number[]): number {
  const most = counts.reduce((high, value) => Math.max(high, value), 0);
  const limit = limits.reduce((high, value) => Math.max(high, value), 0);
  // A limit far above the count, such as CV 64 for three threads, would flatten the steps, so only its figure is shown.
  const shown = limit > most * 4 && most > 0 ? most : Math.max(most, limit);
  return Math.max(1, Math.ceil(shown * HEADROOM));
}

function clamp(x: number, width: number): number {
  return Math.min(width, Math.max(0, x));
}
