import { formatShare, formatSpanDigits } from '../../explain/figures.ts';
import { formatCount } from '../../explain/format.ts';
import type { PolicyFigures } from '../../protocol/policies.ts';
import type { Micros } from '../../protocol/units.ts';

export interface FigureRow {
  name: string;
  value: (figures: PolicyFigures, cpus: number) => number;
  text: (value: number) => string;
  /** 1 = the larger value is better, −1 = the smaller, 0 = neither. */
  better: 1 | -1 | 0;
  /** Percent of ink in the grey that the figure has in the bar of CPU time. */
  ink?: number;
}

const count = (n: number): string => formatCount(Math.round(n));
const share = (time: Micros, f: PolicyFigures, cpus: number): number =>
  f.makespan > 0 ? time / (f.makespan * cpus) : 0;

export const FIGURE_ROWS: readonly FigureRow[] = [
  { name: 'useful', value: (f) => f.useful, text: formatShare, better: 1, ink: 100 },
  {
    name: 'switching',
    value: (f, n) => share(f.switchTime, f, n),
    text: formatShare,
    better: 0,
    ink: 58,
  },
  {
    name: 'contention',
    value: (f, n) => share(f.contentionTime, f, n),
    text: formatShare,
    better: 0,
    ink: 28,
  },
  { name: 'idle', value: (f) => Math.max(0, 1 - f.busy), text: formatShare, better: 0, ink: 8 },
  { name: 'finished per second', value: (f) => f.throughput, text: count, better: 1 },
  { name: 'latency, mean', value: (f) => f.mean, text: formatSpanDigits, better: -1 },
  { name: 'latency, 99th percentile', value: (f) => f.p99, text: formatSpanDigits, better: -1 },
  { name: 'over the limit, at most', value: (f) => f.maxOvershoot, text: count, better: -1 },
  { name: 'switches with cost', value: (f) => f.dispatches, text: count, better: -1 },
  { name: 'lost to switching', value: (f) => f.switchTime, text: formatSpanDigits, better: -1 },
  { name: 'lost to contention', value: (f) => f.contentionTime, text: formatSpanDigits, better: -1 },
  { name: 'spurious wake-ups', value: (f) => f.spurious, text: count, better: -1 },
  { name: 'pending, at most', value: (f) => f.maxPending, text: count, better: -1 },
];

/** The rows of a run. With several classes of requests, the mean latency of each class follows the common latency. */
export function figureRows({ classes }: PolicyFigures): readonly FigureRow[] {
  const after = FIGURE_ROWS.findIndex(({ name }) => name === 'latency, 99th percentile') + 1;
  const own = classes.map(
    ({ name }, kind): FigureRow => ({
      name: `latency, mean of ${name} requests`,
      value: (figures) => figures.classes[kind]?.mean ?? 0,
      text: formatSpanDigits,
      better: -1,
    }),
  );
  return [...FIGURE_ROWS.slice(0, after), ...own, ...FIGURE_ROWS.slice(after)];
}

/** True if this is the row's best value. Values with the same text count as equal; if all are equal, none is best. */
export function isBest(row: FigureRow, mine: number, all: readonly number[]): boolean {
  if (row.better === 0) return false;
  const best = row.better > 0 ? Math.max(...all) : Math.min(...all);
  const text = row.text(best);
  return row.text(mine) === text && all.some((one) => row.text(one) !== text);
}
