/** What a call that is no question is answered with when the worker crashes before it answers. */
import type { SearchReport, TravelMemory } from '../protocol/debug.ts';
import type { Result } from '../protocol/result.ts';

/** For calls that answer nothing. */
export function nothing(): void {}

/** A search that was given up. */
export function noSearch(): SearchReport {
  return { running: false, why: 'cancelled', test: -1, hits: 0, at: 0 };
}

/** Nothing is kept. */
export function noMemory(): TravelMemory {
  return { keyframes: 0, keyframeBytes: 0, limit: 0, logBytes: 0, spread: 1 };
}

/** For what changes the run: it did not happen. */
export function refused(): Result<never> {
  const accepted = 'the same again: the simulation crashed and was started anew';
  return { ok: false, errors: [{ field: 'worker', value: 'crashed', accepted }] };
}
