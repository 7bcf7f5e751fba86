import type { LiveQueue, LiveSpan, LiveTotals, LiveView } from '../../protocol/live.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { EpochMicros, EpochMillis } from '../../../protocol/units.ts';
import type { Bytes } from '../bytes/scan.ts';
import { endsWith, lit, textOf } from '../bytes/scan.ts';
import { queueIdEnd } from '../facts/ids.ts';
import { Piece } from '../input/piece.ts';
import { zoneOffset } from '../lines/zone.ts';
import { readPostqueue } from '../snapshots/postqueue.ts';
import { RecordBuilder } from '../store/record.ts';
import { Follower } from './follower.ts';
import { pictureOf } from './picture.ts';
import { domainOf } from '../domain.ts';

/** A builder that holds more than this is changed for a new one: what is counted does not need its rows any more. */
const ROWS_MAX = 200_000;
const REMOVED = lit(': removed');

/** A log that grows, in fixed memory: counts, lanes and moments of the last three hours. */
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
   * @param zone of stamps that have none: `Europe/Vienna`, `UTC`, `+02:00`.
   * @param now milliseconds since 1970: the year of stamps that have none.
   * @param rows of a builder, before it is changed for a new one.
   */
  constructor(zone: string, now: EpochMillis, rows = ROWS_MAX) {
    this.rows = rows;
    const offset = zoneOffset(zone);
    if (offset === null)
      throw new RangeError(`zone: "${zone}" is none; accepted: Europe/Vienna, UTC, +02:00`);
    this.piece = new Piece({ year: new Date(now).getUTCFullYear(), zone: offset }, false);
  }

  /** Takes bytes of the log as they come. */
  take(bytes: Bytes): void {
    this.piece.fill(bytes);
    for (let step = this.piece.next(); step !== 'wait' && step !== 'end'; step = this.piece.next()) {
      this.lines++;
      if (step === 'line') this.line();
    }
  }

  /** Takes the text of `postqueue -j`. */
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

  /** What the page shows of the time that ends at `to` (microseconds since 1970). */
  picture(to: EpochMicros, span: LiveSpan): LiveView {
    return pictureOf(this, to, span);
  }

  /** Lines of Postfix that have no known form. */
  get notUnderstood(): number {
    return this.unknownBefore + unknownOf(this.builder);
  }

  /** Outcomes so far, and messages that came and went. */
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
  // Some megabytes: how many lines of one second may be told apart from lines that are written twice.
  return new RecordBuilder(false, 4_000_000);
}

function unknownOf(builder: RecordBuilder): number {
  return builder.members.reduce(
    (sum, { instance }) => sum + instance.lines - instance.duplicates - instance.understood,
    0,
  );
}
