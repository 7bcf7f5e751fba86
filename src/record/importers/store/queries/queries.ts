import type { ActivationRow, AttemptRow, DeliveryRow } from '../../../../protocol/ids.ts';
import type { Settings } from '../../../protocol/settings.ts';
import type { EpochMicros } from '../../../../protocol/units.ts';
import type { Instance } from '../instance.ts';
import { OUTCOMES, STATUSES } from '../tables.ts';
import { type GroupBy, groupAttempts, type Groups } from './groups.ts';
import { Levels, type LevelSeries, groupsThrough, type Spans } from './levels.ts';
import { Messages } from './messages.ts';
import { byTime, inGroups, type Order, placeOf, tableRows } from './order.ts';
import { ColumnSum, KindCounts } from './sums.ts';
import { WAIT_BINS, waitBin } from './waits.ts';

/**
 * `attempts`: attempts at the time of their line. `firstPasses`: attempts of a message's first pass, at the time when
 * it became active, as the heat map of waiting shows them.
 */
export type What = 'attempts' | 'firstPasses';

/**
 * `inFlight`: deliveries from start to end, except those that a dead destination suspended. `waiting`: deliveries
 * from the activation of their message to their start. `inQueue`: messages from their first line to their end.
 */
export type Lasting = 'inFlight' | 'waiting' | 'inQueue';

/** A time range in whole microseconds without `to`, and a group. */
export interface Where {
  from: EpochMicros;
  to: EpochMicros;
  /** A GroupBy or a defined name. Default: all. */
  by?: string;
  group?: number;
}

/** Counts per bin. `other`: attempts without a final status (verified, expanded). */
export interface BinCounts {
  sent: Uint32Array;
  deferred: Uint32Array;
  bounced: Uint32Array;
  other: Uint32Array;
  /** Sum of b: seconds that recipients waited in the queue manager. */
  waited: Float64Array;
}

/** Rows of a table in order of time, without copying them. */
export interface Rows {
  count: number;
  row(at: number): number;
}

const KINDS = 4;
const SUSPENDED = OUTCOMES.indexOf('suspended');
/** Marks an attempt whose b was not printed. */
const NO_WAIT = 255;

interface Index {
  order: Order;
  kinds: KindCounts;
  waited: ColumnSum;
  /** Created on first use, because it is the largest index. */
  waits: KindCounts | null;
}

/**
 * Queries on a finished instance. Each index is built on first use by one pass over the rows. After that a query of
 * any range takes time for its answer and the logarithm of the rows.
 */
export class RecordQueries {
  readonly instance: Instance;
  readonly messages: Messages;
  private readonly settings: Settings | null;
  private readonly groupings = new Map<string, Groups>();
  private readonly indexes = new Map<string, Index>();
  private readonly levelsOf = new Map<string, Levels>();
  private kindOf: Uint8Array | null = null;
  private waitOf: Uint8Array | null = null;
  private readonly sorted = new Map<What, { rows: Uint32Array; times: Float64Array }>();

  /** @param settings Decide transports and destinations; null = those of a stock Postfix. */
  constructor(instance: Instance, settings: Settings | null = null) {
    this.instance = instance;
    this.settings = settings;
    this.messages = new Messages(instance);
  }

  /** The groups of a built-in or defined name. Throws a RangeError for any other. */
  groups(by: string): Groups {
    let groups = this.groupings.get(by);
    if (groups === undefined) {
      if (!isGroupBy(by))
        throw new RangeError(`by: "${by}" is unknown; accepted: ${BUILT_IN.join(', ')}, or a defined one`);
      groups = groupAttempts(this.instance, by, this.settings);
      this.groupings.set(by, groups);
    }
    return groups;
  }

  /** Defines a grouping (classes of mail, a selection), replacing the previous one of that name. */
  define(name: string, groups: Groups): void {
    if (isGroupBy(name)) throw new RangeError(`name: "${name}" is built in`);
    this.groupings.set(name, groups);
    for (const keys of [this.indexes, this.levelsOf])
      for (const key of keys.keys()) if (key.endsWith(` ${name}`)) keys.delete(key);
  }

