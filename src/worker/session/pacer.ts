import { MICROS_PER_MILLI, type Micros, type RealMillis } from '../../protocol/units.ts';

/**
 * Maps wall time to simulated time while playing. The wall clock is handed in with every call, so that a test can
 * play an hour in no time, and so that the core, which must not know of it, cannot reach it.
 */
export interface Pace {
  /** Simulated microseconds a microsecond of wall time. */
  speed: number;
  /** Where both clocks were when they were last set against each other. */
  wallMs: RealMillis;
  at: Micros;
  /** Instant that the last look at the clock led to: when the cursor is elsewhere, the reader moved it. */
  shown: Micros;
}

/** A worker that slept (hidden tab, debugger) goes on where it was instead of rushing through what it missed. */
const GAP_MS = 250;

const SPEED_MIN = 0.001;
const SPEED_MAX = 100_000;

/** Playing from `at`, beginning now. Speeds that make no sense are brought into range. */
export function startPace(at: Micros, speed: number, wallMs: RealMillis): Pace {
  // "As fast as possible" is infinite, which is a speed: what does not keep up is late, and goes on from where it is.
  const sane = Number.isNaN(speed) ? 1 : Math.min(SPEED_MAX, Math.max(SPEED_MIN, speed));
  return { speed: sane, wallMs, at, shown: at };
}

/** The instant to show at a wall time: whole microseconds, never before the instant that playing began at. */
export function paceTarget(pace: Pace, wallMs: RealMillis): Micros {
  const elapsed = Math.max(0, wallMs - pace.wallMs);
  return pace.at + Math.floor(elapsed * MICROS_PER_MILLI * pace.speed);
}

/** Called at every look at the clock: forgives gaps. */
export function forgiveGap(pace: Pace, lastLookMs: RealMillis, wallMs: RealMillis): void {
  const gap = wallMs - lastLookMs;
  if (gap > GAP_MS) pace.wallMs += gap - GAP_MS;
}

/** Sets the clocks against each other anew, when the simulation could not keep up or the reader moved it. */
export function resetPace(pace: Pace, at: Micros, wallMs: RealMillis): void {
  pace.at = at;
  pace.shown = at;
  pace.wallMs = wallMs;
}
