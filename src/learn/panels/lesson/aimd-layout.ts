import type { Size } from '../../../charts/useSize.ts';
import { polyline, stepLine } from '../../../plot/paths.ts';
import { wholeTicks } from '../../../plot/values.ts';
import type { FeedbackHistory } from '../../../protocol/inspect.ts';

/** One report about the window of the queue manager, and one about the other. */
export interface AimdPoint {
  failed: boolean;
  /** The window of the queue manager; 0 = dead. */
  window: number;
  /** A congestion window after as many reports. */
  aimd: number;
}

export interface AimdBeside {
  points: AimdPoint[];
  /** Deliveries at once that the server takes: one less than were under way at any failure. Infinity without a failure. */
  takes: number;
}

/**
 * The window of a destination beside one that is moved by additive increase and multiplicative decrease (AIMD), as TCP
 * avoids congestion (RFC 5681 §3.1): each success adds one divided by the window, a failure halves it. It is a model: its
 * deliveries fail when there are more of them than the server took in the run. To let it hear the reports of the run was
 * tried and is wrong: it would be halved for connections that it had not made. Reports of earlier lives of the
 * destination, and muted ones, are left out.
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

/** Reports drawn: the latest ones. */
const DRAWN = 90;

export interface AimdChart {
  /** Steps of the queue manager’s window, and the curve of the other, as SVG paths. */
  window: string;
  aimd: string;
  failures: { x: number; y: number }[];
  /** Whole windows with their heights. */
  ticks: { text: string; y: number }[];
  left: number;
  right: number;
  bottom: number;
  /** Where the names of the curves stand, apart from each other. */
  windowAt: number;
  aimdAt: number;
}

/** Room for the names at the right, and between them, in rem. */
const NAMES = 7.5;
const APART = 1.375;

/** Both curves in a box. */
export function aimdChart(points: readonly AimdPoint[], { width, height, rem }: Size): AimdChart {
  const some = points.slice(-DRAWN);
  const [left, right, top, bottom] = [2.125 * rem, width - NAMES * rem, 0.75 * rem, height - 2.125 * rem];
  const most = Math.max(2, ...some.map(({ window, aimd }) => Math.ceil(Math.max(window, aimd))));
  const x = (i: number): number => left + ((right - left) * i) / Math.max(1, some.length);
  const y = (value: number): number => bottom - ((bottom - top) * value) / most;
  const last = some.at(-1);
  const ends = [y(last?.window ?? 0), y(last?.aimd ?? 0)] as const;
  const push = Math.max(0, APART * rem - Math.abs(ends[0] - ends[1])) / 2;
  const up = ends[0] <= ends[1] ? -push : push;
  return {
    window: stepLine(some.map((p, i) => ({ x: x(i), y: y(p.window), to: x(i + 1) }))),
    aimd: polyline(some.map((p, i) => ({ x: x(i + 1), y: y(p.aimd) }))),
    failures: some.flatMap((p, i) => (p.failed ? [{ x: x(i + 0.5), y: bottom + rem }] : [])),
    ticks: wholeTicks(most, 8).map((window) => ({ text: String(window), y: y(window) })),
    left,
    right,
    bottom,
    windowAt: ends[0] + up,
    aimdAt: ends[1] - up,
  };
}
