import type { Answer, ClassAnswer, ClassFigures, Quantiles, RunFigures } from '../../protocol/predict.ts';
import { censoredAt, type Counting, figuresOf, type Outcome, quantile } from './figures.ts';
import { beyondOf, type Load } from './loads.ts';
import { type Arrivals, busiestMinute, type ClassShapes, shapesOf } from './shapes.ts';

/** What all variants of a record share. */
export interface Common {
  /** What is counted, up to the end of the runs. */
  counting: Counting;
  /** Seconds from each recipient's activation, and from its arrival, to the end of the record. */
  known: Counting['ends'];
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

/**
 * Combines runs of one variant: the medians of the runs that keep the record's paces (`sameDay`), and the range of all
 * runs.
 */
export function answerOf(runs: readonly Run[], common: Common): Answer {
  const { counting, known, servers, seen, arrivals } = common;
  const { classes } = counting;
  const figures = runs.map(({ outcome }) => figuresOf(outcome, counting));
  const same = figures.filter((_, i) => runs[i]?.sameDay === true);
  const shapes = shapesOf(
    runs.map(({ outcome }) => outcome),
    counting,
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
    known: knownOf(ofDay, { ...counting, ends: known }),
  };
}

/** The figures as far as they are known at the end of the record, to be compared with the record's own. */
function knownOf(runs: readonly Run[], counting: Counting): RunFigures {
  const all = runs.map(({ outcome }) => figuresOf(censoredAt(outcome, counting.ends), counting));
  return {
    classes: Array.from({ length: counting.classes }, (_, i) =>
      middleFigures(all.map((one) => one.classes[i] as ClassFigures)),
    ),
    all: middleFigures(all.map((one) => one.all)),
    empty: middle(all.map(({ empty }) => empty)),
    inFlight: middle(all.map(({ inFlight }) => inFlight)),
  };
}

/** Medians of the quantiles, and means of the counts, rounded to tenths: 0.1 is one recipient in one of ten runs. */
function middleFigures(runs: readonly ClassFigures[]): ClassFigures {
  const count = (pick: (figures: ClassFigures) => number): number =>
    Math.round(10 * mean(runs.map(pick))) / 10;
  const of = (pick: (figures: ClassFigures) => Quantiles): Quantiles => {
    const quantiles = runs.map(pick);
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
  };
}

function classAnswer(same: ClassFigures[], all: ClassFigures[], shapes: ClassShapes): ClassAnswer {
  return {
    ...middleFigures(same),
    interval: {
      p50: likely(
        all.map(({ b }) => b.p50),
        ROUNDING.b,
      ),
      p90: likely(
        all.map(({ b }) => b.p90),
        ROUNDING.b,
      ),
      total50: likely(
        all.map(({ total }) => total.p50),
        ROUNDING.b,
      ),
      total90: likely(
        all.map(({ total }) => total.p90),
        ROUNDING.b,
      ),
      deferred: likely(all.map(deferredShare), ROUNDING.deferred),
    },
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

/**
 * Margin for effects that runs do not show: a share of the value, and at least this many seconds (`b`) or percentage
 * points (`deferred`). A `deferred` of 0 in all runs stays 0.
 */
const ROUNDING = { b: [0.05, 0.01], deferred: [0.05, 0.5] } as const;

/** The range in which nine of ten measured values are expected: the range of all runs, extended by the margin. */
function likely(values: readonly number[], [share, least]: readonly [number, number]): [number, number] {
  const [low, high] = reach(values);
  if (high === 0 && least > 0.1) return [0, 0];
  return [Math.max(0, low - Math.max(least, share * low)), high + Math.max(least, share * high)];
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
