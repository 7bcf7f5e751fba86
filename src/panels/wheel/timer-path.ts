import type { TimerPath, TimerPlacing, WheelDetail } from '../../protocol/wheel.ts';
import type { Micros } from '../../protocol/units.ts';

type Measures = Pick<WheelDetail, 'tick' | 'size'>;

/** Time that a bucket of a level covers. */
export function tickOf({ tick, size }: Measures, level: number): Micros {
  return tick * size ** level;
}

/**
 * The path of a pending timer if it is not cancelled. When its bucket opens, all lower levels are at that instant, and
 * the timer is placed again (timers/README.md §3, §5). So the path depends on nothing else.
 */
export function futurePlacings(measures: Measures, due: Micros, from: TimerPlacing): TimerPlacing[] {
  const placings: TimerPlacing[] = [];
  let here = from;
  while (here.level > 0) {
    const at = here.opens;
    if (due < at + measures.tick) break;
    let level = 0;
    while (level < here.level && due >= at + tickOf(measures, level + 1)) level++;
    // Stop if no lower level has room: the timer would only move to the next bucket of its own level.
    if (level >= here.level) break;
    const tick = tickOf(measures, level);
    const opens = Math.floor(due / tick) * tick;
    here = { at, level, bucket: (opens / tick) % measures.size, opens };
    placings.push(here);
  }
  return placings;
}

/** Instant at which a timer runs if nothing cancels it. On a raw wheel that may be before it is due. */
export function runsAt(measures: Measures, path: Pick<TimerPath, 'due' | 'placings'>): Micros {
  const last = path.placings.at(-1);
  if (last === undefined) return path.due;
  return futurePlacings(measures, path.due, last).at(-1)?.opens ?? last.opens;
}

/** The past and future placings of a timer. */
export function wholePath(measures: Measures, path: TimerPath): TimerPlacing[] {
  const last = path.placings.at(-1);
  if (last === undefined || path.end !== null || last.bucket < 0) return path.placings;
  return [...path.placings, ...futurePlacings(measures, path.due, last)];
}

export function placingAt(
  placings: readonly TimerPlacing[],
  end: Micros,
  at: Micros,
): TimerPlacing | 'before' | 'after' {
  const first = placings[0];
  if (first === undefined || at < first.at) return 'before';
  if (at >= end) return 'after';
  return placings.findLast((placing) => placing.at <= at) ?? first;
}
