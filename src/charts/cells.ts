import type { CellState, JobRow } from '../protocol/rows.ts';
import { coinsOf, earnsCoins, type CoinRun } from './coins.ts';

/**
 * Maximum number of entries drawn with one cell each. With more, each cell stands for a column of entries. With more
 * than this number times the slot cost, only proportions are drawn.
 */
const CELLS_MAX = 120;
/** Maximum number of dot columns for unread recipients. The card's footer has the exact number. */
const UNREAD_COLUMNS = 4;

const STATES: readonly CellState[] = ['d', 'f', 'b', 's', 'x'];

export interface CellMetrics {
  cell: number;
  gap: number;
  /** Gap between the coins and the columns below them. */
  coinGap: number;
  /** Maximum number of columns side by side. More columns form another band below, with its own coins. */
  columnsMax: number;
  /** Entries per column of a job that earns no coins; absent = 1. Used beside a run in which the job earns coins. */
  rows?: number;
}

export interface Place {
  x: number;
  y: number;
}

export interface CoinPlace extends Place {
  kind: CoinRun['kind'];
  number: number;
}

/** Places of the entries and coins of a card. With too many entries, only `bar` and `coinBar` are drawn. */
export interface CellBlock {
  width: number;
  height: number;
  cell: number;
  /** Entries per cell. */
  per: number;
  cells: Record<CellState, Place[]>;
  unread: Place[];
  coins: CoinPlace[];
  /** For too many entries: a bar divided by state of the entries, and a bar divided by runs of equal coins. */
  bar: { y: number; height: number; parts: { state: CellState; x: number; width: number }[] } | null;
  coinBar: { y: number; height: number; parts: (CoinRun & { x: number; width: number })[] } | null;
}

export type CellJob = Pick<
  JobRow,
  'cells' | 'counts' | 'cost' | 'read' | 'unread' | 'deliverySlotsAvailable' | 'spends'
>;

/** States of entries in order of selection. Above 240 entries, only counts are known, so equal states are grouped. */
function statesOf(job: Pick<JobRow, 'cells' | 'counts'>): CellState[] {
  if (job.cells !== '') return [...job.cells] as CellState[];
  return STATES.flatMap((state) => Array<CellState>(job.counts[state]).fill(state));
}

/** State of a cell that stands for several entries: busy if one of them is busy, otherwise the most frequent state. */
function dominant(states: readonly CellState[]): CellState {
  if (states.includes('b')) return 'b';
  let best: CellState = 's';
  let most = 0;
  for (const state of STATES) {
    const count = states.filter((s) => s === state).length;
    if (count > most) [best, most] = [state, count];
  }
  return best;
}

/** Places of all cells and coins of a job, with the top left corner of the block at 0,0. */
export function cellBlock(job: CellJob, metrics: CellMetrics): CellBlock {
  const cost = earnsCoins(job.cost) ? job.cost : (metrics.rows ?? 1);
  if (job.read > CELLS_MAX * (cost > 1 ? cost : 1)) return barBlock(job, cost, metrics);
  const per = job.read > CELLS_MAX ? cost : 1;
  const states = statesOf(job);
  const shown: CellState[] = [];
  for (let i = 0; i < states.length; i += per) {
    shown.push(per === 1 ? (states[i] as CellState) : dominant(states.slice(i, i + per)));
  }
  return placeCells(job, shown, per === 1 ? cost : 1, per, metrics);
}

