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
  /** 0 still in the queue, 1 accepted, 2 bounced. `over`: how long after the arrival that happened. */
  end: Uint8Array;
  over: Float64Array;
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
    over: new Float64Array(recipients),
    empty: 0,
    inFlight: 0,
    loads: [],
  };
}

/**
 * What a figure counts. `classOf`: class of each recipient, 0 = none, classes are 1 to `classes`. `counted`: 1 = the recipient's mail
 * arrived in the horizon. `stuck`: 1 = no setting gets it delivered (`stuckIn`), so totals leave it out.
 */
export interface Counting {
  classOf: Uint16Array;
  classes: number;
  counted: Uint8Array;
  stuck: Uint8Array;
  /** Seconds from each recipient's activation, and from its arrival, to the end of the observation. */
  ends: { b: Float64Array; total: Float64Array };
}

/** Figures of an outcome. Waits that are not over at the end of the observation are censored (Kaplan and Meier). */
export function figuresOf(outcome: Outcome, counting: Counting): RunFigures {
  const { classOf, classes } = counting;
  return {
    classes: Array.from({ length: classes }, (_, i) =>
      figures(outcome, counting, (r) => classOf[r] === i + 1),
    ),
    all: figures(outcome, counting, () => true),
    empty: outcome.empty,
    inFlight: outcome.inFlight,
  };
}

function figures(
  outcome: Outcome,
  { counted, stuck, ends }: Counting,
  is: (recipient: RecipientPlace) => boolean,
): ClassFigures {
  const b = newSample();
  const total = newSample();
  const sums = { recipients: 0, deliveredFirst: 0, deferredFirst: 0, awayFirst: 0, bounced: 0, open: 0 };
  for (let r = 0; r < outcome.b.length; r++) {
    if (counted[r] === 0 || !is(r)) continue;
    sums.recipients++;
    add(b, outcome.b[r] as number, ends.b[r] as number);
    if (outcome.deferred[r] === 1) sums.deferredFirst++;
    else if (outcome.end[r] === 1) sums.deliveredFirst++;
    sums.awayFirst += outcome.away[r] as number;
    if (outcome.end[r] === 2) sums.bounced++;
    if (outcome.end[r] === 0) sums.open++;
    // Bounced mail is never accepted, and mail that no setting delivers says nothing about settings.
    if (outcome.end[r] !== 2 && stuck[r] === 0)
      add(total, outcome.end[r] === 1 ? (outcome.total[r] as number) : Number.NaN, ends.total[r] as number);
  }
  return { ...sums, b: quantiles(b), total: quantiles(total) };
}

/** Times that were measured, and lower bounds of those that were not over. Seconds. */
interface Sample {
  seen: Seconds[];
  censored: Seconds[];
}

const newSample = (): Sample => ({ seen: [], censored: [] });

function add({ seen, censored }: Sample, value: Seconds, end: Seconds): void {
  if (!Number.isNaN(value)) seen.push(value);
  else if (!Number.isNaN(end)) censored.push(Math.max(0, end));
}

/** The outcome as it is known `ends` seconds after each recipient's activation and arrival: later events have not happened. */
export function censoredAt(outcome: Outcome, ends: Counting['ends']): Outcome {
  const known: Outcome = {
    ...outcome,
    b: outcome.b.slice(),
    total: outcome.total.slice(),
    deferred: outcome.deferred.slice(),
    away: outcome.away.slice(),
    end: outcome.end.slice(),
  };
  for (let r = 0; r < outcome.b.length; r++) {
    if ((outcome.b[r] as number) > (ends.b[r] as number)) {
      known.b[r] = Number.NaN;
      known.deferred[r] = known.away[r] = 0;
    }
    if ((outcome.over[r] as number) <= (ends.total[r] as number)) continue;
    known.end[r] = 0;
    known.total[r] = Number.NaN;
  }
  return known;
}

/**
 * Quantiles. Each censored value passes its share on to all later ones, which gives the estimate of Kaplan and Meier.
 * If too many values are censored to determine a quantile, the result is the longest time observed, which is a lower
 * bound.
 */
function quantiles({ seen, censored }: Sample): Quantiles {
  const sorted = Float64Array.from(seen).sort();
  if (censored.length === 0) {
    const at = (share: number): number => quantile(sorted, share);
    return { p10: at(0.1), p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
  }
  const bounds = Float64Array.from(censored).sort();
  const all = sorted.length + bounds.length;
  let [weight, bound, below] = [1 / all, 0, 0];
  /** Position of each value, from 0 to 1, as `quantile` counts positions. */
  const places = new Float64Array(sorted.length);
  for (const [i, value] of sorted.entries()) {
    for (; bound < bounds.length && (bounds[bound] as number) < value; bound++) {
      const left = all - i - bound - 1;
      weight += left > 0 ? weight / left : 0;
    }
    places[i] = below / (1 - 1 / all);
    below += weight;
  }
  const longest = Math.max(sorted.at(-1) ?? 0, bounds.at(-1) ?? 0);
  const at = (share: number): Seconds => {
    let i = 0;
    while (i < places.length && (places[i] as number) < share) i++;
    if (i === places.length) return longest;
    const [low, high] = [places[i - 1] ?? 0, places[i] as number];
    const before = sorted[i - 1] ?? (sorted[i] as number);
    return before + ((sorted[i] as number) - before) * (high > low ? (share - low) / (high - low) : 1);
  };
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9), p99: at(0.99), max: longest };
}

/** A quantile of sorted values, with linear interpolation. 0 if there are no values. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1);
  const low = Math.floor(place);
  const value = sorted[low] ?? 0;
  return value + ((sorted[low + 1] ?? value) - value) * (place - low);
}
