import type { LiveLane, LiveQueue, LiveSpan, LiveView } from '../../protocol/live.ts';
import type { Settings } from '../../protocol/settings.ts';
import {
  type EpochMicros,
  type EpochSeconds,
  MICROS_PER_SECOND,
  type Seconds,
} from '../../../protocol/units.ts';
import { sumLanes } from './destination.ts';
import type { Follower } from './follower.ts';
import type { Ring } from './ring.ts';

const BINS = 180;
const LANES = 6;
/** Seconds over which the pace of deliveries is looked at. */
const PACES: readonly Seconds[] = [60, 15, 5];
const ROWS_MAX = 500;

/** What a picture is made of. */
export interface Pictured {
  readonly follower: Follower;
  readonly queue: (LiveQueue & { waiting: Map<string, number> }) | null;
  readonly settings: Settings | null;
  readonly lines: number;
  readonly postfix: number;
  readonly notUnderstood: number;
  readonly totals: LiveView['totals'];
}

/** A picture of the time before `to`: bins of whole seconds, so that they do not tremble while time goes on. */
export function pictureOf(record: Pictured, to: EpochMicros, span: LiveSpan): LiveView {
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
      .slice(0, ROWS_MAX),
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

/** The value at the end of each bin; behind the last line it stays as it was. */
function levels(ring: Ring, from: EpochSeconds, each: Seconds, count: number): number[] {
  return Array.from({ length: count }, (_, i) => ring.at(Math.min(from + (i + 1) * each - 1, ring.latest)));
}

/**
 * Deliveries a second while mail waits: the most of a minute and of its end. Of the whole minute alone a burst that has just come would
 * be told the pace of the quiet time before it, when nothing waited.
 */
function pace(deliveries: Ring, second: EpochSeconds): number {
  return Math.max(...PACES.map((span) => deliveries.sum(second - span + 1, second + 1) / span));
}

function nowOf({ follower, settings }: Pictured, to: EpochMicros, from: EpochSeconds): LiveView['now'] {
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
