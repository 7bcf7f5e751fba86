import type { Finding, FindingRule } from '../../protocol/findings.ts';
import { type EpochMicros, MICROS_PER_MINUTE, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { EVENT_KINDS, STATUSES } from '../store/tables.ts';
import { activeAt, attemptsInRange, type FindingContext, inRange, seconds } from './finding-context.ts';
import { Tally, MAX_FINDINGS, untold } from './tally.ts';
import {
  firstNotBelow,
  type Intervals,
  type Levels,
  levelsOf,
  overlap,
  stretchesAbove,
} from './intervals.ts';
import { globalOf } from './limits.ts';
import { nths } from './sums.ts';
import { scanWait } from './pauses.ts';
import { attemptsThat, once } from './prepared.ts';
import { labelOf } from './traffic.ts';
import { SHORT } from './verdict.ts';

const SENT = STATUSES.indexOf('sent');
/** Time after a restart in which windows grow again (microseconds). */
const LEARN = MICROS_PER_MINUTE;

/** Mail that was slow before it reached the queue manager: `a` of first passes. */
export function beforeQueue(context: FindingContext): Finding[] {
  const { attempts, deliveries, activations, lives } = context.traffic.instance.tables;
  const { prepared, thresholds } = context;
  const slowBefore = once(prepared, `before ${thresholds.before}`, () =>
    attemptsThat(prepared, (row) => {
      if ((attempts.a[row] ?? 0) < thresholds.before) return false;
      const activation = deliveries.activation[attempts.delivery[row] ?? 0] ?? 0;
      // Mail that arrived before the record may have been deferred, so its `a` would include earlier attempts.
      return activations.ordinal[activation] === 1 && lives.origin[attempts.life[row] ?? 0] !== 0;
    }),
  );
  const tally = new Tally(context);
  for (const row of attemptsInRange(context, slowBefore)) {
    const a = attempts.a[row] ?? 0;
    const active = activeAt(context, row);
    tally.add(row, a, active - a * MICROS_PER_SECOND, active);
  }
  if (tally.rows.length < context.thresholds.count || tally.cost < context.thresholds.cost) return [];
  return [tally.finding('before-queue', '', {})];
}

/** Connections (c) or replies (d per recipient) that took many times longer than usual, by destination. */
export function* slowOutside(context: FindingContext): Generator<undefined, Finding[], undefined> {
  const connect = slow(context, 'slow-connect');
  yield;
  return [...connect, ...slow(context, 'slow-server')];
}

/** How long each request took, in seconds (c, or d per recipient; −1 if it was not accepted), and the median. */
interface Took {
  of: Float64Array;
  usual: number;
}

function tookOf({ traffic }: FindingContext, rule: 'slow-connect' | 'slow-server'): Took {
  const { attempts, deliveries } = traffic.instance.tables;
  const { requests } = traffic;
  const recipientsOf = new Uint32Array(deliveries.length);
  for (let row = 1; row < attempts.length; row++) {
    const delivery = attempts.delivery[row] ?? 0;
    recipientsOf[delivery] = (recipientsOf[delivery] ?? 0) + 1;
  }
  const of = new Float64Array(requests.length).fill(-1);
  const accepted = new Float64Array(requests.length);
  let count = 0;
  for (let row = 0; row < requests.length; row++) {
    const attempt = requests.last[row] ?? 0;
    const took =
      rule === 'slow-connect'
        ? (attempts.c[attempt] ?? 0)
        : (attempts.d[attempt] ?? 0) / (recipientsOf[attempts.delivery[attempt] ?? 0] ?? 1);
    if (attempts.status[attempt] === SENT) accepted[count++] = of[row] = took;
  }
  return { of, usual: nths(accepted.subarray(0, count), [count >> 1])[0] ?? 0 };
}

function slow(context: FindingContext, rule: FindingRule & ('slow-connect' | 'slow-server')): Finding[] {
  const { traffic, thresholds, prepared } = context;
  const { requests } = traffic;
  const { of, usual } = once(prepared, rule, () => tookOf(context, rule));
  const least = Math.max(thresholds.slow, usual * thresholds.times);
  const rows = once(prepared, `${rule} ${least}`, () => {
    const found: number[] = [];
    for (let row = 0; row < requests.length; row++) if ((of[row] ?? 0) >= least) found.push(row);
    return found;
  });
  const tallies = new Map<number, Tally>();
  for (const row of rows) {
    if (!inRange(context, requests.last[row] ?? 0)) continue;
    const took = of[row] ?? 0;
    const place = requests.destination[row] ?? 0;
    let tally = tallies.get(place);
    if (tally === undefined) tallies.set(place, (tally = new Tally(context)));
    tally.add(requests.last[row] ?? 0, took - usual, requests.start[row] ?? 0, requests.end[row] ?? 0);
  }
  return [...tallies].flatMap(([place, tally]) =>
    tally.rows.length < thresholds.count || tally.cost < thresholds.cost
      ? []
      : [tally.finding(rule, labelOf(traffic, place - 1), { usual, least })],
  );
}

/** Deferred mail whose backoff had ended and that waited for a scan (queue_run_delay). */
export function scanWaits(context: FindingContext): Finding[] {
  const { traffic, pauses, paused, thresholds } = context;
  if (!pauses.timesKnown) return [];
  const tally = new Tally(context);
  let all = 0;
  for (let row = paused.from; row < paused.to; row++) {
    const before = pauses.before[row] ?? 0;
    if (pauses.after[row] === 0 || !inRange(context, before)) continue;
    all += seconds((pauses.to[row] ?? 0) - (pauses.from[row] ?? 0));
    const waited = scanWait(pauses, row);
    if (waited > 0.5) tally.add(before, waited, pauses.due[row] ?? 0, pauses.to[row] ?? 0);
  }
  if (tally.rows.length < thresholds.count || tally.cost < thresholds.cost) return [];
  if (tally.cost < 0.4 * all) return [];
  return [
    tally.finding('scan', '', {
      share: tally.cost / all,
      queueRunDelay: globalOf(traffic.settings, 'queue_run_delay', 300),
      minimalBackoff: globalOf(traffic.settings, 'minimal_backoff_time', 300),
    }),
  ];
}

/** Restarts while mail waited: windows restart at the initial concurrency. */
export function reloads(context: FindingContext): Finding[] {
  const { traffic, waits, thresholds, from, to } = context;
  const { events, activations } = traffic.instance.tables;
  const atWindow = once(context.prepared, waitedAtWindow, () => waitedAtWindow(context));
  const begin = activations.time[1] ?? 0;
  const found: { tally: Tally; kind: string }[] = [];
  let last = -Infinity;
  for (let row = 1; row < events.length; row++) {
    const kind = EVENT_KINDS[events.kind[row] ?? 0];
    const time = events.time[row] ?? 0;
    if ((kind !== 'reload' && kind !== 'new-qmgr' && kind !== 'start') || time <= begin) continue;
    if (time < from || time > to || time - last < LEARN) continue;
    last = time;
    const tally = new Tally(context);
    for (const attempt of atWindow(time, thresholds.count)) {
      const start = traffic.startOf[attempt] ?? 0;
      tally.add(attempt, Math.min(waits.window[attempt] ?? 0, seconds(start - time)), time, start);
    }
    if (tally.cost >= thresholds.cost && tally.rows.length >= thresholds.count)
      found.push({ tally, kind: kind ?? '' });
  }
  return found
    .sort(({ tally: one }, { tally: other }) => other.cost - one.cost)
    .map(({ tally, kind }, rank) =>
      rank >= MAX_FINDINGS
        ? untold('reload', tally)
        : tally.finding('reload', '', { initial: 5 }, { words: { kind } }),
    );
}

/**
 * Returns a function that lists the attempts that waited for a window at an instant or soon after, in log order; an
 * empty list if there are fewer than `least`. A record may have many restarts, so the waiting attempts are sorted by
 * start only once. An attempt's start is at most the longest wait after it became active.
 */
function waitedAtWindow(context: FindingContext): (time: EpochMicros, least: number) => Uint32Array {
  const { startOf } = context.traffic;
  const { window } = context.waits;
  const waited = attemptsThat(context.prepared, (row) => (window[row] ?? 0) >= SHORT);
  let longest = 0;
  for (const row of waited) longest = Math.max(longest, (startOf[row] ?? 0) - activeAt(context, row));
  const rows = waited.sort((one, other) => (startOf[one] ?? 0) - (startOf[other] ?? 0));
  const starts = Float64Array.from(rows, (row) => startOf[row] ?? 0);
  const none = new Uint32Array(0);
  return (time, least) => {
    const near = rows.subarray(
      firstNotBelow(starts, time),
      firstNotBelow(starts, time + LEARN + longest + 1),
    );
    if (near.length < least) return none;
    const found = near.filter((row) => activeAt(context, row) <= time + LEARN);
    return found.length < least ? none : found.sort();
  };
}

/** Messages in the active queue over time: all of them, and retries; and the number of clog warnings. */
interface ActiveQueue {
  limit: number;
  active: Levels;
  retries: Levels;
  clogs: number;
}

function activeLevels({ traffic }: FindingContext): ActiveQueue {
  const { activations, attempts, deliveries, events } = traffic.instance.tables;
  const ends = Float64Array.from(activations.time);
  for (let row = 1; row < attempts.length; row++) {
    const activation = deliveries.activation[attempts.delivery[row] ?? 0] ?? 0;
    if (activation !== 0 && (attempts.time[row] ?? 0) > (ends[activation] ?? 0))
      ends[activation] = attempts.time[row] ?? 0;
  }
  const all: number[] = [];
  const again: number[] = [];
  for (let row = 1; row < activations.length; row++) {
    all.push(row);
    if ((activations.ordinal[row] ?? 0) > 1) again.push(row);
  }
  let clogs = 0;
  for (let row = 1; row < events.length; row++) if (EVENT_KINDS[events.kind[row] ?? 0] === 'clog') clogs++;
  return {
    limit: globalOf(traffic.settings, 'qmgr_message_active_limit', 20_000),
    active: levelsOf(all, activations.time, ends),
    retries: levelsOf(again, activations.time, ends),
    clogs,
  };
}

/** Finds retries that fill the active queue, and an active queue at its limit. */
export function fullActiveQueue(context: FindingContext): Finding[] {
  const { traffic, prepared, within, thresholds } = context;
  const { attempts } = traffic.instance.tables;
  const { limit, active, retries, clogs } = once(prepared, fullActiveQueue, () => activeLevels(context));
  const found: Finding[] = [];
  const above = (levels: Levels, least: number): Intervals =>
    once(prepared, `${levels === active} ${least}`, () => stretchesAbove(levels, least, MICROS_PER_SECOND));
  const crowded = above(retries, Math.max(2, Math.ceil(limit * thresholds.active)));
  const full = above(active, Math.max(2, Math.floor(limit * 0.99)));
  const longest = (list: typeof full): number =>
    list.from.reduce((most, from, i) => Math.max(most, (list.to[i] ?? 0) - from), 0);
  if (seconds(longest(crowded)) >= thresholds.full) {
    const tally = new Tally(context);
    for (let row = within.from; row < within.to; row++) {
      const start = traffic.startOf[row] ?? 0;
      const waited = start === 0 ? 0 : seconds(overlap(crowded, activeAt(context, row), start));
      if (waited > 0.01 && inRange(context, row)) tally.add(row, waited, activeAt(context, row), start);
    }
    const peak = highest(retries);
    const share = peak / Math.max(1, highest(active));
    if (tally.cost >= thresholds.cost)
      found.push(tally.finding('retries', '', { peak, limit, share, clogs }));
  }
  if (seconds(longest(full)) >= thresholds.full) {
    const tally = new Tally(context);
    for (let row = within.from; row < within.to; row++) {
      const active0 = activeAt(context, row);
      const a = attempts.a[row] ?? 0;
      const waited = seconds(overlap(full, active0 - a * MICROS_PER_SECOND, active0));
      if (waited > 0.01 && inRange(context, row))
        tally.add(row, waited, active0 - a * MICROS_PER_SECOND, active0);
    }
    if (tally.cost >= thresholds.cost) found.push(tally.finding('incoming', '', { limit }));
  }
  return found;
}

const highest = ({ level }: Levels): number => level.reduce((most, one) => Math.max(most, one), 0);

/** Gaps of the log, and lines that a syslog daemon reports as lost. What happened then is unknown. */
export function logGaps(context: FindingContext): Finding[] {
  return context.gaps
    .filter(({ from, to }) => to >= context.from && from <= context.to)
    .slice(0, 50)
    .map(
      ({ from, to, file, line }): Finding => ({
        rule: 'log-gap',
        from,
        to,
        subject: '',
        cost: 0,
        recipients: 0,
        median: 0,
        longest: 0,
        figures: { seconds: seconds(to - from), lost: from === to ? 1 : 0 },
        words: {},
        shares: [],
        rests: { count: 1, ids: [], lines: [{ file: context.files[file] ?? '', line }] },
      }),
    );
}