  /** Rows of `attempts` in a time range, in order of time. */
  rows(what: What, where: Where): Rows {
    const { order } = this.index(what, where.by);
    const from = placeOf(order, where.group ?? 0, where.from);
    const to = placeOf(order, where.group ?? 0, where.to);
    return { count: to - from, row: (at) => order.rows[from + at] ?? 0 };
  }

  /** Attempts by status and their sum of b, in `bins` equal parts of a time range. */
  counts(what: What, where: Where, bins: number): BinCounts {
    const { order, kinds, waited } = this.index(what, where.by);
    const counts = createCounts(bins);
    const four = new Uint32Array(KINDS);
    eachBin(order, where, bins, (bin, from, to) => {
      four.fill(0);
      kinds.add(from, to, four);
      put(counts, bin, four, waited.between(from, to));
    });
    return counts;
  }

  /** The same counts over a time range for every group of `by`. Index = group. */
  totals(what: What, by: string, from: EpochMicros, to: EpochMicros): BinCounts {
    const { order, kinds, waited } = this.index(what, by);
    const { count } = this.groups(by);
    const counts = createCounts(count);
    const four = new Uint32Array(KINDS);
    for (let group = 0; group < count; group++) {
      const first = placeOf(order, group, from);
      const end = placeOf(order, group, to);
      if (first === end) continue;
      four.fill(0);
      kinds.add(first, end, four);
      put(counts, group, four, waited.between(first, end));
    }
    return counts;
  }

  /**
   * Histogram of b in WAIT_BINS logarithmic steps (`waits.ts`) for each of `bins` parts of time: time bin x and wait
   * bin y are at index x · WAIT_BINS + y. Attempts without `delays=` are left out.
   */
  waits(what: What, where: Where, bins: number): Uint32Array {
    const index = this.index(what, where.by);
    index.waits ??= new KindCounts(index.order.rows, (this.waitOf ??= this.waitBins()), WAIT_BINS);
    const { waits } = index;
    const counts = new Uint32Array(bins * WAIT_BINS);
    eachBin(index.order, where, bins, (bin, from, to) => waits.add(from, to, counts, bin * WAIT_BINS));
    return counts;
  }

  /** Concurrent spans in `bins` equal parts of a time range. `inQueue` has no groups. */
  levels(lasting: Lasting, where: Where, bins: number): LevelSeries {
    const by = where.by ?? 'all';
    const key = `${lasting} ${by}`;
    let levels = this.levelsOf.get(key);
    if (levels === undefined) {
      levels = new Levels(this.spans(lasting, by));
      this.levelsOf.set(key, levels);
    }
    return levels.series(where.group ?? 0, where.from, where.to, bins);
  }

  private index(what: What, by: string = 'all'): Index {
    const key = `${what} ${by}`;
    let index = this.indexes.get(key);
    if (index === undefined) {
      const groups = this.groups(by);
      const { rows, times } = this.inTime(what);
      const order = inGroups(rows, times, groups.ofAttempt, groups.count);
      const { attempts } = this.instance.tables;
      index = {
        order,
        kinds: new KindCounts(order.rows, (this.kindOf ??= statusKinds(attempts)), KINDS),
        waited: new ColumnSum(order.rows, attempts.b),
        waits: null,
      };
      this.indexes.set(key, index);
    }
    return index;
  }

  private inTime(what: What): { rows: Uint32Array; times: Float64Array } {
    let found = this.sorted.get(what);
    if (found === undefined) {
      const { attempts, deliveries, activations } = this.instance.tables;
      if (what === 'attempts') found = inTime(tableRows(attempts.length), attempts.time);
      else {
        const activation = (row: AttemptRow): ActivationRow =>
          deliveries.activation[attempts.delivery[row] ?? 0] ?? 0;
        const times = new Float64Array(attempts.length);
        for (let row = 1; row < attempts.length; row++) times[row] = activations.time[activation(row)] ?? 0;
        const first = (row: AttemptRow): boolean => activations.ordinal[activation(row)] === 1;
        found = inTime(tableRows(attempts.length, first), times);
      }
      this.sorted.set(what, found);
    }
    return found;
  }

