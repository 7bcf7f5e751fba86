import type { CountStep, ThreadBands } from '../../protocol/thread-lanes.ts';
import type { Micros } from '../../protocol/units.ts';
import { xOf, type TimeWindow } from './time-scale.ts';
import { hundredths } from '../../charts/round.ts';

/** The count as a stepped area in a plot, and what of it lies above the limit. */
export interface CountPicture {
  /** Top of the axis: a whole number of threads. */
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

/** Limits above the largest count by more than this would press the picture against the floor. */
const HEADROOM = 1.15;

/** Each change by itself. */
export function countPicture(steps: readonly CountStep[], head: Micros, plot: Plot): CountPicture {
  const { window, width, height } = plot;
  const top = topOf(
    steps.map(({ runnable }) => runnable),
    steps.map(({ limit }) => limit),
  );
  const y = (value: number): number => height - (Math.min(value, top) / top) * height;
  const end = Math.min(window.to, head);
  const x = (at: Micros): number => clamp(xOf(window, width, at), width);
  const picture: CountPicture = { top, area: '', line: '', limit: '', over: [] };
  for (const [i, step] of steps.entries()) {
    const to = Math.min(end, steps[i + 1]?.at ?? end);
    if (to < window.from || step.at > window.to) continue;
    const left = x(step.at);
    const right = x(to);
    const level = hundredths(y(step.runnable));
    picture.line +=
      picture.line === ''
        ? `M${hundredths(left)} ${level}H${hundredths(right)}`
        : `V${level}H${hundredths(right)}`;
    picture.area +=
      picture.area === ''
        ? `M${hundredths(left)} ${height}V${level}H${hundredths(right)}`
        : `V${level}H${hundredths(right)}`;
    if (step.limit >= 0)
      picture.limit += `M${hundredths(left)} ${hundredths(y(step.limit))}H${hundredths(right)}`;
    if (step.limit >= 0 && step.runnable > step.limit && right > left)
      picture.over.push({
        x: left,
        width: right - left,
        y: y(step.runnable),
        height: y(step.limit) - y(step.runnable),
        by: step.runnable - step.limit,
      });
  }
  if (picture.area !== '') picture.area += `V${height}Z`;
  // The limit goes on into what is not known yet.
  const last = steps.at(-1);
  if (last !== undefined && last.limit >= 0)
    picture.limit += `M${hundredths(x(end))} ${hundredths(y(last.limit))}H${width}`;
  return picture;
}

/** Too many changes for single steps: lowest and highest of each column. */
export function bandPicture(bands: ThreadBands, head: Micros, plot: Plot): CountPicture {
  const { window, width, height } = plot;
  const top = topOf([...bands.high], [...bands.limit]);
  const y = (value: number): number => hundredths(height - (Math.min(value, top) / top) * height);
  const columns = bands.high.length;
  const known = Math.min(columns, Math.ceil((columns * (head - window.from)) / (window.to - window.from)));
  const picture: CountPicture = { top, area: '', line: '', limit: '', over: [] };
  let back = '';
  for (let i = 0; i < known; i++) {
    const left = hundredths((i * width) / columns);
    const right = hundredths(((i + 1) * width) / columns);
    const high = bands.high[i] ?? 0;
    const low = bands.low[i] ?? 0;
    const limit = bands.limit[i] ?? -1;
    picture.area += `${picture.area === '' ? `M${left} ${height}` : ''}V${y(low)}H${right}`;
    picture.line += `${picture.line === '' ? 'M' : 'L'}${left} ${y(high)}H${right}`;
    back = `L${right} ${y(low)}H${left}${back}`;
    if (limit >= 0) picture.limit += `M${left} ${y(limit)}H${right}`;
    if (limit >= 0 && high > limit)
      picture.over.push({
        x: left,
        width: right - left,
        y: y(high),
        height: y(limit) - y(high),
        by: high - limit,
      });
  }
  if (picture.area !== '') picture.area += `V${height}Z`;
  if (picture.line !== '') picture.line += `${back}Z`;
  return picture;
}

/** All that is above the limit as one path. */
export function overPath(over: CountPicture['over']): string {
  return over
    .map(
      ({ x, y, width, height }) =>
        `M${hundredths(x)} ${hundredths(y)}h${hundredths(Math.max(0.5, width))}v${hundredths(height)}h${hundredths(-Math.max(0.5, width))}z`,
    )
    .join('');
}

/** States as areas on top of each other, what counts at the bottom. */
export const BAND_ORDER = ['running', 'ready', 'blocked', 'held', 'waiting'] as const;

/** Outlines of the stacked areas, in the order of `BAND_ORDER`; `top` = threads at the upper edge. */
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
  const y = (value: number): number => hundredths(height - (value / top) * height);
  let up = '';
  let back = '';
  for (let i = 0; i < high.length; i++) {
    const left = hundredths((i * width) / high.length);
    const right = hundredths(((i + 1) * width) / high.length);
    up += `${i === 0 ? 'M' : 'L'}${left} ${y(high[i] ?? 0)}H${right}`;
    back = `L${right} ${y(low[i] ?? 0)}H${left}${back}`;
  }
  return up === '' ? '' : `${up}${back}Z`;
}

function topOf(counts: readonly number[], limits: readonly number[]): number {
  const most = counts.reduce((high, value) => Math.max(high, value), 0);
  const limit = limits.reduce((high, value) => Math.max(high, value), 0);
  // A limit far above everything (CV 64, three threads) is said in words: its line would only flatten the steps.
  const shown = limit > most * 4 && most > 0 ? most : Math.max(most, limit);
  return Math.max(1, Math.ceil(shown * HEADROOM));
}

function clamp(x: number, width: number): number {
  return Math.min(width, Math.max(0, x));
}
