import { type EpochMicros, type Micros, MICROS_PER_SECOND } from '../../protocol/units.ts';
import { type Levels, overlap, stretchesAbove } from './intervals.ts';

/** Deliveries of a transport that stay at one number for less than this show no limit (microseconds). */
const HELD = 10 * MICROS_PER_SECOND;
/** So many times each agent turned to the next delivery at once, and all of them together. */
const REFILLS = 3;
const REFILLS_IN_ALL = 10;
/** By the printed digits of a log more deliveries seem to be under way than there were agents. */
const PRINTED = 1.1;

interface Seen {
  busy: Levels;
  peak: number;
  /** When its deliveries began and to which destination, in any order. */
  starts: readonly EpochMicros[];
  destinations: readonly number[];
  /** Most deliveries at once to each destination, by its number. */
  peaks: ReadonlyMap<number, number>;
  /** Deliveries at once that one destination may have; 0 = no limit. */
  concurrency: number;
  dip: Micros;
}

/**
 * The number of agents that a log shows where no setting states it; 0 = it shows none. A number that is held while one
 * delivery after the other ends, each followed by another at once, and not always to the same destination, is the process
 * limit: windows would end it one by one. Windows that are full themselves show nothing.
 */
export function seenLimit({ busy, peak, starts, destinations, peaks, concurrency, dip }: Seen): number {
  for (let limit = peak; limit >= 1 && limit * PRINTED >= peak; limit--) {
    const full = stretchesAbove(busy, limit, dip);
    const held = full.from.reduce((sum, from, i) => sum + (full.to[i] ?? from) - from, 0);
    if (held < HELD) continue;
    const to = new Set<number>();
    let refills = 0;
    for (const [i, start] of starts.entries()) {
      // What makes the number full is no refill.
      if (overlap(full, start - 1, start) === 0) continue;
      refills++;
      to.add(destinations[i] ?? 0);
    }
    const roomy = [...to].every((one) => concurrency === 0 || (peaks.get(one) ?? 0) < concurrency);
    if (refills >= Math.max(REFILLS_IN_ALL, REFILLS * limit) && to.size > 1 && roomy) return limit;
  }
  return 0;
}
