/**
 * A number that says what it counts. Plain numbers may become one (arithmetic gives those, and files hold them); one kind
 * is refused where another is wanted. A full brand would need a cast at every sum, and casts hide what brands show.
 */
export type Counted<Unit extends string> = number & { readonly counts?: Unit };

/** Simulated time in whole microseconds since the start of the scenario. */
export type Micros = Counted<'microseconds'>;
/** Whole milliseconds: what a scenario file says of servers. */
export type Millis = Counted<'milliseconds'>;
/** Seconds: whole ones where the queue manager decides in them and where settings say them, with a fraction where Postfix prints some. */
export type Seconds = Counted<'seconds'>;
/** Microseconds since 1970, UTC: the time of a record, never of a run. */
export type EpochMicros = Counted<'microseconds since 1970'>;
/** Seconds since 1970: stamps on their way to microseconds, and what Postfix's own tools print. */
export type EpochSeconds = Counted<'seconds since 1970'>;
/** Milliseconds since 1970: dates of files, and the reader's clock. */
export type EpochMillis = Counted<'milliseconds since 1970'>;
/** Seconds since 1970 by a zone's clocks, as if they were of UTC: stamps without a zone. */
export type LocalSeconds = Counted<'seconds since 1970 of a local clock'>;
/** Milliseconds that pass at the reader: what work costs, how long something waits. Never simulated time. */
export type RealMillis = Counted<'milliseconds of the reader'>;

export const MICROS_PER_MILLI = 1000;
export const MICROS_PER_SECOND = 1_000_000;
export const MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
export const MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
export const MICROS_PER_DAY = 24 * MICROS_PER_HOUR;

/** The queue manager's second at an instant (qmgr/README.md §3.1). */
export function schedulerSeconds(now: Micros): Seconds {
  return Math.floor(now / MICROS_PER_SECOND);
}

/** The instant at which a second of the queue manager begins. */
export function microsOfSecond(second: Seconds): Micros {
  return second * MICROS_PER_SECOND;
}

/** Whole seconds of the queue manager from an instant to a later one; 0 when that has passed. */
export function secondsTo(until: Micros, now: Micros): Seconds {
  return Math.max(0, schedulerSeconds(until) - schedulerSeconds(now));
}
