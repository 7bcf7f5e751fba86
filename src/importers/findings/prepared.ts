import type { EpochMicros } from '../../protocol/units.ts';
import { lastNotAbove } from './intervals.ts';
import type { Pauses } from './pauses.ts';
import type { Recipients } from './recipients.ts';
import { Sums } from './sums.ts';
import { becameActive, type Traffic } from './traffic.ts';

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
  sums: Sums;
  /** What a rule works out once for the record, by the rule. */
  memo: Map<unknown, unknown>;
}

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
    sums: new Sums(recipients.count),
    memo: new Map(),
  };
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

/** What `work` gives of a record, worked out when it is first asked for. */
export function once<T>({ memo }: Prepared, key: unknown, work: () => T): T {
  if (!memo.has(key)) memo.set(key, work());
  return memo.get(key) as T;
}
