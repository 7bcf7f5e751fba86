import type { Finding, FindingRule, Share, Thresholds } from '../../protocol/findings.ts';
import type { Gap } from '../store/gaps.ts';
import type { Pauses } from './pauses.ts';
import type { Traffic } from './traffic.ts';
import type { Waits } from './waits.ts';

const SECOND = 1_000_000;
const IDS_KEPT = 20;
const LINES_KEPT = 20;

/** What every rule stands on. */
export interface Ground {
  traffic: Traffic;
  waits: Waits;
  pauses: Pauses;
  thresholds: Thresholds;
  /** Only what was in the queue between, microseconds. */
  from: number;
  to: number;
  /** Names of the files, and silences of the log. */
  files: readonly string[];
  gaps: readonly Gap[];
  /** Class of each life, place in `classes` + 1; 0 = none. */
  classOf: Uint16Array;
  classes: readonly string[];
}

/** Adds up what one cause cost, recipient by recipient, and keeps what it rests on. */
export class Tally {
  cost = 0;
  from = Infinity;
  to = -Infinity;
  readonly rows: number[] = [];
  private readonly seconds: number[] = [];
  private readonly longestOf = new Map<number, number>();
  private readonly ground: Ground;

  constructor(ground: Ground) {
    this.ground = ground;
  }

  /** An attempt waited so many seconds between two instants. */
  add(row: number, seconds: number, from: number, to: number): void {
    this.cost += seconds;
    this.rows.push(row);
    this.seconds.push(seconds);
    if (from < this.from) this.from = from;
    if (to > this.to) this.to = to;
    const { life, to: recipient } = this.ground.traffic.instance.tables.attempts;
    const key = (life[row] ?? 0) * 2 ** 24 + (recipient[row] ?? 0);
    this.longestOf.set(key, (this.longestOf.get(key) ?? 0) + seconds);
  }

  /** Recipients, each once. */
  get recipients(): number {
    return this.longestOf.size;
  }

  /** Of what one recipient waited in all. */
  get spread(): { median: number; longest: number } {
    const sorted = Float64Array.from(this.longestOf.values()).sort();
    return { median: sorted[sorted.length >> 1] ?? 0, longest: sorted.at(-1) ?? 0 };
  }

  finding(
    rule: FindingRule,
    subject: string,
    figures: Record<string, number>,
    { words = {}, shares = [] }: { words?: Record<string, string>; shares?: Share[] } = {},
  ): Finding {
    const { median, longest } = this.spread;
    // The costliest first: that is what "show me" shows.
    const order = this.rows
      .map((_row, i) => i)
      .sort((a, b) => (this.seconds[b] ?? 0) - (this.seconds[a] ?? 0));
    return {
      rule,
      from: this.from,
      to: this.to,
      subject,
      cost: this.cost,
      recipients: this.recipients,
      median,
      longest,
      figures,
      words,
      shares,
      rests: restsOf(
        this.ground,
        order.slice(0, 400).map((i) => this.rows[i] ?? 0),
        this.rows.length,
      ),
    };
  }
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
export function inRange({ traffic, from, to }: Ground, row: number): boolean {
  if (from === 0 && to === Infinity) return true;
  const { attempts, deliveries, activations } = traffic.instance.tables;
  const end = attempts.time[row] ?? 0;
  const active = activations.time[deliveries.activation[attempts.delivery[row] ?? 0] ?? 0] || end;
  return end >= from && active <= to;
}

export function activeAt({ traffic }: Ground, row: number): number {
  const { attempts, deliveries, activations } = traffic.instance.tables;
  return (
    activations.time[deliveries.activation[attempts.delivery[row] ?? 0] ?? 0] || (attempts.time[row] ?? 0)
  );
}

/** What a life counts under: its class (negative), else its sender. */
export function groupOf({ classOf, traffic }: Ground, life: number): number {
  const place = classOf[life] ?? 0;
  return place > 0 ? -place : (traffic.instance.tables.lives.sender[life] ?? 0);
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
  const members = new Map<number, { messages: number; recipients: number; life: number }>();
  for (const life of byLife.keys()) {
    const group = groupOf(ground, life);
    const known = members.get(group) ?? { messages: 0, recipients: 0, life };
    known.messages++;
    known.recipients += lives.nrcpt[life] ?? 0;
    members.set(group, known);
  }
  const all = [...groups.values()].reduce((sum, time) => sum + time, 0);
  return [...groups]
    .sort(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([group, time]) => {
      const { messages = 0, recipients = 0, life = 0 } = members.get(group) ?? {};
      return {
        name: group < 0 ? (classes[-group - 1] ?? '') : pools.strings.text(group) || '<>',
        share: all === 0 ? 0 : time / all,
        messages,
        recipients,
        id: messages === 1 ? pools.texts.text(lives.id[life] ?? 0) : '',
      };
    });
}

export const seconds = (micros: number): number => micros / SECOND;
