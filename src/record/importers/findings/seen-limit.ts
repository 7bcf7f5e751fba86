import { type EpochMicros, type Micros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { type Levels, overlap, stretchesAbove } from './intervals.ts';
import { PRINTED } from './limits.ts';

/** Deliveries of a transport that stay at one number for less than this show no limit (microseconds). */
const HELD = 10 * MICROS_PER_SECOND;
/** So many times each agent turned to the next delivery at once, and all of them together. */
const REFILLS = 3;
const REFILLS_IN_ALL = 10;

interface Seen {
  busy: Levels;
  peak: number;
  /** Its requests, and the columns of all: when each began, and to which destination. */
  rows: Uint32Array;
  start: ArrayLike<EpochMicros>;
  destination: ArrayLike<number>;
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
export function seenLimit(seen: Seen): number {
  const { busy, peak, rows, start, destination, peaks, concurrency, dip } = seen;
  for (let limit = peak; limit >= 1 && limit * PRINTED >= peak; limit--) {
    const full = stretchesAbove(busy, limit, dip);
    const held = full.from.reduce((sum, from, i) => sum + (full.to[i] ?? from) - from, 0);
    if (held < HELD) continue;
    const to = new Set<number>();
    let refills = 0;
    for (const row of rows) {
      const begun = start[row] ?? 0;
      // What makes the number full is no refill.
      if (overlap(full, begun - 1, begun) === 0) continue;
      refills++;
      to.add(destination[row] ?? 0);
    }
    const roomy = [...to].every((one) => concurrency === 0 || (peaks.get(one) ?? 0) < concurrency);
    if (refills >= Math.max(REFILLS_IN_ALL, REFILLS * limit) && to.size > 1 && roomy) return limit;
  }
  return 0;
}
