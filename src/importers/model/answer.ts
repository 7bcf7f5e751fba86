import type { Answer, ClassAnswer, ClassFigures, Quantiles, RunFigures } from '../../protocol/predict.ts';
import { figuresOf, type Outcome, quantile } from './figures.ts';
import { beyondOf, type Load } from './loads.ts';

/** Points of a curve: 0, 5 … 100 per cent. */
const POINTS = 21;

/** One run of a variant: `sameDay` = each recipient had the luck of the record. */
export interface Run {
  outcome: Outcome;
  sameDay: boolean;
}

/**
 * Runs of one variant as one answer: medians of those of the same day, and how far all of them reach. `seen`: what each of the servers
 * was asked for in the record.
 */
export function answerOf(
  runs: readonly Run[],
  classOf: Uint16Array,
  names: readonly string[],
  { servers, seen }: { servers: readonly string[]; seen: readonly Load[] },
): Answer {
  const classes = names.length;
  const figures = runs.map(({ outcome }) => figuresOf(outcome, classOf, classes));
  const same = figures.filter((_, i) => runs[i]?.sameDay === true);
  const curves = runs.map(({ outcome }) => curvesOf(outcome, classOf, classes));
  const of = (pick: (figures: RunFigures) => ClassFigures, place: number): ClassAnswer =>
    classAnswer(
      same.map(pick),
      figures.map(pick),
      curves.map((own) => own[place] ?? []),
    );
  const empties = figures.map(({ empty }) => empty);
  return {
    classes: Array.from({ length: classes }, (_, i) => of((one) => one.classes[i] as ClassFigures, i + 1)),
    all: of((one) => one.all, 0),
    empty: middle(same.map(({ empty }) => empty)),
    emptyInterval: reach(empties),
    inFlight: middle(same.map(({ inFlight }) => inFlight)),
    beyond: beyondOf(servers, seen, most(runs)),
  };
}

function classAnswer(same: ClassFigures[], all: ClassFigures[], curves: number[][]): ClassAnswer {
  // What is counted is told as it is to be expected: a tenth of a recipient is one run of ten.
  const count = (pick: (figures: ClassFigures) => number): number =>
    Math.round(10 * mean(same.map(pick))) / 10;
  const of = (pick: (figures: ClassFigures) => Quantiles): Quantiles => {
    const quantiles = same.map(pick);
    const at = (name: keyof Quantiles): number => middle(quantiles.map((one) => one[name]));
    return { p10: at('p10'), p50: at('p50'), p90: at('p90'), p99: at('p99'), max: at('max') };
  };
  const points = (pick: (values: number[]) => number): number[] =>
    Array.from({ length: POINTS }, (_, i) => pick(curves.map((curve) => curve[i] ?? 0)));
  return {
    recipients: count(({ recipients }) => recipients),
    deliveredFirst: count(({ deliveredFirst }) => deliveredFirst),
    deferredFirst: count(({ deferredFirst }) => deferredFirst),
    bounced: count(({ bounced }) => bounced),
    open: count(({ open }) => open),
    b: of(({ b }) => b),
    total: of(({ total }) => total),
    interval: { p50: reach(all.map(({ b }) => b.p50)), p90: reach(all.map(({ b }) => b.p90)) },
    spread: {
      b: within(all.map(({ b }) => b.p50)),
      total: within(all.map(({ total }) => total.p50)),
      deferred: within(all.map(deferredShare)),
    },
    reach: {
      b: reach(all.map(({ b }) => b.p50)),
      total: reach(all.map(({ total }) => total.p50)),
      deferred: reach(all.map(deferredShare)),
    },
    doubt: null,
    curve: points(middle),
    low: points((values) => Math.min(...values)),
    high: points((values) => Math.max(...values)),
  };
}

/** Per cent. */
function deferredShare({ deferredFirst, recipients }: ClassFigures): number {
  return (100 * deferredFirst) / Math.max(1, recipients);
}

/** b at 0 to 100 per cent: of all mail, then of each class. */
function curvesOf(outcome: Outcome, classOf: Uint16Array, classes: number): number[][] {
  const own: number[][] = Array.from({ length: classes + 1 }, () => []);
  for (const [r, b] of outcome.b.entries()) {
    if (Number.isNaN(b)) continue;
    own[0]?.push(b);
    if (classOf[r] !== 0) own[classOf[r] as number]?.push(b);
  }
  return own.map((values) => {
    const sorted = Float64Array.from(values).sort();
    return Array.from({ length: POINTS }, (_, i) => quantile(sorted, i / (POINTS - 1)));
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** From a tenth to nine tenths. */
function within(values: readonly number[]): [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  return [quantile(sorted, 0.1), quantile(sorted, 0.9)];
}

/** Medians over the runs of what each server was asked for. */
function most(runs: readonly Run[]): Load[] {
  const [first] = runs;
  return (first?.outcome.loads ?? []).map((_, i) => ({
    most: middle(runs.map(({ outcome }) => outcome.loads[i]?.most ?? 0)),
    minute: middle(runs.map(({ outcome }) => outcome.loads[i]?.minute ?? 0)),
  }));
}

function middle(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

function reach(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}
