import { type EpochMicros, type Micros, MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import type { RunTimes } from '../../protocol/replay.ts';
import type { Settings } from '../../protocol/settings.ts';
import { arrivedAt } from '../arrived.ts';
import type { Instance } from '../store/instance.ts';
import { EVENT_KINDS } from '../store/tables.ts';

/** The `queue_run_delay` in the settings or by default, in microseconds. */
export function queueRunDelay(settings: Settings | null): Micros {
  return Number(settings?.globals.queue_run_delay?.number ?? 300) * MICROS_PER_SECOND;
}

/**
 * Times of the scans of the deferred queue, in microseconds from `origin`. The log has no line for a scan, so a scan is
 * inferred from the first of a group of retries, if it comes a multiple of `delay` after the last scan. Without retries
 * the only time is the start of the queue manager.
 */
export function scansOf(instance: Instance, origin: EpochMicros, delay: Micros): number[] {
  const { tables, from } = instance;
  const { activations } = tables;
  const retries: number[] = [];
  for (let row = 1; row < activations.length; row++) {
    // Mail deferred before the log begins is retried too when it first becomes active here.
    const isRetry =
      (activations.ordinal[row] ?? 0) > 1 || arrivedAt(instance, activations.life[row] ?? 0) < from;
    if (isRetry) retries.push((activations.time[row] ?? 0) - origin);
  }
  const scans = scansSeen(retries, delay);
  if (scans.length > 0) return scans;
  const { events } = tables;
  for (let row = 1; row < events.length; row++)
    if (EVENT_KINDS[events.kind[row] ?? 0] === 'start') return [(events.time[row] ?? 0) - origin];
  return [0];
}

/** Filters ascending retry times to those that start a group and are on a grid of `delay`. */
export function scansSeen(retries: readonly Micros[], delay: Micros): number[] {
  const scans: number[] = [];
  let group = -2 * MICROS_PER_SECOND;
  for (const at of retries) {
    if (at - group <= MICROS_PER_SECOND) continue;
    group = at;
    const before = scans.at(-1);
    const rounds = before === undefined ? 1 : Math.round((at - before) / delay);
    if (before === undefined || (rounds >= 1 && Math.abs(at - before - rounds * delay) < 0.2 * delay))
      scans.push(at);
  }
  return scans;
}

/** Tolerance in microseconds: a busy scan is late, and timers are rounded to a second. Retries further off the grid were requested. */
const ON_GRID = MICROS_PER_SECOND;
/** Fewest scans that show a grid. Fewer scans may be on a grid by chance. */
const LEAST = 3;

/** The queue manager's own timing in a record: the grid of its scans, and the start of processes. */
export function runTimes(instance: Instance, settings: Settings | null): RunTimes {
  const every = queueRunDelay(settings);
  const fits = retriesByLife(instance).flatMap(({ life, at }) => {
    const fit = phaseOf(at, every);
    return fit === null ? [] : [{ life, ...fit }];
  });
  return { scans: { every, lives: fits }, starts: startsOf(instance) };
}

/** First times of groups of retries by life of the queue manager, because each life has its own grid. */
function retriesByLife({ tables }: Instance): { life: number; at: EpochMicros[] }[] {
  const { activations, events } = tables;
  const begins: number[] = [];
  for (let row = 1; row < events.length; row++) {
    const kind = EVENT_KINDS[events.kind[row] ?? 0];
    if (kind === 'start' || kind === 'new-qmgr') begins.push(events.time[row] ?? 0);
  }
  const lives = [{ life: 1, at: [] as number[] }];
  // A start at the beginning of the log is not a second life.
  let next = begins.findIndex((at) => at > (activations.time[1] ?? 0));
  if (next < 0) next = begins.length;
  let group = Number.NEGATIVE_INFINITY;
  for (let row = 1; row < activations.length; row++) {
    const at = activations.time[row] ?? 0;
    for (; next < begins.length && (begins[next] ?? 0) <= at; next++) {
      // A `start` and the first line of its queue manager are one start but add two lives. The first one has no
      // retries.
      lives.push({ life: lives.length + 1, at: [] });
    }
    if ((activations.ordinal[row] ?? 0) <= 1) continue;
    if (at - group > MICROS_PER_SECOND) lives.at(-1)?.at.push(at);
    group = at;
  }
  return lives;
}

/**
 * Phase of the grid with interval `every` on which most instants are: the median of their remainders. Instants off the
 * grid were requested (a flush, a restart). Null if too few instants are on the grid, or no more than are off it.
 */
function phaseOf(
  instants: readonly number[],
  every: number,
): { on: number; off: number; phase: number; residual: number } | null {
  const from = (at: number, phase: number): number => {
    const rest = (((at - phase) % every) + every) % every;
    return rest > every / 2 ? rest - every : rest;
  };
  let best: number[] = [];
  let middle = 0;
  for (const candidate of instants) {
    const own = instants.map((at) => from(at, candidate)).filter((rest) => Math.abs(rest) <= ON_GRID);
    if (own.length > best.length) [best, middle] = [own, candidate];
  }
  if (best.length < LEAST || best.length <= instants.length / 2) return null;
  best.sort((one, other) => one - other);
  const median = best[best.length >> 1] ?? 0;
  return {
    on: best.length,
    off: instants.length - best.length,
    phase: (((middle + median) % every) + every) % every,
    residual: Math.max(...best.map((rest) => Math.abs(rest - median))),
  };
}

/** Collects b of the first request of each process. This b includes the time to start the process. */
function startsOf({ tables }: Instance): RunTimes['starts'] {
  const { deliveries, attempts, activations } = tables;
  const known = new Set<number>();
  const waits: Seconds[] = [];
  for (let row = 1; row < deliveries.length; row++) {
    const agent = deliveries.agent[row] ?? 0;
    if (known.has(agent)) continue;
    known.add(agent);
    // A retry prints the b of its first pass.
    if (activations.ordinal[deliveries.activation[row] ?? 0] === 1)
      waits.push(attempts.b[deliveries.first[row] ?? 0] ?? 0);
  }
  waits.sort((one, other) => one - other);
  return { processes: waits.length, median: MICROS_PER_SECOND * (waits[Math.floor(waits.length / 2)] ?? 0) };
}
