import { type EpochMicros, type Micros, MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import type { RunTimes } from '../../protocol/replay.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { Instance } from '../store/instance.ts';
import { EVENT_KINDS } from '../store/tables.ts';

/** `queue_run_delay` of a record, microseconds. */
export function queueRunDelay(settings: Settings | null): Micros {
  return Number(settings?.globals.queue_run_delay?.number ?? 300) * MICROS_PER_SECOND;
}

/**
 * Instants of scans of the deferred queue, microseconds from `origin`: the first retry of each group that lies on one
 * grid of `delay`; else the start of the queue manager.
 */
export function scansOf({ tables }: Instance, origin: EpochMicros, delay: Micros): number[] {
  const { activations } = tables;
  const retries: number[] = [];
  for (let row = 1; row < activations.length; row++)
    if ((activations.ordinal[row] ?? 0) > 1) retries.push((activations.time[row] ?? 0) - origin);
  const scans = scansSeen(retries, delay);
  if (scans.length > 0) return scans;
  const { events } = tables;
  for (let row = 1; row < events.length; row++)
    if (EVENT_KINDS[events.kind[row] ?? 0] === 'start') return [(events.time[row] ?? 0) - origin];
  return [0];
}

/** Of instants at which mail came back, ascending, those that begin a group and lie on one grid of `delay`. */
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

/** A scan that has much to look at is late, and a timer of a second is rounded: what lies further off was asked for. */
const ON_GRID = MICROS_PER_SECOND;
/** Fewer than these on one grid may lie there by chance. */
const LEAST = 3;

/** What a record shows of the queue manager's own times: where its scans lie, and how processes began. */
export function runTimes(instance: Instance, settings: Settings | null): RunTimes {
  const every = queueRunDelay(settings);
  const fits = retriesByLife(instance).flatMap(({ life, at }) => {
    const fit = phaseOf(at, every);
    return fit === null ? [] : [{ life, ...fit }];
  });
  return { scans: { every, lives: fits }, starts: startsOf(instance) };
}

/** When deferred mail came back, once for each group, by life of the queue manager: each has a grid of its own. */
function retriesByLife({ tables }: Instance): { life: number; at: EpochMicros[] }[] {
  const { activations, events } = tables;
  const begins: number[] = [];
  for (let row = 1; row < events.length; row++) {
    const kind = EVENT_KINDS[events.kind[row] ?? 0];
    if (kind === 'start' || kind === 'new-qmgr') begins.push(events.time[row] ?? 0);
  }
  const lives = [{ life: 1, at: [] as number[] }];
  // The first line of a log that begins with a start is no second life.
  let next = begins.findIndex((at) => at > (activations.time[1] ?? 0));
  if (next < 0) next = begins.length;
  let group = Number.NEGATIVE_INFINITY;
  for (let row = 1; row < activations.length; row++) {
    const at = activations.time[row] ?? 0;
    for (; next < begins.length && (begins[next] ?? 0) <= at; next++) {
      // The end of a `start` and its queue manager's first line are one beginning.
      lives.push({ life: lives.length + 1, at: [] });
    }
    if ((activations.ordinal[row] ?? 0) <= 1) continue;
    if (at - group > MICROS_PER_SECOND) lives.at(-1)?.at.push(at);
    group = at;
  }
  return lives;
}

/**
 * The phase of a grid of `every` on which most instants lie: the median of their residues. Instants off it are left out: they were
 * asked for (a flush, a restart). Null when too few lie on one, or no more than beside it.
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

/** How long the first request of a process was in the queue manager (b): its start-up is part of that. */
function startsOf({ tables }: Instance): RunTimes['starts'] {
  const { deliveries, attempts, activations } = tables;
  const known = new Set<number>();
  const waits: Seconds[] = [];
  for (let row = 1; row < deliveries.length; row++) {
    const agent = deliveries.agent[row] ?? 0;
    if (known.has(agent)) continue;
    known.add(agent);
    // A retry prints the wait of its first pass.
    if (activations.ordinal[deliveries.activation[row] ?? 0] === 1)
      waits.push(attempts.b[deliveries.first[row] ?? 0] ?? 0);
  }
  waits.sort((one, other) => one - other);
  return { processes: waits.length, median: MICROS_PER_SECOND * (waits[Math.floor(waits.length / 2)] ?? 0) };
}
