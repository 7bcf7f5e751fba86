import type { Shape, Shapes } from '../../protocol/predict.ts';
import type { Seconds } from '../../../protocol/units.ts';
import { type Counting, type Outcome, quantile } from './figures.ts';

/** Number of points of a curve: at 0, 5 … 100 %. */
const POINTS = 21;
/** Number of equal parts of the time in which mail arrives. */
const PIECES = 24;
const MINUTE: Seconds = 60;

/** Arrival of each recipient's mail, seconds after the first arrival. */
export interface Arrivals {
  at: Float64Array;
  /** Seconds from the first to the last arrival. */
  over: Seconds;
}

/** The curves of a class over several runs. */
export interface ClassShapes {
  curves: Shapes;
  times: Shapes;
}

/** Curves of all mail, then of each class. */
export function shapesOf(
  outcomes: readonly Outcome[],
  counting: Counting,
  arrivals: Arrivals,
): ClassShapes[] {
  const runs = {
    b: outcomes.map(({ b }) => rowsOf(b, counting, arrivals)),
    total: outcomes.map(({ total }) => rowsOf(total, counting, arrivals)),
  };
  return Array.from({ length: counting.classes + 1 }, (_, i) => {
    const of = (kind: keyof Rows): Shapes => ({
      b: shape(runs.b.map((rows) => rows[i]?.[kind] ?? [])),
      total: shape(runs.total.map((rows) => rows[i]?.[kind] ?? [])),
    });
    return { curves: of('curve'), times: of('time') };
  });
}

/** Most recipients accepted within one minute. */
export function busiestMinute({ total }: Outcome, { at }: Arrivals): number {
  const there = Float64Array.from(total, (took, r) => (at[r] ?? 0) + took)
    .filter((instant) => !Number.isNaN(instant))
    .sort();
  let [most, first] = [0, 0];
  for (const [i, instant] of there.entries()) {
    while (instant - (there[first] ?? instant) > MINUTE) first++;
    most = Math.max(most, i - first + 1);
  }
  return most;
}

interface Rows {
  curve: Seconds[];
  time: Seconds[];
}

/** One figure of one run: of all mail, then of each class. */
function rowsOf(
  values: Float64Array,
  { classOf, classes, counted }: Counting,
  { at, over }: Arrivals,
): Rows[] {
  const own = Array.from({ length: classes + 1 }, () => ({
    all: [] as number[],
    pieces: Array.from({ length: PIECES }, () => [] as number[]),
  }));
  for (const [r, value] of values.entries()) {
    if (Number.isNaN(value) || counted[r] === 0) continue;
    const piece = Math.min(
      PIECES - 1,
      Math.max(0, Math.floor((PIECES * (at[r] ?? 0)) / Math.max(1e-6, over))),
    );
    for (const of of classOf[r] === 0 ? [0] : [0, classOf[r] ?? 0]) {
      own[of]?.all.push(value);
      own[of]?.pieces[piece]?.push(value);
    }
  }
  return own.map(({ all, pieces }) => {
    const sorted = Float64Array.from(all).sort();
    return {
      curve: Array.from({ length: POINTS }, (_, i) => quantile(sorted, i / (POINTS - 1))),
      time: pieces.map((piece) =>
        piece.length === 0 ? Number.NaN : quantile(Float64Array.from(piece).sort(), 0.9),
      ),
    };
  });
}

function shape(runs: readonly Seconds[][]): Shape {
  const at = (pick: (sorted: Float64Array) => number): Seconds[] =>
    (runs[0] ?? []).map((_, i) => {
      const sorted = Float64Array.from(runs, (run) => run[i] ?? Number.NaN)
        .filter((value) => !Number.isNaN(value))
        .sort();
      return sorted.length === 0 ? Number.NaN : pick(sorted);
    });
  return {
    middle: at((sorted) => quantile(sorted, 0.5)),
    low: at((sorted) => sorted[0] ?? 0),
    high: at((sorted) => sorted.at(-1) ?? 0),
  };
}
