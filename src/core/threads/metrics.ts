/** Figures of a measurement (threads/README.md §15). Times in µs, shares of CPUs × window. */
import type { Micros } from '../../protocol/units.ts';
import type { GroupId, SourceId } from '../../protocol/threads.ts';
import { get, ids, NONE, touch } from '../tables.ts';
import { settleGroup, settleTotals } from './count.ts';
import { settlePending } from './items.ts';
import { type Machine, ONE, zeroTotals } from './tables.ts';

/** What a machine measured since `startMeasurement`. The host adds the figures of its requests. */
export interface MachineFigures {
  /** Time-weighted mean and maximum of runnable threads: of the group, or of all pool threads without a group. */
  readonly meanRunnable: number;
  readonly maxRunnable: number;
  /** Excess over the group's limit or, without a group, the number of CPUs. `overshootShare`: time integral / window. */
  readonly maxOvershoot: number;
  readonly overshootShare: number;
  /** Context switches: a running thread slept, stopped or exited (voluntary), or was preempted. */
  readonly voluntary: number;
  readonly involuntary: number;
  /** Dispatches that cost time, and their total cost. */
  readonly dispatches: number;
  readonly switchTime: Micros;
  /** Wall time minus work of CPU phases. */
  readonly contentionTime: Micros;
  readonly usefulTime: Micros;
  readonly useful: number;
  readonly busy: number;
  readonly meanPending: number;
  readonly maxPending: number;
  /** Wake-ups after which the thread found nothing and went back to sleep in its old place. */
  readonly spurious: number;
}

/** Starts the measurement: sums are 0, maxima are the present values. */
export function startMeasurement(m: Machine): void {
  const { now, runnable, online } = get(m.one, ONE);
  const totals = touch(m.totals, ONE);
  Object.assign(totals, {
    ...zeroTotals(now),
    runnableMax: runnable,
    overMax: Math.max(0, runnable - online),
  });
  for (const id of ids(m.groups)) {
    const group = touch(m.groups, id);
    group.since = now;
    group.runnableIntegral = 0;
    group.overIntegral = 0;
    group.runnableMax = group.runnable;
    group.overMax = Math.max(0, group.runnable - group.limit);
  }
  for (const id of ids(m.sources)) {
    const source = touch(m.sources, id);
    source.since = now;
    source.pendingIntegral = 0;
    source.pendingMax = source.pending;
  }
}

/** Returns the figures up to now. `window` (µs) divides sums into shares; 0 gives shares of 0. `group` NONE = no group. */
export function readFigures(m: Machine, group: GroupId, source: SourceId, window: number): MachineFigures {
  const { now, runnable, online } = get(m.one, ONE);
  const totals = { ...get(m.totals, ONE) };
  settleTotals(totals, runnable, online, now);
  const queue = { ...get(m.sources, source) };
  settlePending(queue, now);
  const count = group === NONE ? totals : { ...get(m.groups, group) };
  if ('limit' in count) settleGroup(count, now);
  const per = (sum: number): number => (window > 0 ? sum / window : 0);
  const { usefulTime, switchTime, contentionTime } = totals;
  return {
    meanRunnable: per(count.runnableIntegral),
    maxRunnable: count.runnableMax,
    maxOvershoot: count.overMax,
    overshootShare: per(count.overIntegral),
    voluntary: totals.voluntary,
    involuntary: totals.involuntary,
    dispatches: totals.dispatches,
    switchTime,
    contentionTime,
    usefulTime,
    useful: per(usefulTime) / online,
    busy: per(usefulTime + switchTime + contentionTime) / online,
    meanPending: per(queue.pendingIntegral),
    maxPending: queue.pendingMax,
    spurious: totals.spurious,
  };
}

/** Nearest rank: the smallest value that at least `share` of the values do not exceed. `sorted` is ascending; empty gives 0. */
export function nearestRank(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}
