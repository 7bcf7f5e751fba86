import type { Finding, FindingRule, Share } from '../../protocol/findings.ts';
import type { AttemptRow } from '../../../protocol/ids.ts';
import type { EpochMicros, Seconds } from '../../../protocol/units.ts';
import { ENDS, STATUSES } from '../store/tables.ts';
import type { FindingContext } from './finding-context.ts';
import { once } from './prepared.ts';
import { largest, valueAtShare } from './sums.ts';

/** Findings that a report lists in full, the costliest first; gaps of the log are always listed, since they say what is not known. */
export const MAX_FINDINGS = 200;
/** Attempts, the costliest first, among which the queue ids and lines of a finding are looked up. */
const EVIDENCE_ATTEMPTS = 400;
/** Queue ids and lines that a finding names. */
const IDS_KEPT = 20;
const LINES_KEPT = 20;

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
  private readonly context: FindingContext;
  private known: { recipients: number; median: Seconds; longest: Seconds } | null = null;

  /** @param begun what is there already, where all of it is known at once. */
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
      const { sums, recipientOf } = this.context.prepared;
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

/** What a finding costs without what it rests on: for those that come after all that are told. */
export function untold(
  rule: FindingRule,
  { from, to, cost }: { from: EpochMicros; to: EpochMicros; cost: Seconds },
): Finding {
  const none = { recipients: 0, median: 0, longest: 0, figures: {}, words: {}, shares: [] };
  return { rule, from, to, subject: '', cost, ...none, rests: { count: 0, ids: [], lines: [] } };
}

/** Queue ids and lines of attempts. */
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

/** What became of a recipient by the end of the record. */
const [OPEN, DELIVERED, RETURNED, TAKEN] = [0, 1, 2, 3] as const;
/** Deleted, and behind it queued again. */
const DELETED = ENDS.indexOf('deleted');
const SENT = STATUSES.indexOf('sent');
const BOUNCED = STATUSES.indexOf('bounced');

type OfRecord = Pick<FindingContext, 'traffic' | 'prepared'>;

/**
 * Recipients of some attempts, each once: had their mail in the end, were returned to their senders, wait still, or an operator took
 * their message away (deleted it, or queued it again under another id).
 */
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

/** The last line of each recipient decides, and whether its message was returned for its age. */
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
