/** A generator of numbers from 0 to 1 for a seed (mulberry32). */
export function random(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}

/** Quantile of the standard normal distribution, for 0 < share < 1 (Tukey's lambda). */
export function normalQuantile(share: number): number {
  return (share ** 0.135 - (1 - share) ** 0.135) / 0.1975;
}

/**
 * Quantile of the gamma distribution with scale 1, for 0 < share < 1. Uses the Wilson–Hilferty approximation; accurate to a few per cent
 * for shapes of 1 or more.
 */
export function gammaQuantile(shape: number, share: number): number {
  const normal = normalQuantile(share);
  return shape * Math.max(0.01, 1 - 1 / (9 * shape) + normal / (3 * Math.sqrt(shape))) ** 3;
}

/** The n-th number of van der Corput's sequence, which fills 0 to 1 evenly. */
export function evenly(number: number): number {
  let [share, part] = [0, 0.5];
  for (let rest = number; rest > 0; rest >>= 1, part /= 2) share += part * (rest & 1);
  return share;
}
