import type { Answer, ClassAnswer, ClassFigures, Quantiles, RunFigures } from '../../protocol/predict.ts';
import { figuresOf, type Outcome, quantile } from './figures.ts';
import { beyondOf, type Load } from './loads.ts';
import { type Arrivals, busiestMinute, type ClassShapes, shapesOf } from './shapes.ts';

/** What all variants of a record share. */
export interface Common {
  /** Class of mail of each recipient, 0 = none. */
  classOf: Uint16Array;
  classes: number;
  servers: readonly string[];
  /** The highest load of each server in the record. */
  seen: readonly Load[];
  arrivals: Arrivals;
}

/** One run of a variant. `sameDay`: each recipient's first attempt keeps the pace that the record shows. */
export interface Run {
  outcome: Outcome;
  sameDay: boolean;
}

/** Combines runs of one variant: medians of those of the same day, and the range of all of them. */
export function answerOf(runs: readonly Run[], common: Common): Answer {
  const { classOf, classes, servers, seen, arrivals } = common;
  const figures = runs.map(({ outcome }) => figuresOf(outcome, classOf, classes));
  const same = figures.filter((_, i) => runs[i]?.sameDay === true);
  const shapes = shapesOf(
    runs.map(({ outcome }) => outcome),
    classOf,
    classes,
    arrivals,
  );
  const ofDay = runs.filter(({ sameDay }) => sameDay);
  const of = (pick: (figures: RunFigures) => ClassFigures, place: number): ClassAnswer =>
    classAnswer(same.map(pick), figures.map(pick), shapes[place] as ClassShapes);
  const empties = figures.map(({ empty }) => empty);
  return {
    classes: Array.from({ length: classes }, (_, i) => of((one) => one.classes[i] as ClassFigures, i + 1)),
    all: of((one) => one.all, 0),
    empty: middle(same.map(({ empty }) => empty)),
    emptyInterval: reach(empties),
    inFlight: middle(same.map(({ inFlight }) => inFlight)),
    perMinute: middle(ofDay.map(({ outcome }) => busiestMinute(outcome, arrivals))),
    beyond: beyondOf(servers, seen, most(runs)),
  };
}

function classAnswer(same: ClassFigures[], all: ClassFigures[], shapes: ClassShapes): ClassAnswer {
  // Counts are means over the runs, rounded to tenths: 0.1 is one recipient in one of ten runs.
  const count = (pick: (figures: ClassFigures) => number): number =>
    Math.round(10 * mean(same.map(pick))) / 10;
  const of = (pick: (figures: ClassFigures) => Quantiles): Quantiles => {
    const quantiles = same.map(pick);
    const at = (name: keyof Quantiles): number => middle(quantiles.map((one) => one[name]));
    return { p10: at('p10'), p50: at('p50'), p90: at('p90'), p99: at('p99'), max: at('max') };
  };
  return {
    recipients: count(({ recipients }) => recipients),
    deliveredFirst: count(({ deliveredFirst }) => deliveredFirst),
    deferredFirst: count(({ deferredFirst }) => deferredFirst),
    awayFirst: count(({ awayFirst }) => awayFirst),
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
    ...shapes,
  };
}

/** Share of recipients deferred at their first attempt, in per cent. */
function deferredShare({ deferredFirst, recipients }: ClassFigures): number {
  return (100 * deferredFirst) / Math.max(1, recipients);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** The range from the 10th to the 90th percentile of these values. */
function within(values: readonly number[]): [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  return [quantile(sorted, 0.1), quantile(sorted, 0.9)];
}

/** Median load of each server over the runs. */
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
