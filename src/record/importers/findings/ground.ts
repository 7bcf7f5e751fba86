import type { Finding, FindingRule, Share, Thresholds } from '../../protocol/findings.ts';
import type { AttemptRow, LifeRow } from '../../../protocol/ids.ts';
import { type EpochMicros, MICROS_PER_SECOND, type Micros, type Seconds } from '../../../protocol/units.ts';
import type { Gap } from '../store/gaps.ts';
import { fatesOf } from './fates.ts';
import { firstNotBelow } from './intervals.ts';
import type { Pauses } from './pauses.ts';
import { once, pausesAfter, type Prepared, type RowRange } from './prepared.ts';
import { largest, valueAtShare } from './sums.ts';
import type { Traffic } from './traffic.ts';
import type { Waits } from './waits.ts';

const IDS_KEPT = 20;
const LINES_KEPT = 20;
/** Their attempts are looked for among so many. */
const RESTS = 400;
/** So many are told, the costliest; silences of the log always, since they say what is not known. */
export const TOLD = 200;

/** What every rule stands on. */
export interface Ground {
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

/** Rules about mail that is tried again: what became of it belongs to the finding. */
const TRIED_AGAIN: ReadonlySet<FindingRule> = new Set([
  'dead',
  'sessions',
  'provider-rate',
  'greylisting',
  'unreachable',
  'put-off',
  'flush',
]);

/** Attempts of one cause, what each waited (seconds), and between which instants. */
interface Tallied {
  rows: Uint32Array;
  seconds: Float64Array;
  from: EpochMicros;
  to: EpochMicros;
}

const FIRST_ROOM = 16;

/** Adds up what one cause cost, recipient by recipient, and keeps what it rests on. */
export class Tally {
  cost = 0;
  from = Infinity;
  to = -Infinity;
  private length = 0;
  private rowsKept: Uint32Array;
  private secondsKept: Float64Array;
  private readonly ground: Ground;
  private known: { recipients: number; median: Seconds; longest: Seconds } | null = null;

  /** @param begun what is there already, where all of it is known at once. */
  constructor(ground: Ground, begun: Tallied | null = null) {
    this.ground = ground;
    this.rowsKept = begun?.rows ?? new Uint32Array(0);
    this.secondsKept = begun?.seconds ?? new Float64Array(0);
    if (begun === null) return;
    this.length = begun.rows.length;
    this.from = begun.from;
    this.to = begun.to;
    let cost = 0;
    for (let i = 0; i < this.length; i++) cost += begun.seconds[i] ?? 0;
    this.cost = cost;
  }

  /** The attempts, in the order in which they were added. */
  get rows(): Uint32Array {
    return this.rowsKept.subarray(0, this.length);
  }

  private get seconds(): Float64Array {
    return this.secondsKept.subarray(0, this.length);
  }

  /** An attempt waited so many seconds between two instants. */
  add(row: AttemptRow, seconds: Seconds, from: EpochMicros, to: EpochMicros): void {
    // A record may have hundreds of thousands: lists of numbers took half of the time of all findings.
    if (this.length === this.rowsKept.length) this.grow();
    this.rowsKept[this.length] = row;
    this.secondsKept[this.length++] = seconds;
    this.cost += seconds;
    if (from < this.from) this.from = from;
    if (to > this.to) this.to = to;
    this.known = null;
  }

  private grow(): void {
    const room = Math.max(FIRST_ROOM, this.length * 2);
    const [rows, seconds] = [new Uint32Array(room), new Float64Array(room)];
    rows.set(this.rowsKept);
    seconds.set(this.secondsKept);
    this.rowsKept = rows;
    this.secondsKept = seconds;
  }

  /** Recipients, each once, and of what one waited in all. */
  get spread(): { recipients: number; median: Seconds; longest: Seconds } {
    if (this.known === null) {
      const { sums, recipientOf } = this.ground.prepared;
      const waited = sums.of(this.rows, this.seconds, recipientOf);
      let longest = 0;
      for (const one of waited) if (one > longest) longest = one;
      this.known = { recipients: waited.length, median: valueAtShare(waited, 0.5), longest };
    }
    return this.known;
  }

