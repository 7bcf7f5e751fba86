/** Geometry and texts of the cost chart: converts measured points into lines. */
import type { CostOperation, CostPoint, CostStructure } from '../../protocol/timer-cost.ts';
import { csvLine } from '../../explain/csv.ts';
import type { Plot } from '../../plot/Frame.tsx';

const LOG_FROM = 2;
const LOG_TO = 6;

interface CostLine {
  structure: CostStructure;
  kind: 'measured' | 'theory';
  points: { x: number; y: number; pending: number; ns: number }[];
}

export interface CostPicture {
  lines: CostLine[];
  /** Labelled values of the axis in nanoseconds, one per power of ten. */
  rows: { y: number; text: string }[];
  columns: { x: number; text: string }[];
}

/** The growth of an operation by theory: log n or constant. */
function theory(structure: CostStructure, operation: CostOperation, pending: number): number {
  // A heap pop goes down log n rows; every other operation takes constant time on average. A push of a random key
  // climbs two rows on average; log n is its worst case.
  const pops = structure === 'heap' && (operation === 'expire' || operation === 'life');
  return pops ? Math.log2(pending) : 1;
}

/** The chart of one operation. Both axes are logarithmic: 10^2 to 10^6 timers, decades of the measured times. */
export function costPicture(
  points: readonly CostPoint[],
  operation: CostOperation,
  { left, top, width, height }: Pick<Plot, 'left' | 'top' | 'width' | 'height'>,
): CostPicture {
  const values = points.map((point) => point[operation]).filter((ns) => ns > 0);
  const low = Math.floor(Math.log10(Math.min(10, ...values)));
  const high = Math.max(low + 2, Math.ceil(Math.log10(Math.max(100, ...values))));
  const x = (pending: number): number =>
    left + ((Math.log10(pending) - LOG_FROM) / (LOG_TO - LOG_FROM)) * width;
  const y = (ns: number): number =>
    top + height * (1 - (Math.log10(Math.max(ns, 10 ** low)) - low) / (high - low));
  const lines: CostLine[] = [];
  for (const structure of ['wheel', 'heap'] as const) {
    const own = points
      .filter((point) => point.structure === structure)
      .toSorted((a, b) => a.pending - b.pending);
    const placed = own.map((point) => ({ pending: point.pending, ns: point[operation] }));
    const first = placed[0];
    if (first === undefined) continue;
    const place = (list: { pending: number; ns: number }[]) =>
      list.map((one) => ({ ...one, x: x(one.pending), y: y(one.ns) }));
    const scaled = first.ns / theory(structure, operation, first.pending);
    const said = placed.map(({ pending }) => ({
      pending,
      ns: scaled * theory(structure, operation, pending),
    }));
    lines.push({ structure, kind: 'theory', points: place(said) });
    lines.push({ structure, kind: 'measured', points: place(placed) });
  }
  const rows = Array.from({ length: high - low + 1 }, (_, i) => ({
    y: y(10 ** (low + i)),
    text: nanos(10 ** (low + i)),
  }));
  const columns = [100, 1000, 10_000, 100_000, 1_000_000].map((pending) => ({
    x: x(pending),
    text: short(pending),
  }));
  return { lines, rows, columns };
}

function short(n: number): string {
  return n >= 1_000_000 ? `${n / 1_000_000}M` : n >= 1000 ? `${n / 1000}k` : String(n);
}

/** A time as text: nanoseconds, or microseconds from a thousand nanoseconds on, with at most three digits. */
export function nanos(ns: number): string {
  if (ns >= 1000) return `${Number((ns / 1000).toPrecision(2))} µs`;
  return `${ns >= 10 ? Math.round(ns) : Number(ns.toPrecision(2))} ns`;
}

/** The measured points as a CSV file: one point per line, in nanoseconds. */
export function costCsv(points: readonly CostPoint[], wheel: { tick: number; size: number }): string {
  const head = [
    'structure',
    'tick_ms',
    'size',
    'pending',
    'add_ns',
    'cancel_ns',
    'expire_ns',
    'life_ns',
    'repeats',
  ];
  const lines = points.map(({ structure, pending, add, cancel, expire, life, repeats }) => [
    structure,
    structure === 'wheel' ? wheel.tick : '',
    structure === 'wheel' ? wheel.size : '',
    pending,
    ...[add, cancel, expire, life].map((ns) => ns.toFixed(2)),
    repeats,
  ]);
  return [head, ...lines].map(csvLine).join('');
}

/** Compares wheel and heap for an operation, at the largest size that both have. "" = nothing to compare yet. */
export function costVerdict(points: readonly CostPoint[], operation: CostOperation): string {
  const pending = Math.max(
    0,
    ...points.filter(({ structure }) => structure === 'heap').map((point) => point.pending),
  );
  const at = (structure: CostStructure): number =>
    points.find((point) => point.structure === structure && point.pending === pending)?.[operation] ?? 0;
  const wheel = at('wheel');
  const heap = at('heap');
  if (wheel === 0 || heap === 0) return '';
  const [cheap, other, factor] =
    wheel < heap ? ['wheel', 'heap', heap / wheel] : ['heap', 'wheel', wheel / heap];
  const found =
    factor < 1.2
      ? `With ${short(pending)} pending both cost about the same here.`
      : `With ${short(pending)} pending the ${cheap} is ${factor < 10 ? factor.toFixed(1) : Math.round(factor)} times cheaper than the ${other} here.`;
  return `${found} ${WHY[operation]}`;
}

const WHY: Record<CostOperation, string> = {
  add: 'A heap insert is O(log n) at worst, but a random key climbs two rows on average, which is constant. It can beat the wheel, which links a list and may arm a bucket.',
  cancel:
    'The heap only sets a flag. That is cheap, but the dead entry stays in memory until it is due. Removing it immediately would need a search of the whole heap. The wheel unlinks the entry immediately.',
  expire:
    'For each live timer a heap also pops nine cancelled ones, and each pop costs O(log n). The wheel has already unlinked the cancelled timers; it pays for cascades instead.',
  life: 'Add, cancel nine of ten, run the rest, as a mail server does with its timers. Cancels dominate the cost.',
};
