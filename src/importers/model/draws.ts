/** Numbers from 0 to 1 that belong to a seed (mulberry32). */
export function random(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A draw of the gamma distribution with scale 1, from uniform draws (Marsaglia and Tsang, A simple method for generating gamma variables,
 * 2000); `shape` is 1 or more.
 */
export function gamma(shape: number, next: () => number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    // A normal draw (Box and Muller); 1 − u is never 0.
    const x = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - next()) < x * x * 0.5 + d - d * v + d * Math.log(v)) return d * v;
  }
}
