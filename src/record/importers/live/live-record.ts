import type { LiveQueue, LiveSpan, LiveTotals, LiveView, LiveLane } from '../../protocol/live.ts';
import type { Settings } from '../../protocol/settings.ts';
import {
  type EpochMicros,
  type EpochMillis,
  type EpochSeconds,
  MICROS_PER_SECOND,
  type Seconds,
} from '../../../protocol/units.ts';
import { type Bytes, endsWith, lit, textOf } from '../bytes/scan.ts';
import { queueIdEnd } from '../facts/ids.ts';
import { Piece } from '../input/piece.ts';
import { zoneOffset } from '../lines/zone.ts';
import { readPostqueue } from '../snapshots/postqueue.ts';
import { RecordBuilder } from '../store/record.ts';
import { Follower } from './follower.ts';
import { domainOf } from '../domain.ts';
import { sumLanes } from './destination.ts';
import type { Ring } from './ring.ts';

/** Attempts after which a new builder replaces the old one, whose rows are no longer needed because they have been counted. */
const ROWS_MAX = 200_000;
const REMOVED = lit(': removed');

/** A growing log in fixed memory: counts, lanes and moments of the last three hours. */
export class LiveRecord {
  readonly follower = new Follower();
  lines = 0;
  postfix = 0;
  queue: (LiveQueue & { waiting: Map<string, number> }) | null = null;
  settings: Settings | null = null;
  private unknownBefore = 0;
  private builder = newBuilder();
  private readonly piece: Piece;
  private high = 0;
  private readonly rows: number;

  /**
   * @param zone Zone of stamps without one: `Europe/Vienna`, `UTC`, `+02:00`.
   * @param now Milliseconds since 1970; gives the year of stamps without one.
   * @param rows Attempts after which the builder is replaced.
   */
  constructor(zone: string, now: EpochMillis, rows = ROWS_MAX) {
    this.rows = rows;
    const offset = zoneOffset(zone);
    if (offset === null)
      throw new RangeError(`zone: "${zone}" is not a time zone; accepted: Europe/Vienna, UTC, +02:00`);
    this.piece = new Piece({ year: new Date(now).getUTCFullYear(), zone: offset }, false);
  }

  take(bytes: Bytes): void {
    this.piece.fill(bytes);
    for (let step = this.piece.next(); step !== 'wait' && step !== 'end'; step = this.piece.next()) {
      this.lines++;
      if (step === 'line') this.line();
    }
  }

  takeQueue(at: EpochMicros, text: string, trouble: string): void {
    const messages = new Map<string, number>();
    const waiting = new Map<string, number>();
    for (const { queue, recipients } of readPostqueue(text).snapshots.at(-1)?.messages ?? []) {
      messages.set(queue, (messages.get(queue) ?? 0) + 1);
      if (queue !== 'active') continue;
      for (const { address } of recipients) {
        const name = this.follower.queueNames.of(this.settings, domainOf(address), '');
        waiting.set(name, (waiting.get(name) ?? 0) + 1);
      }
    }
    this.queue = { at, messages: Object.fromEntries(messages), trouble, waiting };
  }

  /** The view of the time that ends at `to` (microseconds since 1970). */
  picture(to: EpochMicros, span: LiveSpan): LiveView {
    return pictureOf(this, to, span);
  }

  /** Number of Postfix lines in an unknown format. */
  get notUnderstood(): number {
    return this.unknownBefore + unknownOf(this.builder);
  }

  /** Outcomes so far, and messages that arrived and left. */
  get totals(): LiveTotals & { messages: number; removed: number } {
    const { totals, messages, removed } = this.follower;
    return { ...totals, messages, removed };
  }

  private line(): void {
    const { line, lineNumber } = this.piece;
    if (line.time > this.high) this.high = line.time;
    if (this.builder.take(line, 0, lineNumber, this.high) !== 'postfix') return;
    this.postfix++;
    this.follower.reach(line.time, this.settings);
    for (const [i, { instance }] of this.builder.members.entries()) this.follower.absorb(instance, i);
    if (endsWith(line.buf, line.textFrom, line.textTo, REMOVED)) {
      const end = queueIdEnd(line.buf, line.textFrom, line.textTo);
      if (end > 0) this.follower.gone(textOf(line.buf, line.textFrom, end));
    }
    if (this.builder.members.some(({ instance }) => instance.tables.attempts.length > this.rows))
      this.renew();
  }

  private renew(): void {
    this.unknownBefore += unknownOf(this.builder);
    this.builder = newBuilder();
    this.follower.renewed();
  }
}