function placeCells(
  job: CellJob,
  states: readonly CellState[],
  rows: number,
  per: number,
  metrics: CellMetrics,
): CellBlock {
  const { cell, gap, coinGap, columnsMax } = metrics;
  const pitch = cell + gap;
  const coins = coinsOf(job).flatMap((run) =>
    Array.from({ length: run.count }, () => ({ kind: run.kind, number: run.number })),
  );
  const coinSpace = earnsCoins(job.cost) || metrics.rows !== undefined ? cell + coinGap : 0;
  const columns = Math.ceil(states.length / rows);
  const widest = Math.max(1, columns, coins.length);
  const earns = coinSpace > 0;
  // Bands have equal lengths, because two columns below a full band would look like a separate object. Without coins a
  // column is one entry, and short rows of entries are easier to count than a long row.
  const bands = Math.ceil(widest / (earns ? columnsMax : Math.ceil(columnsMax / 2)));
  const inBand = Math.ceil(widest / bands);
  const dots = Math.min(Math.ceil(job.unread / per), UNREAD_COLUMNS * rows);
  // A job with fewer entries than a coin costs has a shorter column.
  const bandHeight = coinSpace + Math.min(rows, Math.max(1, states.length, dots)) * pitch - gap;
  const bandGap = earns ? coinGap + gap : gap;
  const bandTop = (column: number): number => Math.floor(column / inBand) * (bandHeight + bandGap);
  const at = (column: number): number => (column % inBand) * pitch;

  const cells: CellBlock['cells'] = { d: [], f: [], b: [], s: [], x: [] };
  states.forEach((state, i) => {
    const column = Math.floor(i / rows);
    cells[state].push({ x: at(column), y: bandTop(column) + coinSpace + (i % rows) * pitch });
  });
  const unread: Place[] = [];
  // Unread recipients are not entries yet, so there is a gap before them.
  const lastBand = Math.max(0, Math.ceil(columns / inBand) - 1);
  const used = columns === 0 ? 0 : (columns - lastBand * inBand) * pitch + gap * 2;
  for (let i = 0; i < dots; i += 1) {
    const x = used + Math.floor(i / rows) * pitch;
    unread.push({ x, y: bandTop(lastBand * inBand) + coinSpace + (i % rows) * pitch });
  }
  const unreadWidth = dots === 0 ? 0 : used + Math.ceil(dots / rows) * pitch - gap;
  return {
    width: Math.max(inBand * pitch - gap, unreadWidth, cell),
    height: bands * bandHeight + (bands - 1) * bandGap,
    cell,
    per,
    cells,
    unread,
    coins: coins.map((coin, i) => ({ ...coin, x: at(i), y: bandTop(i) })),
    bar: null,
    coinBar: null,
  };
}

function barBlock(job: CellJob, cost: number, metrics: CellMetrics): CellBlock {
  const { cell, gap, coinGap, columnsMax } = metrics;
  const width = columnsMax * (cell + gap) - gap;
  const coinHeight = earnsCoins(job.cost) ? cell / 2 : 0;
  const top = coinHeight === 0 ? 0 : coinHeight + coinGap;
  const height = Math.min(3, Math.max(2, cost)) * cell;
  const widths = shareOut(
    STATES.map((state) => job.counts[state]),
    width,
  );
  const runs = coinsOf(job);
  const coinWidths = shareOut(
    runs.map((run) => run.count),
    width,
  );
  const parts = STATES.map((state, i) => ({ state, ...(widths[i] as Span) })).filter(
    (part) => part.width > 0,
  );
  const coinParts = runs.map((run, i) => ({ ...run, ...(coinWidths[i] as Span) }));
  return {
    width,
    height: top + height,
    cell,
    per: 0,
    cells: { d: [], f: [], b: [], s: [], x: [] },
    unread: [],
    coins: [],
    bar: { y: top, height, parts },
    coinBar: coinParts.length === 0 ? null : { y: 0, height: coinHeight, parts: coinParts },
  };
}

interface Span {
  x: number;
  width: number;
}

/** Divides a length in proportion to counts. A count above 0 gets at least 2 px, at the expense of the longest part. */
function shareOut(counts: readonly number[], length: number): Span[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const widths = counts.map((count) => (count === 0 ? 0 : Math.max(2, (count / total) * length)));
  const over = widths.reduce((sum, w) => sum + w, 0) - length;
  const longest = widths.indexOf(Math.max(...widths));
  let x = 0;
  return widths.map((w, i) => {
    const width = i === longest && total > 0 ? w - over : w;
    x += width;
    return { x: x - width, width };
  });
}
