import { MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { OUTCOMES, STATUSES } from '../store/tables.ts';
import { type FindingContext, inRange } from './finding-context.ts';
import { BLOCK, once } from './prepared.ts';

const SENT = STATUSES.indexOf('sent');
const DEFERRED = STATUSES.indexOf('deferred');
const SUSPENDED = OUTCOMES.indexOf('suspended');

/** Sums over attempts: seconds, and the number sent, deferred and attempted. */
const FIGURES = [
  'queue',
  'agents',
  'window',
  'rate',
  'dead',
  'connect',
  'deliver',
  'before',
  'sent',
  'deferred',
  'tried',
] as const;
type RowSums = Record<(typeof FIGURES)[number], number>;

export function sumsOf(context: FindingContext, rows: ArrayLike<number>): RowSums {
  const sums = new Float64Array(FIGURES.length);
  const add = adder(context);
  for (let i = 0; i < rows.length; i++) add(rows[i] ?? 0, sums);
  return named(sums);
}

/**
 * Sums over all attempts in the time range. Sums of whole blocks are computed once per record, so any range takes
 * about as long as its two edges.
 */
export function sumsInRange(context: FindingContext): RowSums {
  const { prepared, within, certain } = context;
  const blocks = once(prepared, FIGURES, () => blockSums(context));
  const sums = new Float64Array(FIGURES.length);
  const add = adder(context);
  const edge = (from: number, to: number): void => {
    for (let row = from; row < to; row++) if (inRange(context, row)) add(row, sums);
  };
  if (certain.to <= certain.from) edge(within.from, within.to);
  else {
    edge(within.from, certain.from);
    for (let block = Math.floor(certain.from / BLOCK); block * BLOCK < certain.to; block++)
      for (let i = 0; i < FIGURES.length; i++)
        sums[i] = (sums[i] ?? 0) + (blocks[block * FIGURES.length + i] ?? 0);
    edge(certain.to, within.to);
  }
  return named(sums);
}

function blockSums(context: FindingContext): Float64Array {
  const { length } = context.prepared.activeOf;
  const blocks = new Float64Array(Math.ceil(length / BLOCK) * FIGURES.length);
  const add = adder(context);
  for (let from = 0; from < length; from += BLOCK) {
    const at = (from / BLOCK) * FIGURES.length;
    const sums = blocks.subarray(at, at + FIGURES.length);
    for (let row = Math.max(1, from); row < Math.min(length, from + BLOCK); row++) add(row, sums);
  }
  return blocks;
}

const named = (sums: Float64Array): RowSums =>
  Object.fromEntries(FIGURES.map((name, place) => [name, sums[place] ?? 0])) as RowSums;

/**
 * Returns a function that adds an attempt to sums in the order of FIGURES. It binds the columns, because looking them
 * up for each row would take longer than adding.
 */
function adder({ traffic, waits }: FindingContext): (row: number, sums: Float64Array) => void {
  const { attempts, activations, deliveries, lives } = traffic.instance.tables;
  const { outcome, status: statusOf, delivery, a: before, c, d, life, time, delay } = attempts;
  const { from } = traffic.instance;
  // True if the mail arrived in the record. For earlier mail, `a` may include the time between attempts before the
  // record, and that does not show that anything was slow.
  const arrivedHere = (row: number): boolean =>
    lives.origin[life[row] ?? 0] !== 0 || (time[row] ?? 0) - (delay[row] ?? 0) * MICROS_PER_SECOND >= from;
  const { all: waited, agents, window, rate, dead } = waits;
  const add = (sums: Float64Array, place: number, value: number): void => {
    sums[place] = (sums[place] ?? 0) + value;
  };
  return (row, sums) => {
    const b = waited[row] ?? 0;
    if (b > 0) {
      // Most mail does not wait, so the four columns with causes of waiting are read only for mail that did.
      add(sums, 0, b);
      add(sums, 1, agents[row] ?? 0);
      add(sums, 2, window[row] ?? 0);
      add(sums, 3, rate[row] ?? 0);
      add(sums, 4, dead[row] ?? 0);
    }
    if (outcome[row] !== SUSPENDED) {
      add(sums, 5, c[row] ?? 0);
      add(sums, 6, d[row] ?? 0);
      add(sums, 10, 1);
    }
    const a = before[row] ?? 0;
    const isFirst = activations.ordinal[deliveries.activation[delivery[row] ?? 0] ?? 0] === 1;
    if (a > 0 && isFirst && arrivedHere(row)) add(sums, 7, a);
    const status = statusOf[row];
    if (status === SENT) add(sums, 8, 1);
    else if (status === DEFERRED) add(sums, 9, 1);
  };
}
