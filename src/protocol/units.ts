/**
 * A number with its unit in the type. Plain numbers are accepted, because arithmetic and files give them; a number with
 * another unit is rejected. A type that also rejects plain numbers would need a cast at every sum, and a cast hides a wrong
 * unit.
 */
export type Counted<Unit extends string> = number & { readonly counts?: Unit };

/** Simulated time in whole microseconds since the start of the scenario. */
export type Micros = Counted<'microseconds'>;
/** Whole milliseconds, as in scenario files about servers. */
export type Millis = Counted<'milliseconds'>;
/** Seconds: whole in the queue manager and in settings, with a fraction where Postfix prints one. */
export type Seconds = Counted<'seconds'>;
/** Microseconds since 1970, UTC: the time of a record, never of a run. */
export type EpochMicros = Counted<'microseconds since 1970'>;
/** Seconds since 1970: stamps before conversion to microseconds, and output of Postfix's own tools. */
export type EpochSeconds = Counted<'seconds since 1970'>;
/** Milliseconds since 1970: dates of files, and the reader's clock. */
export type EpochMillis = Counted<'milliseconds since 1970'>;
/** Seconds since 1970 on a local clock, computed as if it showed UTC: time stamps without a zone. */
export type LocalSeconds = Counted<'seconds since 1970 of a local clock'>;
/** Milliseconds of the reader's real time: the cost of work, the length of a wait. Never simulated time. */
export type RealMillis = Counted<'milliseconds of the reader'>;

export const MICROS_PER_MILLI = 1000;
export const MICROS_PER_SECOND = 1_000_000;
export const MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
export const MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
export const MICROS_PER_DAY = 24 * MICROS_PER_HOUR;

/** Returns the queue manager's second at an instant (qmgr/README.md §3.1). */
export function schedulerSeconds(now: Micros): Seconds {
  return Math.floor(now / MICROS_PER_SECOND);
}

/** Returns the instant at which a second of the queue manager begins. */
export function microsOfSecond(second: Seconds): Micros {
  return second * MICROS_PER_SECOND;
}

/** Returns the whole seconds of the queue manager from `now` to `until`; 0 when `until` has passed. */
export function secondsTo(until: Micros, now: Micros): Seconds {
  return Math.max(0, schedulerSeconds(until) - schedulerSeconds(now));
}
