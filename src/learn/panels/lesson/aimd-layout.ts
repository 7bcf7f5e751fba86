import type { Plot } from '../../../plot/Frame.tsx';
import { polyline, stepLine } from '../../../plot/paths.ts';
import { valueScale } from '../../../plot/scales.ts';
import type { FeedbackHistory } from '../../../protocol/inspect.ts';

/** Both windows after a report. */
export interface AimdPoint {
  failed: boolean;
  /** The window of the queue manager; 0 = dead. */
  window: number;
  /** The AIMD window after the same number of reports. */
  aimd: number;
}

export interface AimdBeside {
  points: AimdPoint[];
  /**
   * Number of concurrent deliveries that the server takes: the smallest number in flight at a failure, minus one.
   * Infinity without a failure.
   */
  takes: number;
}

/**
 * Compares the window of a destination with an AIMD window (additive increase, multiplicative decrease), as TCP uses it (RFC
 * 5681 §3.1): each success adds one divided by the window, a failure halves it. In this model a delivery fails when more are in
 * flight than the server took in the run. The reports of the run are not used, because they would halve the AIMD window for
 * connections that it had not made. Reports of earlier lives of the destination, and muted ones, are left out.
 */
export function aimdBeside({ events, rule, initialConcurrency }: FeedbackHistory): AimdBeside {
  const life = events.at(-1)?.life;
  const reports = events.filter((event) => event.life === life && !event.muted && event.sign !== 'revival');
  const failures = reports.filter(({ sign }) => sign === 'negative');
  const takes = Math.min(...failures.map(({ busy }) => busy)) - 1;
  let aimd = Math.max(1, initialConcurrency);
  const points = reports.map((event) => {
    aimd = Math.floor(aimd + 1e-9) > takes ? Math.max(1, aimd / 2) : aimd + 1 / aimd;
    return { failed: event.sign === 'negative', window: event[rule].window, aimd };
  });
  return { points, takes };
}

/** Maximum number of reports drawn. The latest reports are chosen. */
const DRAWN = 90;

export interface AimdChart {
  /** The queue manager's window as steps, and the AIMD window as a curve: SVG paths. */
  window: string;
  aimd: string;
  failures: { x: number; y: number }[];
  /** Integer window sizes with the heights of their lines. */
  ticks: { text: string; y: number }[];
  /** Heights of the two curve names, which are kept apart. */
  windowAt: number;
  aimdAt: number;
}

/** Least distance between the names, and from the plot to the failures, in units of 1/16 rem. */
const APART = 22;
const BELOW = 16;

/** Computes both curves in a plot. */
export function aimdChart(points: readonly AimdPoint[], plot: Plot): AimdChart {
  const some = points.slice(-DRAWN);
  const most = Math.max(2, ...some.map(({ window, aimd }) => Math.ceil(Math.max(window, aimd))));
  const { y, ticks } = valueScale(plot, most, { most: 8, whole: true });
  const x = (i: number): number => plot.left + (plot.width * i) / Math.max(1, some.length);
  const last = some.at(-1);
  const ends = [y(last?.window ?? 0), y(last?.aimd ?? 0)] as const;
  const push = Math.max(0, APART - Math.abs(ends[0] - ends[1])) / 2;
  const up = ends[0] <= ends[1] ? -push : push;
  return {
    window: stepLine(some.map((p, i) => ({ x: x(i), y: y(p.window), to: x(i + 1) }))),
    aimd: polyline(some.map((p, i) => ({ x: x(i + 1), y: y(p.aimd) }))),
    failures: some.flatMap((p, i) => (p.failed ? [{ x: x(i + 0.5), y: plot.bottom + BELOW }] : [])),
    ticks,
    windowAt: ends[0] + up,
    aimdAt: ends[1] - up,
  };
}
