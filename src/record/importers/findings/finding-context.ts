import type { Share, Thresholds } from '../../protocol/findings.ts';
import type { AttemptRow, LifeRow } from '../../../protocol/ids.ts';
import { type EpochMicros, MICROS_PER_SECOND, type Micros, type Seconds } from '../../../protocol/units.ts';
import type { Gap } from '../store/gaps.ts';
import { firstNotBelow } from './intervals.ts';
import type { Pauses } from './pauses.ts';
import { once, pausesAfter, type Prepared, type RowRange } from './prepared.ts';
import type { Traffic } from './traffic.ts';
import type { Waits } from './waits.ts';

/** What every rule reads: a record between two instants, and its classes. */
export interface FindingContext {
  traffic: Traffic;
  waits: Waits;
  pauses: Pauses;
  prepared: Prepared;
  /** Attempts and pauses outside of which nothing is in the time that was asked for. */
  within: RowRange;
  paused: RowRange;
  /** Attempts of which each is in it: they need not be looked at one by one. */
  certain: RowRange;
  thresholds: Thresholds;
  /** Only what was in the queue between, microseconds. */
  from: EpochMicros;
  to: EpochMicros;
  /** Names of the files, and silences of the log. */
  files: readonly string[];
  gaps: readonly Gap[];
  /** Class of each life, place in `classes` + 1; 0 = none. */
  classOf: Uint16Array;
  classes: readonly string[];
}

/** Whether an attempt was in the queue in the time that was asked for. */
export function inRange({ traffic, prepared, certain, from, to }: FindingContext, row: AttemptRow): boolean {
  if (row >= certain.from && row < certain.to) return true;
  return (traffic.instance.tables.attempts.time[row] ?? 0) >= from && (prepared.activeOf[row] ?? 0) <= to;
}

/** Those of some attempts of the record, ascending, that were in the queue in that time. */
export function attemptsInRange(context: FindingContext, rows: Uint32Array): Uint32Array {
  const { within, certain } = context;
  return kept(rows, within, certain, (row) => inRange(context, row));
}

/** The same of pauses: the attempt before each decides. */
export function pausesInRange(context: FindingContext, rows: Uint32Array): Uint32Array {
  const { pauses, paused, certain } = context;
  const sure = pausesAfter(pauses, certain);
  return kept(rows, paused, sure, (row) => inRange(context, pauses.before[row] ?? 0));
}

/** Only what is not certain is looked at: as a rule the edges of the time, and the answer is a part of the list itself. */
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

/** Lists one behind the other: they may be hundreds of thousands. */
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

/** When the message of an attempt became active for it; the time of the attempt where neither is known. */
export function activeAt({ prepared }: FindingContext, row: AttemptRow): EpochMicros {
  return prepared.activeOf[row] ?? 0;
}

/** A sender that the log does not name: it begins after the message became active. Above every place of a text. */
const NOT_NAMED = 2 ** 32;
const NOT_NAMED_WORDS = 'senders not in the log';

/** Who sent a message: `<>` is the sender of notices. */
export function senderOf({ traffic }: FindingContext, life: LifeRow): string {
  const { tables, pools } = traffic.instance;
  const known = (tables.lives.nrcpt[life] ?? 0) > 0;
  return known ? pools.strings.text(tables.lives.sender[life] ?? 0) || '<>' : NOT_NAMED_WORDS;
}

/** Recipients of a message; of one whose `queue active` line is not in the log, those that were tried. */
export function recipientsIn({ traffic, prepared }: FindingContext, life: LifeRow): number {
  const { attempts, lives } = traffic.instance.tables;
  const tried = once(prepared, recipientsIn, () => {
    const found = new Uint32Array(lives.length);
    // Recipients are numbered as they first come.
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

/** What a life counts under: its class (negative), else its sender. */
export function groupOf({ classOf, traffic }: FindingContext, life: LifeRow): number {
  const place = classOf[life] ?? 0;
  if (place > 0) return -place;
  const { lives } = traffic.instance.tables;
  return (lives.nrcpt[life] ?? 0) > 0 ? (lives.sender[life] ?? 0) : NOT_NAMED;
}

/** Seconds by group of those of messages. */
export function byGroup(context: FindingContext, byLife: ReadonlyMap<number, number>): Map<number, number> {
  const found = new Map<number, number>();
  for (const [life, time] of byLife) {
    const group = groupOf(context, life);
    found.set(group, (found.get(group) ?? 0) + time);
  }
  return found;
}

/** Who had agents, by seconds of each message: classes by their name, else senders; one message with its id. */
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

/** What the server, or the agent, said to an attempt. */
export function replyOf({ traffic }: FindingContext, attempt: AttemptRow): string {
  const { tables, pools } = traffic.instance;
  return pools.replies.text(tables.attempts.reply[attempt] ?? 0);
}

/** Microseconds as seconds, with their fraction. */
export const seconds = (micros: Micros): Seconds => micros / MICROS_PER_SECOND;
