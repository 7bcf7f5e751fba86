import type { LiveLane, LiveTotals } from '../../protocol/live.ts';
import type { EpochMicros, EpochSeconds, Seconds } from '../../../protocol/units.ts';
import { Ring } from './ring.ts';

export function noTotals(): LiveTotals {
  return { sent: 0, deferred: 0, bounced: 0, suspended: 0 };
}

export class Destination {
  readonly name: string;
  readonly busy = new Ring();
  readonly refused = new Ring();
  readonly later = new Ring();
  readonly totals = noTotals();
  window: number | null = null;
  limit: number | null = null;
  deadSince: EpochMicros | null = null;
  failing = false;
  /** Number of recipients deferred since the destination became dead. */
  putOff = 0;
  /** Time of the destination's last event (microseconds). */
  seen = 0;
  /** When each kind of moment last occurred, to avoid reporting it again and again. */
  readonly told = new Map<string, number>();

  constructor(name: string) {
    this.name = name;
  }

  /** Its lane for the chart: `count` bins of `each` seconds from `from`, and the numbers deferred and waiting now. */
  lane(from: EpochSeconds, each: Seconds, count: number, deferred: number, waiting: number | null): LiveLane {
    const { name, window, limit, deadSince, failing, totals } = this;
    return {
      name,
      busy: this.busy.bins(from, each, count).map((sum) => sum / each),
      refused: this.refused.bins(from, each, count),
      later: this.later.bins(from, each, count),
      window,
      limit,
      deadSince,
      failing,
      deferred,
      waiting,
      totals: { ...totals },
    };
  }
}

/** Sums lanes into one lane, which has no window. Null if there are no lanes. */
export function sumLanes(lanes: readonly LiveLane[], name: string): LiveLane | null {
  const [first, ...rest] = lanes;
  if (first === undefined) return null;
  const plus = (a: readonly number[], b: readonly number[]): number[] => a.map((n, i) => n + (b[i] ?? 0));
  const sum = rest.reduce(
    (all, lane) => ({
      ...all,
      busy: plus(all.busy, lane.busy),
      refused: plus(all.refused, lane.refused),
      later: plus(all.later, lane.later),
      deferred: all.deferred + lane.deferred,
      waiting: all.waiting === null ? null : all.waiting + (lane.waiting ?? 0),
      totals: addTotals(all.totals, lane.totals),
    }),
    first,
  );
  return { ...sum, name, window: null, limit: null, deadSince: null, failing: false };
}

function addTotals(a: LiveTotals, b: LiveTotals): LiveTotals {
  return {
    sent: a.sent + b.sent,
    deferred: a.deferred + b.deferred,
    bounced: a.bounced + b.bounced,
    suspended: a.suspended + b.suspended,
  };
}
