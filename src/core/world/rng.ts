/**
 * Random streams as state, one mulberry32 integer each. Integer arithmetic gives the same numbers in every engine;
 * `Math.random` could not be replayed.
 */

export function nextBits(state: number): { state: number; bits: number } {
  const next = (state + 0x6d2b79f5) >>> 0;
  let t = next;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return { state: next, bits: (t ^ (t >>> 14)) >>> 0 };
}

/** Draws an integer in [low, high]: low + floor(bits × (high − low + 1) / 2^32) (threads/README.md §13). */
export function drawInteger(state: number, low: number, high: number): { state: number; value: number } {
  const { state: next, bits } = nextBits(state);
  return { state: next, value: low + Math.floor((bits * (high - low + 1)) / 4294967296) };
}
