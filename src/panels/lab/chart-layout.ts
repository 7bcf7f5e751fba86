/** Geometry of the laboratory's charts and structures: converts rows of a report into paths. */
import type { Millis } from '../../protocol/units.ts';
import {
  LAB_METRICS,
  type LabDesign,
  type LabHistory,
  type LabMetric,
  type LabReport,
} from '../../protocol/lab.ts';
import { csvLine } from '../../explain/csv.ts';
import { type Level, stepArea, stepLine } from '../../plot/paths.ts';
import { FINE } from '../../plot/values.ts';
import { roundUp } from '../../plot/ticks.ts';

export const CHART = { width: 300, height: 84, top: 6 } as const;

/** Top of the axis of a metric: equal for all designs, and round, so that a growing value moves it in steps. */
export function axisTop({ series }: LabHistory, metric: LabMetric): number {
  let most = 1;
  for (const columns of Object.values(series))
    for (const value of columns[metric]) most = Math.max(most, value);
  return roundUp(most * 1.02, FINE);
}

export interface ChartScale {
  /** Milliseconds at the right edge, and value at the top. */
  span: Millis;
  top: number;
}

export function chartX(at: Millis, { span }: ChartScale): number {
  return (at / span) * CHART.width;
}

export function chartY(value: number, { top }: ChartScale): number {
  return CHART.height - (value / top) * (CHART.height - CHART.top);
}

/** The samples of a column as levels: a counter keeps its value until it changes. The last sample marks the end. */
function levelsOfColumn(at: Float64Array, values: Float64Array, scale: ChartScale): Level[] {
  const levels: Level[] = [];
  for (let i = 0; i < at.length; i++) {
    const last = levels.at(-1);
    const x = chartX(at[i] ?? 0, scale);
    const y = chartY(values[i] ?? 0, scale);
    if (y === last?.y && i < at.length - 1) continue;
    if (last !== undefined) last.to = x;
    levels.push({ x, y });
  }
  return levels;
}

const digits = (value: number): string => value.toFixed(1);

/** The samples of a column as a line of steps. */
export function linePath(at: Float64Array, values: Float64Array, scale: ChartScale): string {
  return stepLine(levelsOfColumn(at, values, scale), digits);
}

/** The lines of one counter, one per design, all on one scale. */
export interface MetricPaths {
  scale: ChartScale;
  lines: Record<LabDesign, string>;
  areas: Record<LabDesign, string>;
}

/** All lines of a report. They are made once, because each chart draws all three designs. */
export function chartPaths({
  history,
  span,
}: Pick<LabReport, 'history' | 'span'>): Record<LabMetric, MetricPaths> {
  const { at, series } = history;
  const of = (metric: LabMetric): MetricPaths => {
    const scale = { span, top: axisTop(history, metric) };
    const each = (draw: typeof linePath): Record<LabDesign, string> => ({
      old: draw(at, series.old[metric], scale),
      proposed: draw(at, series.proposed[metric], scale),
      today: draw(at, series.today[metric], scale),
    });
    return { scale, lines: each(linePath), areas: each(areaPath) };
  };
  return Object.fromEntries(LAB_METRICS.map((metric) => [metric, of(metric)])) as Record<
    LabMetric,
    MetricPaths
  >;
}

function areaPath(at: Float64Array, values: Float64Array, scale: ChartScale): string {
  return stepArea(levelsOfColumn(at, values, scale), CHART.height, digits);
}

/**
 * Scans per second above which there is a storm. The reaper's wait allows five scans of the lists and five of the heap.
 */
const STORM_PER_SECOND = 20;

/** A storm: its interval in milliseconds, and the number of scans within. */
export interface Storm {
  from: number;
  to: number;
  scans: number;
  /** Number of scans before the storm began. */
  before: number;
}

/** Milliseconds over which the rate of scans is measured: two waits of the reaper. */
const STORM_WINDOW = 400;

/** Finds the intervals in which scans follow each other faster than `STORM_PER_SECOND`. */
export function stormsOf(at: Float64Array, purges: Float64Array): Storm[] {
  const storms: Storm[] = [];
  for (let i = 1, first = 0; i < at.length; i++) {
    const to = at[i] ?? 0;
    while (first < i - 1 && (at[first + 1] ?? 0) <= to - STORM_WINDOW) first++;
    const from = at[first] ?? 0;
    const scans = (purges[i] ?? 0) - (purges[first] ?? 0);
    if (to <= from || (scans * 1000) / Math.max(STORM_WINDOW, to - from) <= STORM_PER_SECOND) continue;
    const last = storms.at(-1);
    if (last !== undefined && from <= last.to) {
      last.to = to;
      last.scans = (purges[i] ?? 0) - last.before;
    } else storms.push({ from, to, scans, before: purges[first] ?? 0 });
  }
  return storms;
}

/** A row of the heap's array as pieces of equal state: row r has 2^r entries. */
export interface HeapRow {
  row: number;
  cells: number;
  pieces: { from: number; count: number; state: 'p' | 'r' }[];
}

/** Longest row whose entries are drawn one by one; in longer rows equal neighbours join. */
const HEAP_CELLS_MAX = 64;

/** The heap as rows of its array; `letters` is the array from the root, `p` pending and `r` completed. */
export function heapRows(letters: string): HeapRow[] {
  const rows: HeapRow[] = [];
  for (let row = 0, first = 0; first < letters.length; first = first * 2 + 1, row++) {
    const cells = letters.slice(first, first * 2 + 1);
    const pieces: HeapRow['pieces'] = [];
    for (let i = 0; i < cells.length; i++) {
      const state = cells[i] === 'p' ? 'p' : 'r';
      const last = pieces.at(-1);
      if (last?.state === state && first + 1 > HEAP_CELLS_MAX) last.count++;
      else pieces.push({ from: i, count: 1, state });
    }
    rows.push({ row, cells: first + 1, pieces });
  }
  return rows;
}

/** All samples as CSV: a line per instant, a column per design and counter. */
export function historyCsv({ at, series }: LabHistory): string {
  const columns = Object.entries(series).flatMap(([design, counters]) =>
    Object.entries(counters).map(([metric, values]) => ({ name: `${design}_${metric}`, values })),
  );
  const lines = Array.from(at, (ms, i) => [ms, ...columns.map(({ values }) => values[i] ?? 0)]);
  return [['at_ms', ...columns.map(({ name }) => name)], ...lines].map(csvLine).join('');
}
