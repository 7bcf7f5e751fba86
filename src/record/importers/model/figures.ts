import type { RecipientPlace } from '../../../protocol/ids.ts';
import type { ClassFigures, Quantiles, RunFigures } from '../../protocol/predict.ts';
import type { Seconds } from '../../../protocol/units.ts';
import type { Load } from './loads.ts';

/** The outcome of each recipient, in columns. Seconds; NaN = unknown or did not happen. */
export interface Outcome {
  b: Float64Array;
  total: Float64Array;
  /** 1 = deferred at the first attempt. */
  deferred: Uint8Array;
  /** 1 = deferred at the first attempt because the server was unavailable. */
  away: Uint8Array;
  /** 1 accepted, 2 bounced. */
  end: Uint8Array;
  /** Seconds after the first arrival until the queue was empty. */
  empty: number;
  inFlight: number;
  /** Highest load of each server. */
  loads: Load[];
}

/** An outcome before any delivery. Times are NaN. */
export function newOutcome(recipients: number): Outcome {
  return {
    b: new Float64Array(recipients).fill(Number.NaN),
    total: new Float64Array(recipients).fill(Number.NaN),
    deferred: new Uint8Array(recipients),
    away: new Uint8Array(recipients),
    end: new Uint8Array(recipients),
    empty: 0,
    inFlight: 0,
    loads: [],
  };
}

/** Figures of an outcome. `classOf`: class of each recipient, 0 = none; classes are 1 to `classes`. */
export function figuresOf(outcome: Outcome, classOf: Uint16Array, classes: number): RunFigures {
  return {
    classes: Array.from({ length: classes }, (_, i) => figures(outcome, (r) => classOf[r] === i + 1)),
    all: figures(outcome, () => true),
    empty: outcome.empty,
    inFlight: outcome.inFlight,
  };
}

function figures(outcome: Outcome, is: (recipient: RecipientPlace) => boolean): ClassFigures {
  const b: Seconds[] = [];
  const total: Seconds[] = [];
  const sums = { recipients: 0, deliveredFirst: 0, deferredFirst: 0, awayFirst: 0, bounced: 0, open: 0 };
  for (let r = 0; r < outcome.b.length; r++) {
    if (!is(r)) continue;
    sums.recipients++;
    const waited = outcome.b[r] as number;
    if (!Number.isNaN(waited)) b.push(waited);
    if (outcome.deferred[r] === 1) sums.deferredFirst++;
    else if (outcome.end[r] === 1) sums.deliveredFirst++;
    sums.awayFirst += outcome.away[r] as number;
    if (outcome.end[r] === 2) sums.bounced++;
    if (outcome.end[r] === 0) sums.open++;
    const took = outcome.total[r] as number;
    if (outcome.end[r] === 1 && !Number.isNaN(took)) total.push(took);
  }
  return { ...sums, b: quantiles(b), total: quantiles(total) };
}

function quantiles(values: number[]): Quantiles {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => quantile(sorted, share);
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}

/** A quantile of sorted values, with linear interpolation. 0 if there are no values. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1);
  const low = Math.floor(place);
  const value = sorted[low] ?? 0;
  return value + ((sorted[low + 1] ?? value) - value) * (place - low);
}
