import type { Share, Thresholds } from '../../protocol/findings.ts';
import type { AttemptRow, LifeRow } from '../../../protocol/ids.ts';
import { type EpochMicros, MICROS_PER_SECOND, type Micros, type Seconds } from '../../../protocol/units.ts';
import type { Gap } from '../store/gaps.ts';
import { firstNotBelow } from './intervals.ts';
import type { Pauses } from './pauses.ts';
import { once, pausesAfter, type Prepared, type RowRange } from './prepared.ts';
import type { Traffic } from './traffic.ts';
import type { Waits } from './waits.ts';

/** The input of every rule: a record between two instants, and its classes. */
export interface FindingContext {
  traffic: Traffic;
  waits: Waits;
  pauses: Pauses;
  prepared: Prepared;
  /**
   * Smallest row ranges that contain all attempts and pauses of the time range. They may also contain rows outside of
   * it.
   */
  within: RowRange;
  paused: RowRange;
  /** Attempts that all lie in the time range, so they need no individual check. */
  certain: RowRange;
  thresholds: Thresholds;
  /** Only mail that was in the queue in this range, microseconds. */
  from: EpochMicros;
  to: EpochMicros;
  /**
   * 1 for each life that the report is about; null = all mail. Causes are searched in all mail, costs are of this mail
   * only.
   */
  only: Uint8Array | null;
  /** Names of the files, and gaps of the log. */
  files: readonly string[];
  gaps: readonly Gap[];
  /** Class of each life: index in `classes` + 1; 0 = none. */
  classOf: Uint16Array;
  classes: readonly string[];
}

/** True if the attempt's message was in the queue in the time range. */
export function inRange({ traffic, prepared, certain, from, to }: FindingContext, row: AttemptRow): boolean {
  if (row >= certain.from && row < certain.to) return true;
  return (traffic.instance.tables.attempts.time[row] ?? 0) >= from && (prepared.activeOf[row] ?? 0) <= to;
}

/** Filters ascending attempts to those in the time range. */
export function attemptsInRange(context: FindingContext, rows: Uint32Array): Uint32Array {
  const { within, certain } = context;
  return kept(rows, within, certain, (row) => inRange(context, row));
}

/** Filters ascending pauses to those in the time range. The attempt before a pause decides. */
export function pausesInRange(context: FindingContext, rows: Uint32Array): Uint32Array {
  const { pauses, paused, certain } = context;
  const sure = pausesAfter(pauses, certain);
  return kept(rows, paused, sure, (row) => inRange(context, pauses.before[row] ?? 0));
}

/** Checks only the uncertain rows, usually those at the edges. Returns a subarray of `rows` if all of them are in range. */
function kept(
  rows: Uint32Array,
  { from, to }: RowRange,
  certain: RowRange,
  holds: (row: number) => boolean,
): Uint32Array {
  const edges = [from, Math.max(from, certain.from), Math.max(from, certain.to), to];
  const [first = 0, sure = 0, behind = 0, end = 0] = edges.map((edge) => firstNotBelow(rows, edge));
  if (sure >= behind) return rows.subarray(first, end).filter(holds);
  const before = rows.subarray(first, sure).filter(holds);
  const after = rows.subarray(behind, end).filter(holds);
  if (before.length === sure - first && after.length === end - behind) return rows.subarray(first, end);
  return joined(before, rows.subarray(sure, behind), after);
}

/** Concatenates lists, which may have hundreds of thousands of entries. */
export function joined(...lists: readonly Uint32Array[]): Uint32Array {
  const [first] = lists;
  if (first !== undefined && lists.length === 1) return first;
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** Time when the attempt's message became active. The attempt's own time if that is unknown. */
export function activeAt({ prepared }: FindingContext, row: AttemptRow): EpochMicros {
  return prepared.activeOf[row] ?? 0;
}

/**
 * Group of all messages whose sender is unknown because the log begins after their `queue active` line. No string has
 * this number.
 */
const NOT_NAMED = 2 ** 32;
const NOT_NAMED_WORDS = 'senders not in the log';

/** The sender of a message. `<>` is the null sender of notifications. */
export function senderOf({ traffic }: FindingContext, life: LifeRow): string {
  const { tables, pools } = traffic.instance;
  const known = (tables.lives.nrcpt[life] ?? 0) > 0;
  return known ? pools.strings.text(tables.lives.sender[life] ?? 0) || '<>' : NOT_NAMED_WORDS;
}

/** Recipients of a message. If its `queue active` line is missing, the recipients that were attempted. */
export function recipientsIn({ traffic, prepared }: FindingContext, life: LifeRow): number {
  const { attempts, lives } = traffic.instance.tables;
  const tried = once(prepared, recipientsIn, () => {
    const found = new Uint32Array(lives.length);
    // Recipients are numbered in order of their first attempt.
    for (let row = 1, last = 0; row < attempts.length; row++) {
      const recipient = prepared.recipientOf[row] ?? 0;
      if (recipient <= last) continue;
      last = recipient;
      const of = attempts.life[row] ?? 0;
      found[of] = (found[of] ?? 0) + 1;
    }
    return found;
  });
  return (lives.nrcpt[life] ?? 0) || (tried[life] ?? 0);
}

/** The group of a life: its class (negative), otherwise its sender. */
export function groupOf({ classOf, traffic }: FindingContext, life: LifeRow): number {
  const place = classOf[life] ?? 0;
  if (place > 0) return -place;
  const { lives } = traffic.instance.tables;
  return (lives.nrcpt[life] ?? 0) > 0 ? (lives.sender[life] ?? 0) : NOT_NAMED;
}

/** Sums seconds per message by group. */
export function byGroup(context: FindingContext, byLife: ReadonlyMap<number, number>): Map<number, number> {
  const found = new Map<number, number>();
  for (const [life, time] of byLife) {
    const group = groupOf(context, life);
    found.set(group, (found.get(group) ?? 0) + time);
  }
  return found;
}

/**
 * Shares of the agents' time, from the seconds of each message; at most `most` shares, largest first. Mail is grouped
 * by class, otherwise by sender. The share of a single message includes its queue id.
 */
export function sharesOf(context: FindingContext, byLife: ReadonlyMap<number, number>, most = 4): Share[] {
  const { classes, traffic } = context;
  const { tables, pools } = traffic.instance;
  const { lives } = tables;
  const groups = byGroup(context, byLife);
  const members = new Map<number, { messages: number; recipients: number; life: LifeRow }>();
  for (const life of byLife.keys()) {
    const group = groupOf(context, life);
    const known = members.get(group) ?? { messages: 0, recipients: 0, life };
    known.messages++;
    known.recipients += recipientsIn(context, life);
    members.set(group, known);
  }
  const all = [...groups.values()].reduce((sum, time) => sum + time, 0);
  return [...groups]
    .sort(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([group, time]) => {
      const { messages = 0, recipients = 0, life = 0 } = members.get(group) ?? {};
      return {
        name: group < 0 ? (classes[-group - 1] ?? '') : senderOf(context, life),
        share: all === 0 ? 0 : time / all,
        messages,
        recipients,
        id: messages === 1 ? pools.texts.text(lives.id[life] ?? 0) : '',
      };
    });
}

export function replyOf({ traffic }: FindingContext, attempt: AttemptRow): string {
  const { tables, pools } = traffic.instance;
  return pools.replies.text(tables.attempts.reply[attempt] ?? 0);
}

export const seconds = (micros: Micros): Seconds => micros / MICROS_PER_SECOND;