function newBuilder(): RecordBuilder {
  // Assume 4 MB of log. This bounds the number of lines that are remembered to detect duplicates.
  return new RecordBuilder(false, 4_000_000);
}

function unknownOf(builder: RecordBuilder): number {
  return builder.members.reduce(
    (sum, { instance }) => sum + instance.lines - instance.duplicates - instance.understood,
    0,
  );
}

const BINS = 180;
const LANES = 6;
/** Seconds over which the delivery rate is measured. */
const PACES: readonly Seconds[] = [60, 15, 5];
const TABLE_ROWS = 500;

/** Builds the view. Bins are whole seconds, so that they do not jitter as time passes. */
function pictureOf(record: LiveRecord, to: EpochMicros, span: LiveSpan): LiveView {
  const { follower, queue, settings } = record;
  const each = Math.max(1, Math.round(span / BINS));
  const count = Math.ceil(span / each);
  const end = Math.ceil(to / MICROS_PER_SECOND / each) * each;
  const from = end - count * each;
  const known = [...follower.destinations.values()]
    .map((of) => ({ of, weight: of.busy.sum(from, end) + follower.deferredAt(of) }))
    .filter(({ of }) => of.seen > from * MICROS_PER_SECOND)
    .sort((one, other) => other.weight - one.weight || (one.of.name < other.of.name ? -1 : 1));
  const lane = ({ of }: (typeof known)[number]): LiveLane =>
    of.lane(
      from,
      each,
      count,
      follower.deferredAt(of),
      queue === null ? null : (queue.waiting.get(of.name) ?? 0),
    );
  return {
    from: from * MICROS_PER_SECOND,
    to: end * MICROS_PER_SECOND,
    each: each * MICROS_PER_SECOND,
    arrivals: follower.arrivals.bins(from, each, count),
    deliveries: follower.deliveries.bins(from, each, count),
    active: levels(follower.active, from, each, count),
    deferred: levels(follower.deferred, from, each, count),
    lanes: known.slice(0, LANES).map(lane),
    others: sumLanes(known.slice(LANES).map(lane), ''),
    table: [...follower.destinations.values()]
      .map(({ name, totals }) => ({ name, totals: { ...totals } }))
      .sort((one, other) => all(other) - all(one) || (one.name < other.name ? -1 : 1))
      .slice(0, TABLE_ROWS),
    now: nowOf(record, to, from),
    totals: record.totals,
    queue: queue === null ? null : { at: queue.at, messages: queue.messages, trouble: queue.trouble },
    moments: [...follower.moments.list],
    lines: record.lines,
    postfix: record.postfix,
    notUnderstood: record.notUnderstood,
    first: follower.first,
    last: follower.last,
    activeLimit: settings?.globals['qmgr_message_active_limit']?.number ?? null,
  };
}

function all({ totals }: LiveView['table'][number]): number {
  return totals.sent + totals.deferred + totals.bounced;
}

/** The value at the end of each bin. After the last line it stays constant. */
function levels(ring: Ring, from: EpochSeconds, each: Seconds, count: number): number[] {
  return Array.from({ length: count }, (_, i) => ring.at(Math.min(from + (i + 1) * each - 1, ring.latest)));
}

/**
 * Deliveries per second while mail waits: the highest of the rates over the last 60, 15 and 5 seconds. The rate over 60
 * seconds alone would be too low for a burst that has just begun after a quiet time.
 */
function pace(deliveries: Ring, second: EpochSeconds): number {
  return Math.max(...PACES.map((span) => deliveries.sum(second - span + 1, second + 1) / span));
}

function nowOf({ follower, settings }: LiveRecord, to: EpochMicros, from: EpochSeconds): LiveView['now'] {
  const second = Math.floor(to / MICROS_PER_SECOND);
  const deliveries = follower.deliveries.sum(second - 59, second + 1);
  const { untried } = follower.mail;
  return {
    arrivals: follower.arrivals.sum(second - 59, second + 1),
    deliveries,
    active: follower.mail.active,
    deferred: follower.mail.deferred,
    untried,
    transports: [...follower.transports]
      .map(([name, ring]) => ({ name, ring, all: ring.sum(from, second + 1) }))
      .sort((one, other) => other.all - one.all || (one.name < other.name ? -1 : 1))
      .map(({ name, ring }) => ({
        name,
        busy: ring.sum(second - 10, second) / 10,
        limit: settings?.transports.find((one) => one.name === name)?.maxproc.number ?? null,
      })),
    wait: untried === 0 ? 0 : deliveries === 0 ? null : untried / pace(follower.deliveries, second),
  };
}
