import type { EpochMicros } from '../../../protocol/units.ts';
import { firstNotBelow, lastNotAbove } from './intervals.ts';
import type { Pauses, Recipients } from './pauses.ts';
import { Sums } from './sums.ts';
import { becameActive, type Traffic } from './traffic.ts';
import type { Predicate } from '../classes/fields.ts';
import { selectLives } from '../classes/select.ts';
import type { Instance } from '../store/instance.ts';

/** Consecutive rows of a table: `from` to `to` − 1. */
export interface RowRange {
  from: number;
  to: number;
}

/** Data computed once per record for questions about any time range. */
export interface Prepared {
  /** Recipient of each attempt: a number for each pair of message and address. */
  recipientOf: Uint32Array;
  /**
   * When the message of each attempt became active for it (microseconds). If that is unknown, the time of the attempt.
   */
  activeOf: Float64Array;
  /**
   * For each attempt: the latest time of it and of earlier rows, and the earliest `activeOf` of it and of later rows.
   * Both ascend even if a clock was set back.
   */
  latest: Float64Array;
  earliest: Float64Array;
  /**
   * For each block: the earliest time in it and in later blocks, and the latest `activeOf` in it and in earlier blocks.
   * They prove that whole blocks lie in a range.
   */
  timeFrom: Float64Array;
  activeUpTo: Float64Array;
  sums: Sums;
  /** 1 for attempts that are their recipient's only one, so there is nothing to sum. */
  alone: Uint8Array;
  /** Cached results of rules, by key. */
  memo: Map<unknown, unknown>;
}

/** Attempts per block. A block that lies entirely in a range is summed as one. */
export const BLOCK = 1024;

/** Computes `Prepared` for an instance. Call it after `finish`. */
export function prepare({ instance, startOf }: Traffic, recipients: Recipients): Prepared {
  const { attempts } = instance.tables;
  const { length } = attempts;
  const activeOf = new Float64Array(length);
  const latest = new Float64Array(length);
  const earliest = new Float64Array(length);
  for (let row = 1; row < length; row++) {
    const time = attempts.time[row] ?? 0;
    activeOf[row] = becameActive(instance, startOf, row) || time;
    latest[row] = Math.max(latest[row - 1] ?? 0, time);
  }
  for (let row = length - 1, least = Infinity; row > 0; row--) {
    least = Math.min(least, activeOf[row] ?? 0);
    earliest[row] = least;
  }
  return {
    recipientOf: recipients.of,
    activeOf,
    latest,
    earliest,
    ...blocksOf(attempts.time, activeOf, length),
    sums: new Sums(recipients.count),
    alone: aloneIn(recipients),
    memo: new Map(),
  };
}

function aloneIn({ of, count }: Recipients): Uint8Array {
  const tries = new Uint32Array(count);
  for (const recipient of of) tries[recipient] = (tries[recipient] ?? 0) + 1;
  return Uint8Array.from(of, (recipient) => (tries[recipient] === 1 ? 1 : 0));
}

function blocksOf(
  time: ArrayLike<EpochMicros>,
  activeOf: Float64Array,
  length: number,
): Pick<Prepared, 'timeFrom' | 'activeUpTo'> {
  const blocks = Math.ceil(length / BLOCK);
  const timeFrom = new Float64Array(blocks).fill(Infinity);
  const activeUpTo = new Float64Array(blocks).fill(-Infinity);
  for (let row = 1; row < length; row++) {
    const block = Math.floor(row / BLOCK);
    timeFrom[block] = Math.min(timeFrom[block] ?? 0, time[row] ?? 0);
    activeUpTo[block] = Math.max(activeUpTo[block] ?? 0, activeOf[row] ?? 0);
  }
  for (let block = 1; block < blocks; block++)
    activeUpTo[block] = Math.max(activeUpTo[block] ?? 0, activeUpTo[block - 1] ?? 0);
  for (let block = blocks - 2; block >= 0; block--)
    timeFrom[block] = Math.min(timeFrom[block] ?? 0, timeFrom[block + 1] ?? 0);
  return { timeFrom, activeUpTo };
}

/** Whole blocks of attempts that were all in the queue between two instants. */
export function certainBetween(
  { timeFrom, activeUpTo, activeOf }: Prepared,
  from: EpochMicros,
  to: EpochMicros,
): RowRange {
  const first = firstNotBelow(timeFrom, from);
  const behind = Math.max(first, lastNotAbove(activeUpTo, to) + 1);
  const rows = { from: first * BLOCK, to: Math.min(activeOf.length, behind * BLOCK) };
  // Row 0 is no attempt.
  return rows.from === 0 && rows.to > 0 ? { from: 1, to: rows.to } : rows;
}

/** Smallest range with all attempts that were in the queue between two instants. */
export function attemptsBetween(
  { latest, earliest }: Prepared,
  from: EpochMicros,
  to: EpochMicros,
): RowRange {
  return {
    from: Math.max(1, lastNotAbove(latest, from - 1) + 1),
    to: Math.max(1, lastNotAbove(earliest, to) + 1),
  };
}

export function pausesAfter({ before }: Pauses, rows: RowRange): RowRange {
  return { from: lastNotAbove(before, rows.from - 1) + 1, to: lastNotAbove(before, rows.to - 1) + 1 };
}

export function attemptsThat({ activeOf }: Prepared, holds: (row: number) => boolean): Uint32Array {
  const found = new Uint32Array(activeOf.length);
  let count = 0;
  for (let row = 1; row < activeOf.length; row++) if (holds(row)) found[count++] = row;
  return found.slice(0, count);
}

/** Returns the cached result for a key, computing it on first use. */
export function once<T>({ memo }: Prepared, key: unknown, work: () => T): T {
  if (!memo.has(key)) memo.set(key, work());
  return memo.get(key) as T;
}

/** Predicates whose selection is cached. The oldest is dropped, because users who try predicates do not return to most of them. */
const KEPT = 8;

export interface Selected {
  /** 1 for each selected life, by row of `lives`. */
  lives: Uint8Array;
  attempts: Uint32Array;
}

/** Selects rows by a predicate. The result is cached, because every time range that is shown asks for it again. */
export function selectedBy(instance: Instance, prepared: Prepared, predicate: Predicate): Selected {
  const known = once(prepared, selectedBy, () => new Map<string, Selected>());
  const key = JSON.stringify(predicate);
  const found = known.get(key) ?? selected(instance, prepared, predicate);
  known.delete(key);
  known.set(key, found);
  if (known.size > KEPT) known.delete(known.keys().next().value ?? '');
  return found;
}

function selected(instance: Instance, prepared: Prepared, predicate: Predicate): Selected {
  const lives = selectLives(instance, predicate);
  const { life } = instance.tables.attempts;
  return { lives, attempts: attemptsThat(prepared, (row) => lives[life[row] ?? 0] === 1) };
}
