import type { FirstPassFigures } from '../../protocol/experiments.ts';
import type { PublishedFigures, ResultTable, TableRow } from './model.ts';

/** Mean of a figure over several seeds, and the standard deviation between the runs (of the population). */
export interface Spread {
  readonly mean: number;
  readonly spread: number;
}

/** Summary of the runs of a row. `sdWindow` is the deviation within a run, not between runs. */
export interface RowSummary {
  readonly runs: number;
  /** Percentage of the recipients. */
  readonly deferredPercent: Spread;
  readonly meanWindow: Spread;
  readonly sdWindow: Spread;
  /** Number of recipients, as the mean over the runs. */
  readonly timedOut: { readonly connect: number; readonly greeting: number };
}

/** One line of `npm run tables -- --json`. Means over the seeds, rounded to their significant digits. */
export interface TableLine {
  table: ResultTable['id'];
  rule: TableRow['rule'];
  feedback: TableRow['feedback'];
  deferredPercent: number;
  meanWindow: number;
  sdWindow: number;
  published: PublishedFigures;
}

/** Summarizes the runs of one row; all zero without a run. */
export function summarize(runs: readonly FirstPassFigures[]): RowSummary {
  return {
    runs: runs.length,
    deferredPercent: spreadOf(runs.map((run) => deferredPercent(run))),
    meanWindow: spreadOf(runs.map((run) => run.meanWindow)),
    sdWindow: spreadOf(runs.map((run) => run.sdWindow)),
    timedOut: {
      connect: spreadOf(runs.map((run) => run.timedOut.connect)).mean,
      greeting: spreadOf(runs.map((run) => run.timedOut.greeting)).mean,
    },
  };
}

function deferredPercent({ deferred, recipients }: FirstPassFigures): number {
  return recipients === 0 ? 0 : (100 * deferred) / recipients;
}

export function tableLine(table: ResultTable, row: TableRow, summary: RowSummary): TableLine {
  return {
    table: table.id,
    rule: row.rule,
    feedback: row.feedback,
    deferredPercent: rounded(summary.deferredPercent.mean, 2),
    meanWindow: rounded(summary.meanWindow.mean, 3),
    sdWindow: rounded(summary.sdWindow.mean, 3),
    published: row.published,
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) return { mean: 0, spread: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, spread: Math.sqrt(squares / values.length) };
}
