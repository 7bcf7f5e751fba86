import type { Finding, FindingRule, Share } from '../../protocol/findings.ts';
import type { AttemptRow } from '../../../protocol/ids.ts';
import type { EpochMicros, Seconds } from '../../../protocol/units.ts';
import { ENDS, STATUSES } from '../store/tables.ts';
import type { FindingContext } from './finding-context.ts';
import { once } from './prepared.ts';
import { largest, valueAtShare } from './sums.ts';

/** Findings listed in full, most expensive first. Gaps of the log are always listed, because they show what is unknown. */
export const MAX_FINDINGS = 200;
/** A finding takes its queue ids and lines from this many attempts, those that waited longest. */
const EVIDENCE_ATTEMPTS = 400;
/** Most queue ids, and most lines, that a finding lists. */
const IDS_KEPT = 20;
const LINES_KEPT = 20;

/** Rules about retried mail. Their findings include its final outcome. */
export const TRIED_AGAIN: ReadonlySet<FindingRule> = new Set([
  'dead',
  'sessions',
  'provider-rate',
  'greylisting',
  'unreachable',
  'put-off',
  'flush',
  'transport-failed',
  'login-refused',
  'tls-failed',
  'mail-loop',
  'own-failure',
  'mailbox-full',
  'recipient-limit',
  'resolver',
  'network',
  'ipv6',
]);

/** Attempts of one cause, the seconds each waited, and the time range. */
interface Tallied {
  rows: Uint32Array;
  seconds: Float64Array;
  from: EpochMicros;
  to: EpochMicros;
}

const FIRST_ROOM = 16;

/** Sums the cost of one cause by recipient and keeps the evidence. */
export class Tally {
  cost = 0;
  from = Infinity;
  to = -Infinity;
  private length = 0;
  private rowsKept: Uint32Array;
  private secondsKept: Float64Array;
  private readonly context: FindingContext;
  private known: { recipients: number; median: Seconds; longest: Seconds } | null = null;

