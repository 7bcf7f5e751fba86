import { MICROS_PER_MILLI, type Micros, type RealMillis } from '../../protocol/units.ts';

/**
 * Maps wall time to simulated time while playing. The wall clock is passed in with every call, so that tests can play an hour
 * instantly and the core cannot read the clock.
 */
export interface Pace {
  /** Simulated microseconds per microsecond of wall time. */
  speed: number;
  /** Both clocks when they were last synchronised. */
  wallMs: RealMillis;
  at: Micros;
  /** Instant shown at the last tick. If the cursor is at another instant, the user has moved it. */
  shown: Micros;
}

/**
 * Longest gap between two ticks, in milliseconds, that playing catches up with. After a longer gap (hidden tab,
 * debugger) playing continues where it was.
 */
const GAP_MS = 250;

const SPEED_MIN = 0.001;
const SPEED_MAX = 100_000;

/** Starts playing at `at` now. The speed is clamped to the valid range. */
export function startPace(at: Micros, speed: number, wallMs: RealMillis): Pace {
  // Infinity becomes SPEED_MAX: the simulation is then usually late, and so plays as fast as it can.
  const sane = Number.isNaN(speed) ? 1 : Math.min(SPEED_MAX, Math.max(SPEED_MIN, speed));
  return { speed: sane, wallMs, at, shown: at };
}

/** Returns the instant to show at a wall time: whole microseconds, never before the start of playing. */
export function paceTarget(pace: Pace, wallMs: RealMillis): Micros {
  const elapsed = Math.max(0, wallMs - pace.wallMs);
  return pace.at + Math.floor(elapsed * MICROS_PER_MILLI * pace.speed);
}

/** Skips a gap in wall time. The player calls it at every tick. */
export function forgiveGap(pace: Pace, lastLookMs: RealMillis, wallMs: RealMillis): void {
  const gap = wallMs - lastLookMs;
  if (gap > GAP_MS) pace.wallMs += gap - GAP_MS;
}

/** Synchronises the clocks again, after the simulation was late or the user moved the cursor. */
export function resetPace(pace: Pace, at: Micros, wallMs: RealMillis): void {
  pace.at = at;
  pace.shown = at;
  pace.wallMs = wallMs;
}