  private spans(lasting: Lasting, by: string): Spans {
    const { deliveries, attempts, activations, lives } = this.instance.tables;
    if (lasting === 'inQueue') {
      if (by !== 'all') throw new RangeError(`by: "${by}" does not divide messages; accepted: all`);
      // Messages without an end stay in the queue until just after the record ends.
      const until = this.instance.to + 1;
      const to = lives.ended.map((ended) => (ended === 0 ? until : ended));
      return { rows: tableRows(lives.length), from: lives.firstTime, to, groupOf: null, groups: 1 };
    }
    const { ofAttempt, count } = this.groups(by);
    const groupOf = groupsThrough(deliveries.length, ofAttempt, deliveries.last);
    if (lasting === 'inFlight') {
      const tried = (row: DeliveryRow): boolean => attempts.outcome[deliveries.last[row] ?? 0] !== SUSPENDED;
      const rows = tableRows(deliveries.length, tried);
      return { rows, from: deliveries.start, to: deliveries.end, groupOf, groups: count };
    }
    const from = new Float64Array(deliveries.length);
    for (let row = 1; row < deliveries.length; row++)
      from[row] = activations.time[deliveries.activation[row] ?? 0] ?? 0;
    const known = (row: number): boolean => from[row] !== 0;
    const rows = tableRows(deliveries.length, known);
    return { rows, from, to: deliveries.start, groupOf, groups: count };
  }

  private waitBins(): Uint8Array {
    const { attempts } = this.instance.tables;
    const bins = new Uint8Array(attempts.length);
    for (let row = 1; row < attempts.length; row++)
      bins[row] = (((attempts.digits[row] ?? 0) >>> 8) & 15) === 15 ? NO_WAIT : waitBin(attempts.b[row] ?? 0);
    return bins;
  }
}

const BUILT_IN: readonly string[] = [
  'all',
  'domain',
  'destination',
  'transport',
  'relay',
  'sender',
] satisfies GroupBy[];

function isGroupBy(by: string): by is GroupBy {
  return BUILT_IN.includes(by);
}

function inTime(rows: Uint32Array, times: Float64Array): { rows: Uint32Array; times: Float64Array } {
  return { rows: byTime(rows, times), times };
}

/** Calls `take` with the stretch of the order in each part of the time range. Empty parts are skipped. */
function eachBin(
  order: Order,
  { from, to, group = 0 }: Where,
  bins: number,
  take: (bin: number, from: EpochMicros, to: EpochMicros) => void,
): void {
  let place = placeOf(order, group, from);
  for (let bin = 0; bin < bins; bin++) {
    const next = placeOf(order, group, from + ((to - from) * (bin + 1)) / bins);
    if (next > place) take(bin, place, next);
    place = next;
  }
}

/** The kind of each attempt's status: 0 sent, 1 deferred, 2 bounced, 3 any other. */
function statusKinds(attempts: Instance['tables']['attempts']): Uint8Array {
  const kinds = STATUSES.map((status) => ['sent', 'deferred', 'bounced', status].indexOf(status));
  const of = new Uint8Array(attempts.length);
  for (let row = 1; row < attempts.length; row++) of[row] = kinds[attempts.status[row] ?? 0] ?? 3;
  return of;
}

function createCounts(bins: number): BinCounts {
  return {
    sent: new Uint32Array(bins),
    deferred: new Uint32Array(bins),
    bounced: new Uint32Array(bins),
    other: new Uint32Array(bins),
    waited: new Float64Array(bins),
  };
}

function put(counts: BinCounts, at: number, four: Uint32Array, waited: number): void {
  counts.sent[at] = four[0] ?? 0;
  counts.deferred[at] = four[1] ?? 0;
  counts.bounced[at] = four[2] ?? 0;
  counts.other[at] = four[3] ?? 0;
  counts.waited[at] = waited;
}