  /** The finding with what was tallied: its recipients, what they waited, and its costliest messages. */
  finding(
    rule: FindingRule,
    subject: string,
    figures: Record<string, number>,
    { words = {}, shares = [] }: { words?: Record<string, string>; shares?: Share[] } = {},
  ): Finding {
    const { recipients, median, longest } = this.spread;
    // The costliest first: that is what "show me" shows.
    const order = largest(this.seconds, RESTS);
    return {
      rule,
      from: this.from,
      to: this.to,
      subject,
      cost: this.cost,
      recipients,
      median,
      longest,
      figures: TRIED_AGAIN.has(rule) ? { ...figures, ...fatesOf(this.ground, this.rows) } : figures,
      words,
      shares,
      rests: restsOf(
        this.ground,
        order.map((i) => this.rows[i] ?? 0),
        this.rows.length,
      ),
    };
  }
}

/** What a finding costs without what it rests on: for those that come after all that are told. */
export function untold(
  rule: FindingRule,
  { from, to, cost }: { from: EpochMicros; to: EpochMicros; cost: Seconds },
): Finding {
  const none = { recipients: 0, median: 0, longest: 0, figures: {}, words: {}, shares: [] };
  return { rule, from, to, subject: '', cost, ...none, rests: { count: 0, ids: [], lines: [] } };
}

/** Queue ids and lines of attempts. */
function restsOf({ traffic, files }: Ground, rows: readonly number[], count: number): Finding['rests'] {
  const { tables, pools } = traffic.instance;
  const { attempts, lives } = tables;
  const ids = new Set<string>();
  for (const row of rows) {
    if (ids.size >= IDS_KEPT) break;
    ids.add(pools.texts.text(lives.id[attempts.life[row] ?? 0] ?? 0));
  }
  const lines = rows.slice(0, LINES_KEPT).map((row) => ({
    file: files[attempts.file[row] ?? 0] ?? '',
    line: attempts.line[row] ?? 0,
  }));
  return { count, ids: [...ids], lines };
}

/** Whether an attempt was in the queue in the time that was asked for. */
export function inRange({ traffic, prepared, certain, from, to }: Ground, row: AttemptRow): boolean {
  if (row >= certain.from && row < certain.to) return true;
  return (traffic.instance.tables.attempts.time[row] ?? 0) >= from && (prepared.activeOf[row] ?? 0) <= to;
}

/** Those of some attempts of the record, ascending, that were in the queue in that time. */
export function attemptsInRange(ground: Ground, rows: Uint32Array): Uint32Array {
  const { within, certain } = ground;
  return kept(rows, within, certain, (row) => inRange(ground, row));
}

/** The same of pauses: the attempt before each decides. */
export function pausesInRange(ground: Ground, rows: Uint32Array): Uint32Array {
  const { pauses, paused, certain } = ground;
  const sure = pausesAfter(pauses, certain);
  return kept(rows, paused, sure, (row) => inRange(ground, pauses.before[row] ?? 0));
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
export function activeAt({ prepared }: Ground, row: AttemptRow): EpochMicros {
  return prepared.activeOf[row] ?? 0;
}

/** A sender that the log does not name: it begins after the message became active. Above every place of a text. */
const NOT_NAMED = 2 ** 32;
const NOT_NAMED_WORDS = 'senders not in the log';

/** Who sent a message: `<>` is the sender of notices. */
export function senderOf({ traffic }: Ground, life: LifeRow): string {
  const { tables, pools } = traffic.instance;
  const known = (tables.lives.nrcpt[life] ?? 0) > 0;
  return known ? pools.strings.text(tables.lives.sender[life] ?? 0) || '<>' : NOT_NAMED_WORDS;
}

/** Recipients of a message; of one whose `queue active` line is not in the log, those that were tried. */
export function recipientsIn({ traffic, prepared }: Ground, life: LifeRow): number {
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
export function groupOf({ classOf, traffic }: Ground, life: LifeRow): number {
  const place = classOf[life] ?? 0;
  if (place > 0) return -place;
  const { lives } = traffic.instance.tables;
  return (lives.nrcpt[life] ?? 0) > 0 ? (lives.sender[life] ?? 0) : NOT_NAMED;
}

/** Seconds by group of those of messages. */
export function byGroup(ground: Ground, byLife: ReadonlyMap<number, number>): Map<number, number> {
  const found = new Map<number, number>();
  for (const [life, time] of byLife) {
    const group = groupOf(ground, life);
    found.set(group, (found.get(group) ?? 0) + time);
  }
  return found;
}

/** Who had agents, by seconds of each message: classes by their name, else senders; one message with its id. */
export function sharesOf(ground: Ground, byLife: ReadonlyMap<number, number>, most = 4): Share[] {
  const { classes, traffic } = ground;
  const { tables, pools } = traffic.instance;
  const { lives } = tables;
  const groups = byGroup(ground, byLife);
  const members = new Map<number, { messages: number; recipients: number; life: LifeRow }>();
  for (const life of byLife.keys()) {
    const group = groupOf(ground, life);
    const known = members.get(group) ?? { messages: 0, recipients: 0, life };
    known.messages++;
    known.recipients += recipientsIn(ground, life);
    members.set(group, known);
  }
  const all = [...groups.values()].reduce((sum, time) => sum + time, 0);
  return [...groups]
    .sort(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([group, time]) => {
      const { messages = 0, recipients = 0, life = 0 } = members.get(group) ?? {};
      return {
        name: group < 0 ? (classes[-group - 1] ?? '') : senderOf(ground, life),
        share: all === 0 ? 0 : time / all,
        messages,
        recipients,
        id: messages === 1 ? pools.texts.text(lives.id[life] ?? 0) : '',
      };
    });
}

/** What the server, or the agent, said to an attempt. */
export function replyOf({ traffic }: Ground, attempt: AttemptRow): string {
  const { tables, pools } = traffic.instance;
  return pools.replies.text(tables.attempts.reply[attempt] ?? 0);
}

/** Microseconds as seconds, with their fraction. */
export const seconds = (micros: Micros): Seconds => micros / MICROS_PER_SECOND;