  /** @param begun All attempts of the cause, if they are known in advance. */
  constructor(context: FindingContext, begun: Tallied | null = null) {
    this.context = context;
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

  get rows(): Uint32Array {
    return this.rowsKept.subarray(0, this.length);
  }

  private get seconds(): Float64Array {
    return this.secondsKept.subarray(0, this.length);
  }

  /** Adds an attempt that waited this many seconds between two instants. */
  add(row: AttemptRow, seconds: Seconds, from: EpochMicros, to: EpochMicros): void {
    // Typed arrays, because a record may have hundreds of thousands of attempts. Plain lists took half the time of all findings.
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

  /** Number of recipients, and the median and the longest of their total waits. */
  get spread(): { recipients: number; median: Seconds; longest: Seconds } {
    if (this.known === null) {
      const { sums, recipientOf } = this.context.prepared;
      const waited = sums.of(this.rows, this.seconds, recipientOf);
      let longest = 0;
      for (const one of waited) if (one > longest) longest = one;
      this.known = { recipients: waited.length, median: valueAtShare(waited, 0.5), longest };
    }
    return this.known;
  }

  /** A tally of only the mail that the report is about. */
  private ofReport(): Tally {
    const { only, traffic } = this.context;
    if (only === null) return this;
    const { life } = traffic.instance.tables.attempts;
    const kept = Uint32Array.from(this.rows.keys()).filter((i) => only[life[this.rows[i] ?? 0] ?? 0] === 1);
    return new Tally(this.context, {
      rows: kept.map((i) => this.rows[i] ?? 0),
      seconds: Float64Array.from(kept, (i) => this.seconds[i] ?? 0),
      from: this.from,
      to: this.to,
    });
  }

  /** Builds the finding: recipients, waits and the most expensive messages. */
  finding(
    rule: FindingRule,
    subject: string,
    figures: Record<string, number>,
    more: { words?: Record<string, string>; shares?: Share[] } = {},
  ): Finding {
    return this.ofReport().told(rule, subject, figures, more);
  }

  private told(
    rule: FindingRule,
    subject: string,
    figures: Record<string, number>,
    { words = {}, shares = [] }: { words?: Record<string, string>; shares?: Share[] },
  ): Finding {
    const { recipients, median, longest } = this.spread;
    // Longest waits first, because "show me" opens the first line.
    const order = largest(this.seconds, EVIDENCE_ATTEMPTS);
    return {
      rule,
      from: this.from,
      to: this.to,
      subject,
      cost: this.cost,
      recipients,
      median,
      longest,
      figures: TRIED_AGAIN.has(rule) ? { ...figures, ...fatesOf(this.context, this.rows) } : figures,
      words,
      shares,
      rests: restsOf(
        this.context,
        order.map((i) => this.rows[i] ?? 0),
        this.rows.length,
      ),
    };
  }
}

/** A finding with only its cost, for findings that will not be listed. */
export function untold(
  rule: FindingRule,
  { from, to, cost }: { from: EpochMicros; to: EpochMicros; cost: Seconds },
): Finding {
  const none = { recipients: 0, median: 0, longest: 0, figures: {}, words: {}, shares: [] };
  return { rule, from, to, subject: '', cost, ...none, rests: { count: 0, ids: [], lines: [] } };
}

function restsOf(
  { traffic, files }: FindingContext,
  rows: readonly number[],
  count: number,
): Finding['rests'] {
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

/** Outcome of a recipient at the end of the record. */
const [OPEN, DELIVERED, RETURNED, TAKEN] = [0, 1, 2, 3] as const;
/** ENDS lists the ends caused by an operator (deleted, requeued) from this index on. */
const DELETED = ENDS.indexOf('deleted');
const SENT = STATUSES.indexOf('sent');
const BOUNCED = STATUSES.indexOf('bounced');

type OfRecord = Pick<FindingContext, 'traffic' | 'prepared'>;

/** Counts recipients by outcome: delivered, bounced, still open, or taken away by an operator (deleted, or requeued under another id). */
function fatesOf(
  record: OfRecord,
  rows: ArrayLike<number>,
): Record<'delivered' | 'returned' | 'open' | 'taken', number> {
  const { recipientOf } = record.prepared;
  const { fate, seen, next } = once(record.prepared, fatesOf, () => endsOf(record));
  const turn = next();
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < rows.length; i++) {
    const recipient = recipientOf[rows[i] ?? 0] ?? 0;
    if (seen[recipient] === turn) continue;
    seen[recipient] = turn;
    const of = fate[recipient] ?? OPEN;
    counts[of] = (counts[of] ?? 0) + 1;
  }
  const [open = 0, delivered = 0, returned = 0, taken = 0] = counts;
  return { delivered, returned, open, taken };
}

/** Finds the outcome of each recipient, by the status of its last line and by whether its message expired. */
function endsOf({ traffic, prepared }: OfRecord): {
  fate: Uint8Array;
  seen: Uint32Array;
  next: () => number;
} {
  const { attempts, lives } = traffic.instance.tables;
  const { recipientOf } = prepared;
  const count = recipientOf.reduce((most, one) => Math.max(most, one), 0) + 1;
  const fate = new Uint8Array(count);
  for (let row = 1; row < attempts.length; row++) {
    const status = attempts.status[row] ?? 0;
    const life = attempts.life[row] ?? 0;
    const expired = (lives.expired[life] ?? 0) > 0;
    const left = (lives.end[life] ?? 0) >= DELETED ? TAKEN : OPEN;
    fate[recipientOf[row] ?? 0] =
      status === SENT ? DELIVERED : status === BOUNCED || expired ? RETURNED : left;
  }
  let turn = 0;
  return { fate, seen: new Uint32Array(count), next: () => ++turn };
}
