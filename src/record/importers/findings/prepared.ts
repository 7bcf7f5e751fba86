import type { EpochMicros } from '../../../protocol/units.ts';
import { firstNotBelow, lastNotAbove } from './intervals.ts';
import type { Pauses, Recipients } from './pauses.ts';
import { Sums } from './sums.ts';
import { becameActive, type Traffic } from './traffic.ts';
import type { Predicate } from '../classes/fields.ts';
import { selectLives } from '../classes/select.ts';
import type { Instance } from '../store/instance.ts';

/** Rows of a table that follow each other; `to` is not among them. */
export interface RowRange {
  from: number;
  to: number;
}

/** What every range of time asks of a record anew, worked out once: whose attempt each is, and which rows a range can hold. */
export interface Prepared {
  /** Recipient of each attempt: a number for each (message, address). */
  recipientOf: Uint32Array;
  /** When the message of each attempt became active, for this try of it (microseconds). */
  activeOf: Float64Array;
  /** Latest time up to each attempt, and earliest `activeOf` from it on: both ascend, also where a clock was set back. */
  latest: Float64Array;
  earliest: Float64Array;
  /** Earliest time from the begin of each block on, and latest `activeOf` up to its end: what lies between two instants for certain. */
  timeFrom: Float64Array;
  activeUpTo: Float64Array;
  sums: Sums;
  /** 1 for each attempt that is the only one of its recipient: there is nothing to add up. */
  alone: Uint8Array;
  /** What a rule works out once for the record, by the rule. */
  memo: Map<unknown, unknown>;
}

/** Attempts of a block: what lies within a range is known of a block as a whole, and added up as one. */
export const BLOCK = 1024;

/** Works them out, of a record after `finish`. */
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

/** Whole blocks of attempts that were in the queue between two instants, each of them for certain. */
export function certainBetween(
  { timeFrom, activeUpTo, activeOf }: Prepared,
  from: EpochMicros,
  to: EpochMicros,
): RowRange {
  const first = firstNotBelow(timeFrom, from);
  const behind = Math.max(first, lastNotAbove(activeUpTo, to) + 1);
  const rows = { from: first * BLOCK, to: Math.min(activeOf.length, behind * BLOCK) };
  // Row 0 of a table stands for none.
  return rows.from === 0 && rows.to > 0 ? { from: 1, to: rows.to } : rows;
}

/** Attempts between which everything lies that was in the queue between two instants. */
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

/** Pauses after such attempts. */
export function pausesAfter({ before }: Pauses, rows: RowRange): RowRange {
  return { from: lastNotAbove(before, rows.from - 1) + 1, to: lastNotAbove(before, rows.to - 1) + 1 };
}

/** Attempts of a record for which something holds. */
export function attemptsThat({ activeOf }: Prepared, holds: (row: number) => boolean): Uint32Array {
  const found = new Uint32Array(activeOf.length);
  let count = 0;
  for (let row = 1; row < activeOf.length; row++) if (holds(row)) found[count++] = row;
  return found.slice(0, count);
}

/** What `work` gives of a record, worked out when it is first asked for. */
export function once<T>({ memo }: Prepared, key: unknown, work: () => T): T {
  if (!memo.has(key)) memo.set(key, work());
  return memo.get(key) as T;
}

/** Classes of which it is kept what they select: who tries predicates has left most of them. */
const KEPT = 8;

/** What a predicate selects of a record. */
export interface Selected {
  /** 1 for each life that is of it, by row of `lives`. */
  lives: Uint8Array;
  attempts: Uint32Array;
}

/** The same, looked for once: each range of time that is looked at asks for it anew. */
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
