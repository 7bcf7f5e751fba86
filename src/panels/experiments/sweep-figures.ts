import { csvLine } from '../../explain/csv.ts';
import type { SweepFigures } from '../../protocol/experiments.ts';
import { MICROS_PER_SECOND } from '../../protocol/units.ts';

/** Classes of messages by number of recipients. `to` 0 = no upper end. */
export const SIZE_CLASSES: readonly { from: number; to: number; text: string }[] = [
  { from: 1, to: 1, text: '1 recipient' },
  { from: 2, to: 9, text: '2 to 9' },
  { from: 10, to: 99, text: '10 to 99' },
  { from: 100, to: 0, text: '100 and more' },
];

/** Number, mean and percentiles of waits, in seconds. */
export interface Spread {
  count: number;
  mean: number;
  p10: number;
  p25: number;
  p50: number;
  p75: number;
  p90: number;
}

/** Figures of all runs of one point. */
export interface PointFigures {
  runs: number;
  /** Waits by size class; null for a class without messages. */
  sizes: (Spread | null)[];
  all: Spread | null;
  /** Recipients per second: mean of the runs, lowest and highest run. */
  throughput: { mean: number; low: number; high: number };
  /** Share of the tried recipients that were deferred, 0 to 1. */
  deferred: number;
  unserved: number;
  events: number;
}

/** Figures of a point; null if it has no runs. */
export function pointFigures(runs: readonly SweepFigures[]): PointFigures | null {
  if (runs.length === 0) return null;
  const waits: number[][] = SIZE_CLASSES.map(() => []);
  for (const run of runs) {
    run.waits.forEach((wait, i) => waits[classOf(run.recipients[i] ?? 1)]?.push(wait / MICROS_PER_SECOND));
  }
  const rates = runs.map(({ throughput }) => throughput);
  const sum = (pick: (run: SweepFigures) => number): number => runs.reduce((all, run) => all + pick(run), 0);
  const tried = sum(({ delivered, deferred }) => delivered + deferred);
  return {
    runs: runs.length,
    sizes: waits.map(spreadOf),
    all: spreadOf(waits.flat()),
    throughput: {
      mean: rates.reduce((all, rate) => all + rate, 0) / rates.length,
      low: Math.min(...rates),
      high: Math.max(...rates),
    },
    deferred: tried === 0 ? 0 : sum(({ deferred }) => deferred) / tried,
    unserved: sum(({ unserved }) => unserved),
    events: sum(({ events }) => events),
  };
}

function classOf(recipients: number): number {
  return SIZE_CLASSES.findLastIndex(({ from }) => recipients >= from);
}

/** Percentiles by the nearest rank; null if there are no values. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return {
    count: sorted.length,
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    p10: at(0.1),
    p25: at(0.25),
    p50: at(0.5),
    p75: at(0.75),
    p90: at(0.9),
  };
}

const SPREAD: readonly (keyof Spread)[] = ['count', 'mean', 'p10', 'p25', 'p50', 'p75', 'p90'];

/** CSV with one line for each point and size class; waits in seconds. */
export function sweepCsv(
  names: { x: string; y: string },
  rows: readonly { x: string; y: string; figures: PointFigures }[],
): string {
  const head = [
    names.x,
    names.y,
    'runs',
    'throughput_per_s',
    'deferred_share',
    'unserved',
    'recipients_from',
    'recipients_to',
  ];
  const lines = rows.flatMap(({ x, y, figures }) => {
    const { runs, throughput, deferred, unserved, sizes, all } = figures;
    const start = [x, y, runs, throughput.mean, deferred, unserved];
    const parts = [
      { from: 1, to: 0, spread: all },
      ...sizes.map((spread, i) => ({ ...(SIZE_CLASSES[i] ?? { from: 1, to: 0 }), spread })),
    ];
    return parts
      .filter(({ spread }) => spread !== null)
      .map(({ from, to, spread }) => [
        ...start,
        from,
        to === 0 ? '' : to,
        ...SPREAD.map((key) => spread?.[key] ?? ''),
      ]);
  });
  return [
    [
      ...head.filter((name) => name !== ''),
      ...SPREAD.map((key) => `wait_${key}${key === 'count' ? '' : '_s'}`),
    ],
    ...lines,
  ]
    .map((cells, i) => (i > 0 && names.y === '' ? cells.filter((_, k) => k !== 1) : cells))
    .map(csvLine)
    .join('');
}
